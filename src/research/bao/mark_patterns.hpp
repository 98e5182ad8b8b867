// What the marks of a board say of its move, over all boards: patterns of marks with so many stones, taken up to turning.
//
// A sowing, taken as one to one on all turned boards (tape.hpp), keeps the pattern; so the boards of a pattern with K stones fall
// apart into cycles of their own. One without a board that holds one stone in its first hole is a loop.
#pragma once

#include <cstdint>

#include "research/bao/loops.hpp"

namespace banmen::bao {

struct PatternCount {
  std::uint32_t stones = 0;
  std::uint64_t boards = 0;    // turned, with a first hole that is not empty
  std::uint64_t patterns = 0;  // of marks; of those:
  std::uint64_t spread = 0;    // … all boards go on for ever, as two neighbouring marks are missing
  std::uint64_t unmet = 0;     // … all boards go on for ever, though there are neighbours (proved: none)
  std::uint64_t ending = 0;    // … every move ends
  std::uint64_t either = 0;    // … some moves end and some do not
  std::uint64_t types = 0, types_spread = 0, types_fold = 0, types_both = 0;  // loops; spread, fold, both
  std::uint64_t longest_end = 0, longest_loop = 0;                            // in sowings
  Stones endless, twin;  // marks and stones alike: one goes on for ever, the other ends
};

/// The most boards that it goes through: one bit each, and every one is sown once.
inline constexpr std::uint64_t most_pattern_boards = 400'000'000;

/// Where it is stopped, what is known by then.
PatternCount count_patterns(std::uint32_t holes, std::uint32_t stones, const Control& control);

}  // namespace banmen::bao
