// Reversi or Yonin with valued passes: every pass costs its side a number of evaluation points and gives each other side as many.
// These are gains of the game, so any search that adds gains can play it; a forced pass at a leaf counts as made.
//
// Results are in evaluation points (payoff and score times the unit, and the unit is 1), so that a weight may be less than a disc
// or a rank. From `exact` empty cells on passes are worth nothing: the search then reaches the end.
#pragma once

#include "core/game.hpp"
#include "games/reversi/reversi.hpp"

namespace banmen::reversi {

template <class G>
class PassValued : public G {
 public:
  using Position = DiscPosition;
  using Move = DiscMove;
  using All = Gains<G::max_players>;

  PassValued(const G& g, std::int32_t points, int exact) : G(g), unit_(g.evaluation_unit()), points_(points), exact_(exact) {}

  All play(Position& p, Move m) const {
    const All worth = this->is_pass(m) ? passing(p) : All{};
    G::play(p, m);
    return worth;
  }
  [[nodiscard]] All payoff(const Position& p) const { return in_points(G::payoff(p)); }
  [[nodiscard]] All score(const Position& p) const { return in_points(G::score(p)); }

  [[nodiscard]] std::int32_t evaluate(const Position& p, Seat seat) const {
    const std::int32_t value = G::evaluate(p, seat);
    return this->placements(p) != 0 ? value : value + passing(p)[static_cast<std::size_t>(seat)];
  }
  [[nodiscard]] static std::int32_t evaluation_unit() { return 1; }
  /// Evaluation points per point of the result.
  [[nodiscard]] std::int32_t unit() const { return unit_; }

 private:
  [[nodiscard]] All in_points(All results) const {
    for (auto& result : results) result *= unit_;
    return results;
  }
  /// Value of a pass of the seat on turn, for every seat.
  [[nodiscard]] All passing(const Position& p) const {
    All worth{};
    if (this->horizon(p) <= exact_) return worth;
    const auto mover = static_cast<Seat>(p.turn);
    for (int seat = 0; seat < G::max_players; ++seat)
      worth[static_cast<std::size_t>(seat)] =
          team_of<G>(*this, static_cast<Seat>(seat)) == team_of<G>(*this, mover) ? -points_ : points_;
    return worth;
  }

  std::int32_t unit_, points_;
  int exact_;
};

}  // namespace banmen::reversi
