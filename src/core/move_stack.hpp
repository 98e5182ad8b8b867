// Owned storage for lists of moves. A search, a solver or a playout allocates it at the start and nothing afterwards.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "core/game.hpp"

namespace banmen {

/// Room for the moves of positions `plies` deep, in one block. It does not keep the game, so that its owner can be moved.
template <Rules G>
class MoveStack {
 public:
  using Move = typename G::Move;

  explicit MoveStack(const G& g, int plies = 1)
      : capacity_(g.move_capacity()), plies_(plies), moves_(std::make_unique_for_overwrite<Move[]>(size())) {}

  [[nodiscard]] int plies() const { return plies_; }
  [[nodiscard]] std::size_t offset(int ply) const { return static_cast<std::size_t>(capacity_) * static_cast<std::size_t>(ply); }
  [[nodiscard]] std::size_t size() const { return offset(plies_); }

  /// An empty list in the storage of a ply.
  [[nodiscard]] MoveList<Move> at(int ply = 0) { return MoveList<Move>(moves_.get() + offset(ply), capacity_); }
  /// The legal moves of a position: none if its bytes show that play has ended.
  [[nodiscard]] MoveList<Move> legal(const G& g, const typename G::Position& p, int ply = 0) {
    MoveList<Move> list = at(ply);
    if (g.turn(p) != over) g.moves(p, list);
    return list;
  }

 private:
  std::uint32_t capacity_;
  int plies_;
  std::unique_ptr<Move[]> moves_;
};

// Random draws of chance outcomes and moves, shared by playouts, sessions and searches.

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

/// Draws a move uniformly, without listing if the game can do that. count == 0: the game is over.
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
