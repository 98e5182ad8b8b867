// Marks: what a move never changes, and why so many moves never end.
//
// Lay the ring out along a tape: the stones of a move fall on places 1, 2, 3, … without a gap, place p being hole p mod M. Give
// every hole the mark "place where it is passed next plus the stones it will then hold", and the hand the place it stands on, all
// modulo M+1. Passing a hole adds M to the place and 1 to the stones: the mark stays. Sowing s stones from place t takes the hand
// to t + s, which is the hole's mark, and leaves the hole with mark t + M + 1 = t: hand and hole exchange their marks. So the M+1
// marks of a board are the same all through the move, up to who holds which.
//
// A move ends when the hole under the hand holds one stone, so when its mark is the hand's plus 1. If no two of the M+1 marks are
// neighbours modulo M+1 (the board is *spread*), that can't happen, and the move never ends.
//
// When a loop has come round, every mark has grown by the loop's distance D, yet the marks are the same: they are periodic with
// period D modulo M+1. So M+1 divides D unless the marks have such a symmetry, which is the paper's "period = shift + 9k" for M
// = 8.
#pragma once

#include <cstdint>
#include <vector>

#include "research/bao/loops.hpp"

namespace banmen::bao {

/// How often each residue modulo holes+1 occurs among the marks of a turned board and its hand. Sums to holes+1.
std::vector<std::uint32_t> marks(const Stones& board);

/// No two marks are neighbours: enough for the move never to end, on any ring and with any number of stones.
bool spread(const Stones& board);

/// The one loop of a single sowing with `first` stones in the first hole; empty unless first ≥ 2 has no divisor in common with the
/// ring, since there is none then.
///
/// Why: the board must equal its sown self, turned. Going round the ring in steps of `first` that fixes each hole from the one
/// before, starting at the hole that was emptied; if the steps do not meet every hole, those they miss would have to grow for ever.
Stones single_sowing_loop(std::uint32_t first, std::uint32_t holes);

/// What the conditions are worth over all boards of a number of stones.
struct ConditionCount {
  std::uint32_t stones = 0;
  std::uint64_t types = 0;             // loop types
  std::uint64_t types_spread = 0;      // … whose boards are spread (all of a loop's boards are, or none)
  std::uint64_t types_period = 0;      // … of period 1 and more
  std::uint64_t types_loop[2] = {};    // of those, with a board that meets LOOP, by LoopReading
  std::uint64_t undivided = 0;         // types whose distance holes+1 does not divide
  std::uint64_t undivided_period = 0;  // … of period 1 and more
  std::uint64_t single = 0;            // types of one sowing
  std::uint64_t spread_boards = 0,
                spread_ending = 0;  // boards that are spread; of those, whose move ends (none, if the proof is right)
  std::uint64_t loop_boards[2] = {}, loop_ending[2] = {};
  // The first counterexamples, empty where there is none.
  Stones not_spread, not_loop[2], ends_although_loop[2], not_divided, ends_although_spread;

  /// Of boards that come after these.
  void add(const ConditionCount& later);
};

/// Goes through all turned boards of so many stones whose first hole is not empty. Where it is stopped, some are missing.
ConditionCount count_conditions(std::uint32_t holes, std::uint32_t stones, const Control& control);

/// Calls visit(board) for every board of so many stones on a ring; false stops it.
void for_each_board(std::uint32_t holes, std::uint32_t stones, const std::function<bool(const Stones&)>& visit);

}  // namespace banmen::bao
