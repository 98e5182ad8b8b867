// Drawing at random: a chance outcome by its weight, a move uniformly. What playouts, sessions and searches share.
#pragma once

#include "core/game.hpp"

namespace banmen {

/// Draws a chance outcome with its exact weight.
template <ChanceGame G>
typename G::Move draw_chance(const G& g, const typename G::Position& p, Random& random, MoveList<typename G::Move>& list) {
  list.clear();
  g.moves(p, list);
  std::uint32_t left = random.below(g.total_weight(p));
  for (const auto m : list) {
    const std::uint32_t weight = g.weight(p, m);
    if (left < weight) return m;
    left -= weight;
  }
  return list[list.size() - 1];
}

/// Draws a move uniformly, without listing where the game can do that. count == 0: the game is over.
template <Rules G>
Sample<typename G::Move> draw_move(const G& g, const typename G::Position& p, Random& random, MoveList<typename G::Move>& list) {
  if constexpr (SampledGame<G>) {
    return g.sample(p, random);
  } else {
    list.clear();
    g.moves(p, list);
    if (list.empty()) return {};
    return {list[random.below(list.size())], list.size()};
  }
}

}  // namespace banmen
