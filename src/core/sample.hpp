// What the rules of a game return besides positions and moves: no strings here, so that rules stay portable.
#pragma once

#include <cstdint>

namespace banmen {

template <class Move>
struct Sample {
  Move move{};
  std::uint32_t count = 0;  // how many legal moves there were; 0: the game is over and there is no move
};

/// The image of a position that stands for all its images.
template <class Position>
struct Canonical {
  Position position;
  std::uint8_t symmetry;  // the one that maps the given position onto `position`
};

}  // namespace banmen
