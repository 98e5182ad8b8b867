// The tape: what a move does told by places alone, in a few operations a sowing however many stones are in the hand.
//
// The stones of a move fall on places 1, 2, 3, … of a tape that winds round the ring of M holes, place p being hole p mod M. A hole
// that the hand emptied at place u and reaches again at place t ≡ u (mod M) has been passed (t - u) / M times, so that is how many
// stones it holds. So a board is M places, when each hole was emptied (or would have been, to hold what it holds), and the place
// t of the hand; and a sowing is
//
//     s = (t - u) / M        u := t        t := t + s
//
// whatever s is. What follows from it (proofs: docs/bao.md):
// - t + s = u + (M+1) s: the hand takes over the residue of u modulo M+1 and leaves its own behind. These are the marks of
// marks.hpp.
// - Places that are all multiples of a c prime to M stay so. Then s is always a multiple of c, and for c ≥ 2 never 1: the board is
//   a c-*fold* one, and its move never ends. Every board has such multiples.
// - As a map of turned boards a sowing is one to one, also where the rules would end the move (one stone under the hand). So a move
//   never ends exactly if no board with one stone in its first hole lies on the cycle of its board.
// - With X = 2K + M - 1 for K stones, the squares of the s in a cycle sum to X / (M+1) times their sum.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "research/bao/loops.hpp"

namespace banmen::bao {

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
/// The c-fold of a board; c is prime to the number of holes.
Heaps folded(const Heaps& board, std::uint64_t c);

/// On a ring of two holes with K stones a sowing halves the first hole modulo 2K+1, up to sign. So the move from a stones ends
/// exactly if ±a is a power of 2 modulo 2K+1: after the least k ≥ 1 with 2^k ≡ ±a. Found in √K steps (Shanks: "Class number, a
/// theory of factorization, and genera", 1971); nothing if there is none, and the move never ends.
std::optional<std::uint64_t> sowings_on_two(std::uint64_t first, std::uint64_t stones);

/// The next board, also where the rules end the move: one to one on boards whose first hole is not empty.
void sow_on(Stones& board);

/// A board with as many stones and the same marks whose move ends, though that of `endless` does not; with two stones or more in
/// the first hole where its move comes by such a board. Nothing exactly if `endless` is spread.
std::optional<Stones> ending_twin(const Stones& endless);

/// So many types of loops with so many stones are proved for n×2, n ≥ 3, by as many different marks: docs/bao.md, "How many".
std::uint64_t proved_types(std::uint32_t n, std::uint32_t stones);
/// The fewest stones of a loop on a ring of so many holes, proved.
constexpr std::uint32_t fewest_stones(std::uint32_t holes) { return holes % 2 == 0 ? (holes + 6) / 2 : (holes + 3) / 2; }

Heaps heaps(const Stones& board);

}  // namespace banmen::bao
