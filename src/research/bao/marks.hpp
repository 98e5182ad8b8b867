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
//
// The tape also follows a move in a few operations a sowing, however many stones are in the hand: a board is M places u, when each
// hole was emptied (or would have been, to hold what it holds), and the place t of the hand; a sowing is s = (t - u) / M, u := t,
// t := t + s. As a map of turned boards it is one to one, also where the rules would end the move, so a move never ends exactly if
// no board with one stone in its first hole lies on the cycle of its board. Places that are all multiples of a c prime to M stay
// so: the board is a c-*fold* one, and for c ≥ 2 its move never ends. Proofs: docs/games/bao/findings.md.
#pragma once

#include <cstdint>
#include <optional>
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
  Stones not_spread, not_loop[2], ends_although_loop[2], not_divided;

  /// Of boards that come after these.
  void add(const ConditionCount& later);
};

/// Goes through all turned boards of so many stones whose first hole is not empty. Where it is stopped, some are missing.
ConditionCount count_conditions(std::uint32_t holes, std::uint32_t stones, const Control& control);

/// Calls visit(board) for every board of so many stones on a ring; false stops it.
void for_each_board(std::uint32_t holes, std::uint32_t stones, const std::function<bool(const Stones&)>& visit);

/// A turned board with any number of stones: the hole to sow from stands first.
using Heaps = std::vector<std::uint64_t>;
inline constexpr std::uint64_t most_heaps = 1'000'000'000;  // stones of such a board: places stay below 2^63 for as many sowings

/// What becomes of a move.
struct Fate {
  bool ends = false;
  bool known = false;          // false: not after as many sowings as were allowed
  std::uint64_t sowings = 0;   // until it ended, or until the first turned copy of the board
  std::uint64_t distance = 0;  // stones sown in them
};

/// Follows a move from the first hole, which is not empty, for at most so many sowings.
Fate follow(const Heaps& board, std::uint64_t most, const Control& control);

/// The largest c for which the board is c-fold: 1 if it is none's multiple.
std::uint64_t fold(const Heaps& board);

/// On a ring of two holes with K stones a sowing halves the first hole modulo 2K+1, up to sign. So the move from a stones ends
/// exactly if ±a is a power of 2 modulo 2K+1: after the least k ≥ 1 with 2^k ≡ ±a. Found in √K steps (Shanks: "Class number, a
/// theory of factorization, and genera", 1971); nothing if there is none, and the move never ends.
std::optional<std::uint64_t> sowings_on_two(std::uint64_t first, std::uint64_t stones);

/// A board with as many stones and the same marks whose move ends, though that of `endless` does not; with two stones or more in
/// the first hole where its move comes by such a board. Nothing exactly if `endless` is spread.
std::optional<Stones> ending_twin(const Stones& endless);

/// So many types of loops with so many stones are proved for n×2, n ≥ 3, by as many different marks: docs/games/bao/findings.md,
/// "How many loop types are there?".
std::uint64_t proved_types(std::uint32_t n, std::uint32_t stones);
/// The fewest stones of a loop on a ring of so many holes, proved.
constexpr std::uint32_t fewest_stones(std::uint32_t holes) { return holes % 2 == 0 ? (holes + 6) / 2 : (holes + 3) / 2; }

Heaps heaps(const Stones& board);

/// Patterns of the marks of boards with so many stones, taken up to turning.
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
