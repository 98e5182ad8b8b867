// How many moves a position of a game can have at most, from the text alone.
#pragma once

#include <cstdint>

#include "rules/meaning.hpp"

namespace banmen::rules {

inline constexpr std::uint64_t most_moves = 1'000'000;
inline constexpr std::uint64_t room_for_repeats = 65'536;  // where only `repeat` makes the bound pass a million

/// The bound, and whether `repeat` takes part in it. Beyond a million it is only known to be more.
struct MoveBound {
  std::uint64_t moves = 1;
  bool repeats = false;
};
MoveBound move_bound(const Rules& rules);

}  // namespace banmen::rules
