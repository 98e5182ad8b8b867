// How GNU Backgammon's files number the configurations of one side.
#pragma once

#include <cstdint>

#include "games/backgammon/index.hpp"

namespace banmen::backgammon {

/// Number of a side among those on points 1 to `points` (25: the bar too): Σ C(i-1 + s_i, i), s_i checkers on the highest i of
/// them. Fewer checkers, or lower ones, make a smaller number.
inline std::uint32_t gnubg_number(const std::uint8_t* side, int points) {
  std::uint64_t number = 0;
  int above = 0;
  for (int i = 1; i <= points; ++i) {
    above += side[points + 1 - i];
    number += choose(i - 1 + above, i);
  }
  return static_cast<std::uint32_t>(number);
}

/// Whether all checkers of a side stand on points 1 to `points`, and are no more than so many.
inline bool stands_on(const std::uint8_t* side, int points, int checkers) {
  return highest(occupied(side) | 1) <= points && on_board(side) <= checkers;
}

}  // namespace banmen::backgammon
