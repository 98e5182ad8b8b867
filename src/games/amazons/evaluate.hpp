// Evaluation of a position: territory by distance, and mobility.
//
// A cell counts for the side that reaches it in fewer moves. For queens there are two distances, in queen's moves (who gets to
// contested ground) and in king's steps (who holds it once the board has narrowed); as cells burn the weight shifts from the first
// to the second. A cell at equal distance leans to the mover. An enclosed piece is worth little whatever ground its side has, so
// mobility enters by its logarithm. For knights there is one distance, in knight's moves.
#pragma once

#include "games/amazons/rules.hpp"

namespace banmen {

/// Cells nearer to the mover minus cells nearer to the other side, in hundredths; cells at equal distance lean to the mover.
template <class Set, class Step>
std::int32_t amazons_territory(const Set& own, const Set& other, const Set& open, Step&& step) {
  Set ours = own, theirs = other, claimed{};
  std::int32_t sum = 0;
  for (;;) {
    const Set front_ours = (step(ours) & open) - ours, front_theirs = (step(theirs) & open) - theirs;
    const Set fresh = (front_ours | front_theirs) - claimed;
    if (front_ours.empty() && front_theirs.empty()) return sum;
    sum += 100 * ((fresh & (front_ours - front_theirs)).size() - (fresh & (front_theirs - front_ours)).size());
    sum += 20 * (fresh & front_ours & front_theirs).size();
    claimed |= fresh;
    ours |= front_ours;
    theirs |= front_theirs;
  }
}

template <int Words, AmazonsPiece Piece>
std::int32_t AmazonsRules<Words, Piece>::evaluate(const Position& p, Seat seat) const {
  const Set& own = p.pieces[p.mover];
  const Set& other = p.pieces[p.mover ^ 1];
  const Set open = grid_.board - occupied(p);
  const auto by_move = [&](const Set& set) { return grid_.spread(set, open); };
  std::int32_t value = amazons_territory(own, other, open, by_move);
  if constexpr (is_queen) {
    const std::int32_t near = amazons_territory(own, other, open, [&](const Set& set) { return grid_.around(set); });
    const std::int32_t cells = grid_.cells(), burnt = p.burnt.size();
    value = ((cells - burnt) * value + burnt * near) / cells;
  }
  const View view = look(p);
  const auto freedom = [&](const Set& pieces) {
    std::int32_t sum = 0;
    pieces.each([&](int cell) {
      const std::uint32_t n = grid_.reach(cell, view).count();
      sum += n == 0 ? -60 : 20 * (31 - __builtin_clz(n)) + (is_queen ? 0 : 5 * static_cast<std::int32_t>(n));
    });
    return sum;
  };
  value += freedom(own) - freedom(other);
  return turn(p) == seat ? value : -value;
}

}  // namespace banmen
