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

}  // namespace banmen
