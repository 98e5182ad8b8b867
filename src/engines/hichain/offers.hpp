// Offers: possible gains of each side's next card, independent of legality.
//
// A gain depends on the owner's cards alone; the opponent's cards only decide legality, which takes two lookups. The offers of a
// colour therefore stay valid while the other colour moves, and a thousand replies are evaluated by finding the first legal offer
// in one sorted list.
#pragma once

#include <algorithm>
#include <bitset>
#include <vector>

#include "games/hichain/threats.hpp"

namespace banmen::hichain {

struct Offer {
  Cell cell;
  std::uint8_t way;
  std::int32_t gain;  // royal_value for C-H-A-I-N

  [[nodiscard]] HichainRules::Move move(const Ground& ground) const {
    return {static_cast<std::uint8_t>(way / 4), static_cast<std::uint8_t>(way % 4), ground.x_of(cell), ground.y_of(cell)};
  }
};

inline bool is_open(const HichainRules::Board& board, int colour, const Offer& offer) {
  return board.ground.is_empty(offer.cell) && board.left[static_cast<std::size_t>(colour)].has(offer.way) &&
         board.ground.open_ways(colour, offer.cell).has(offer.way);
}

/// Manhattan distance of cells.
inline int steps_apart(Cell a, Cell b) {
  const auto lane = [](int d) { return std::abs(((d + 32) & 63) - 32); };
  return lane((a & 63) - (b & 63)) + lane((a >> 6) - (b >> 6));
}

/// Adds the offers of a colour on one empty cell, among the given ways, with gains of at least `least`.
inline void add_offers(const HichainRules& g, HichainRules::Board& board, int colour, Cell cell, Ways among, std::int32_t least,
                       std::vector<Offer>& out) {
  const auto owner = static_cast<std::size_t>(colour);
  Ways ways = among & board.left[owner] & board.ground.unbarred_ways(cell);
  if (ways.empty()) return;
  ways = ways & linking_ways(g.chain, board.ground, colour, cell);
  const auto mover = board.at.mover;
  const std::int32_t before = board.books[owner].score;
  any_way(board, cell, ways, [&](HichainRules::Move m) {
    board.at.mover = static_cast<std::uint8_t>(colour);
    g.play(board, m);
    const std::int32_t gain = board.at.royal != 0 ? HichainRules::royal_value : board.books[owner].score - before;
    g.undo(board);
    if (gain >= least) out.push_back({cell, static_cast<std::uint8_t>(4 * m.sign + m.orientation), gain});
    return false;
  });
  board.at.mover = mover;
}

inline void sort_offers(std::vector<Offer>& offers) {
  std::stable_sort(offers.begin(), offers.end(), [](const Offer& a, const Offer& b) { return a.gain > b.gain; });
}

/// All offers of a colour with gains of at least `least`, best first, including those that meet no opponent's point yet.
inline void list_offers(const HichainRules& g, HichainRules::Board& board, int colour, std::int32_t least,
                        std::vector<Offer>& out) {
  out.clear();
  std::bitset<span * span> seen;
  std::array<Cell, 4 * slots> cells;
  std::size_t count = 0;
  HichainRules::each_card(board.at, [&](int x, int y, Code code) {
    if (code_colour(code) != colour) return;
    for (int k = 1; k < 8; k += 2) {
      const Cell n = neighbour(cell_at(x, y), k);
      if (!board.ground.is_empty(n) || seen[n]) continue;
      seen[n] = true;
      cells[count++] = n;
    }
  });
  for (std::size_t i = 0; i < count; ++i) add_offers(g, board, colour, cells[i], {~0ULL, ~0ULL}, least, out);
  sort_offers(out);
}

/// Updates the offers of the side that has just laid `m`: a card that links with no own neighbour affects only its own cell and
/// makes new offers on the four beside it. `open_only`: new offers only if legal now.
inline void offers_after(const HichainRules& g, HichainRules::Board& board, HichainRules::Move m, bool linked, std::int32_t least,
                         const std::vector<Offer>& before, bool open_only, std::vector<Offer>& out) {
  const int owner = 1 - board.at.mover;
  if (linked) {
    list_offers(g, board, owner, least, out);
    return;
  }
  out.clear();
  const Cell c = cell_at(m.x, m.y);
  const auto beside = [&](Cell e) { return steps_apart(e, c) <= 1; };
  for (const Offer& offer : before)
    if (offer.way / 4 != m.sign && !beside(offer.cell)) out.push_back(offer);
  const std::size_t kept = out.size();
  for (int k = 1; k < 8; k += 2) {
    const Cell n = neighbour(c, k);
    if (!board.ground.is_empty(n)) continue;
    add_offers(g, board, owner, n, open_only ? board.ground.open_ways(owner, n) : Ways{~0ULL, ~0ULL}, least, out);
  }
  if (out.size() > kept) sort_offers(out);
}

}  // namespace banmen::hichain
