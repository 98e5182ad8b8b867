// Expanding positions: all moves of many canonical positions, and where in the index they lead.
#pragma once

#include <span>

#include "core/arrival.hpp"
#include "solve/index_space.hpp"
#include "solve/moves_of.hpp"

namespace banmen {

/// Plays the moves of one position after the other, in the order of the game's list, and returns how many there are. `arrivals`
/// must have room for `move_capacity()` moves of each position.
template <StridedIndex G>
std::size_t expand_one_by_one(const G& g, std::span<const typename G::Position> from, Arrival<typename G::Position>* arrivals) {
  MoveStack<G> moves(g);
  std::size_t count = 0;
  for (std::uint32_t i = 0; i < from.size(); ++i)
    for (const auto m : moves.legal(g, from[i])) {
      const Step<G> s = step(g, from[i], m);
      auto& to = arrivals[count++] = {};
      to.from = i;
      to.steps = s.steps;
      to.endless = s.endless;
      if (s.endless) continue;
      const auto board = g.canonical(s.next);
      to.board = board.position;
      to.symmetry = board.symmetry;
      to.tier = g.tier(to.board);
      to.rank = g.rank(to.board);
      to.quiet = s.quiet();
    }
  return count;
}

template <StridedIndex G>
std::size_t expand(const G& g, std::span<const typename G::Position> from, Arrival<typename G::Position>* arrivals) {
  if constexpr (ExpandingGame<G>)
    if (const auto count = g.expand(from, arrivals)) return *count;
  return expand_one_by_one(g, from, arrivals);
}

}  // namespace banmen
