// Small answers that rules give, apart from game.hpp so that rules need no strings.
#pragma once

#include <cstdint>

namespace banmen {

/// Of SampledGame: a move drawn without listing.
template <class Move>
struct Sample {
  Move move{};
  std::uint32_t count = 0;  // how many legal moves there were; 0: the game is over and there is no move
};

/// Of SymmetricGame: the representative of a position.
template <class Position>
struct Canonical {
  Position position;
  std::uint8_t symmetry;  // the one that maps the given position onto `position`
};

/// Of StridedIndex: where a move of a canonical position leads, as an index over canonical positions sees it. For a move without
/// end only `from`, `steps` and `endless` are set.
template <class Position>
struct Arrival {
  Position board;      // canonical
  std::uint64_t rank;  // in its tier
  std::uint32_t tier;
  std::uint32_t from;   // which of the expanded positions the move belongs to
  std::uint32_t steps;  // as a LoopingMoveGame counts them, else 0
  std::uint8_t symmetry;
  bool endless;
  bool quiet;  // nobody gained anything by it
};

}  // namespace banmen
