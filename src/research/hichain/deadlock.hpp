// Two searches for positions with cards left and no legal move. Whether a position found qualifies is decided by the rules.
//
// Blockade: both players help. A side keeps some cards back and all others are laid, by a beam search ply by ply that prefers
// positions in which the kept cards have the fewest placements. O is the card to keep: it touches with the middles of its edges
// only, so cards that turn no middle outwards shut it out. The asterisk, X, V and A fit almost anywhere.
//
// Deadlock: each side is left with a card that it can't lay. Sides that don't clash at the end never clashed, and points stay, so
// the last position is searched for first, by simulated annealing. All cards but the two kept lie on a table; a step turns one,
// exchanges two or moves one to the rim; the cost counts clashing sides, cards that touch no opponent's point, and ways to lay the
// kept cards. Then follows an order of play in which every card touches an opponent's point when it is laid.
//
// Some pairs are impossible. Every side of a card runs from a corner to a middle and has a point at both ends
// (`sides_end_in_points`). A card without sides (A O Q V X Y *) is never barred, so it can be laid wherever an opponent's card
// turns a side to an empty cell. If both kept cards have none, all sides on the table lie between two cards, at most one to a half
// of an edge. The 56 cards have 200 sides (`sides_laid`), but 56 cells have at most 2·56 − ⌈2√56⌉ = 97 common edges (Harary and
// Harborth 1976), 194 halves.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/control.hpp"
#include "games/hichain/threats.hpp"

namespace banmen::hichain {

struct Blockade {
  HichainRules::Position position{};
  std::vector<HichainRules::Move> moves;      // from the start
  std::array<std::uint32_t, 2> placements{};  // of black's and of red's cards left
};

/// The position with the fewest placements of the kept cards once all others are laid; when stopped, of the ply reached.
/// `kept`: by colour, a bit set of signs.
Blockade search_blockade(const HichainRules& g, std::array<std::uint32_t, 2> kept, std::size_t beam, const Control& control);

struct Deadlock {
  std::uint64_t steps = 0;                    // tried
  double cost = 0;                            // of the best table; 0: no faults
  std::uint32_t clashes = 0, loose = 0;       // of that table: half edges with two sides, cards without contact …
  std::array<std::uint32_t, 2> placements{};  // … and placements of black's and red's kept card
  std::vector<HichainRules::Move> moves;      // from the start; empty if there is no such table or no order of play
};

/// `kept`: the signs that black and red keep.
Deadlock search_deadlock(const HichainRules& g, std::array<int, 2> kept, std::uint64_t steps, const Control& control);

/// Total number of sides of all cards but the kept ones.
int sides_laid(std::array<int, 2> kept);
/// The maximum number of edges between `cells` cells.
int most_common_edges(int cells);
/// Returns whether every side of every card has a point at both ends.
bool sides_end_in_points();
/// Returns whether counting sides proves that the two can't both be shut out.
bool is_hopeless(std::array<int, 2> kept);

}  // namespace banmen::hichain
