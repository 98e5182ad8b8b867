// Marks: an invariant of moves that explains why most are endless. Proofs: docs/games/bao/findings.md.
//
// Lay the ring of M holes out along a tape: the stones of a move fall on places 1, 2, 3, …, place p being hole p mod M. The mark of
// a hole is the place where it is passed next plus the number of stones it will then hold, the mark of the hand its place, all
// modulo M+1. Passing a hole adds M to the place and 1 to the stones, so its mark stays. Sowing s stones from place t takes the
// hand to t + s, which is the hole's mark, and gives the hole the mark t + M + 1 = t. So a move only permutes the M+1 marks.
//
// A move ends when the mark of the hole under the hand is the hand's plus 1. If no two marks are neighbours modulo M+1 (the board
// is *spread*), it never ends. After a cycle every mark has grown by the loop's distance D, so the set of marks has period D modulo
// M+1: M+1 divides D unless the marks are periodic, which is the paper's "period = shift + 9k" for M = 8.
//
// On the tape a sowing takes a few operations for any number of stones: a board is, for every hole, the place u where it was last
// emptied (extrapolated backwards for its stones), and the place t of the hand; a sowing is s = (t - u) / M, u := t, t := t + s. It
// is a bijection of turned boards, so a move is endless iff its cycle contains no board with one stone in the first hole. Places
// that are all multiples of a c coprime to M stay so: the board is *c-fold*, and for c ≥ 2 its move is endless.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "research/bao/loops.hpp"

namespace banmen::bao {

/// The number of marks of a turned board and its hand by residue modulo holes+1.
std::vector<std::uint32_t> marks(const Stones& board);

/// Returns whether no two marks are neighbours: sufficient for the move to be endless.
bool spread(const Stones& board);

/// The unique loop of a single sowing with `first` stones in the first hole; empty unless first ≥ 2 is coprime to the ring length.
///
/// The board must equal its sown self, turned. In steps of `first` around the ring, starting at the emptied hole, each hole
/// determines the next. If the steps miss holes, those would grow for ever.
Stones single_sowing_loop(std::uint32_t first, std::uint32_t holes);

/// Statistics of the conditions over all boards with a number of stones.
struct ConditionCount {
  std::uint32_t stones = 0;
  std::uint64_t types = 0;             // loop types
  std::uint64_t types_spread = 0;      // … whose boards are spread (all of a loop or none)
  std::uint64_t types_period = 0;      // … of positive period
  std::uint64_t types_loop[2] = {};    // … with a board that meets LOOP, by LoopReading
  std::uint64_t undivided = 0;         // types whose distance holes+1 does not divide
  std::uint64_t undivided_period = 0;  // … of positive period
  std::uint64_t single = 0;            // types of one sowing
  std::uint64_t spread_boards = 0,
                spread_ending = 0;  // spread boards; those whose move ends (none, if the proof is right)
  std::uint64_t loop_boards[2] = {}, loop_ending[2] = {};
  // The first counterexamples, or empty.
  Stones not_spread, not_loop[2], ends_although_loop[2], not_divided;

  /// Adds the counts of later boards.
  void add(const ConditionCount& later);
};

/// Examines all turned boards with a nonempty first hole. Incomplete when stopped.
ConditionCount count_conditions(std::uint32_t holes, std::uint32_t stones, const Control& control);

/// Calls visit(board) for every board until it returns false.
void for_each_board(std::uint32_t holes, std::uint32_t stones, const std::function<bool(const Stones&)>& visit);

/// A turned board with any number of stones.
using Heaps = std::vector<std::uint64_t>;
inline constexpr std::uint64_t most_heaps = 1'000'000'000;  // maximum number of stones: places stay below 2^63 for as many sowings

/// The outcome of a move.
struct Fate {
  bool ends = false;
  bool known = false;          // false: not within the maximum number of sowings
  std::uint64_t sowings = 0;   // until it ended, or until the first turned copy of the board
  std::uint64_t distance = 0;  // stones sown in them
};

/// Follows a move from the first hole, which must not be empty, for at most `most` sowings.
Fate follow(const Heaps& board, std::uint64_t most, const Control& control);

/// The largest c for which the board is c-fold.
std::uint64_t fold(const Heaps& board);

/// The number of sowings of a move on a ring of two holes; nothing if it is endless. With K stones a sowing halves the first hole
/// modulo 2K+1, up to sign, so the move from a stones ends after the least k ≥ 1 with 2^k ≡ ±a. Takes √K steps by baby-step
/// giant-step (Shanks: "Class number, a theory of factorization, and genera", 1971).
std::optional<std::uint64_t> sowings_on_two(std::uint64_t first, std::uint64_t stones);

/// A board with the same number of stones and the same marks as `endless` whose move ends, if possible with two stones or more in
/// the first hole. Nothing iff `endless` is spread.
std::optional<Stones> ending_twin(const Stones& endless);

/// Proved lower bound of the number of loop types on n×2, n ≥ 3: docs/games/bao/findings.md, "How many".
std::uint64_t proved_types(std::uint32_t n, std::uint32_t stones);
/// The proved minimum number of stones of a loop.
constexpr std::uint32_t fewest_stones(std::uint32_t holes) { return holes % 2 == 0 ? (holes + 6) / 2 : (holes + 3) / 2; }

Heaps heaps(const Stones& board);

/// Statistics of the patterns of marks, up to rotation, of boards with a number of stones.
struct PatternCount {
  std::uint32_t stones = 0;
  std::uint64_t boards = 0;    // turned, with a nonempty first hole
  std::uint64_t patterns = 0;  // of marks; of those:
  std::uint64_t spread = 0;    // … all moves are endless since no marks are neighbours
  std::uint64_t unmet = 0;     // … all moves are endless despite neighbours (proved: none)
  std::uint64_t ending = 0;    // … every move ends
  std::uint64_t either = 0;    // … some moves end and some do not
  std::uint64_t types = 0, types_spread = 0, types_fold = 0, types_both = 0;  // loops; spread, fold, both
  std::uint64_t longest_end = 0, longest_loop = 0;                            // in sowings
  Stones endless, twin;  // equal marks and stones: one move is endless, the other ends
};

/// Maximum number of boards; each takes one bit and one sowing.
inline constexpr std::uint64_t most_pattern_boards = 400'000'000;

/// When stopped, returns what is known so far.
PatternCount count_patterns(std::uint32_t holes, std::uint32_t stones, const Control& control);

}  // namespace banmen::bao
