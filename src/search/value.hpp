// Values inside a search: integers in evaluation points, results and heuristics on one scale.
#pragma once

#include <cstdint>

#include "core/game.hpp"
#include "core/hash.hpp"

namespace banmen {

using Value = std::int32_t;
inline constexpr Value infinite = 0x3fffffff;

/// Evaluation points per point of result. A game without a unit gets one so large that an exact result outweighs any evaluation.
template <Rules G>
Value value_unit(const G& g) {
  if constexpr (HasEvaluationUnit<G>)
    if (const Value unit = g.evaluation_unit(); unit > 0) return unit;
  return has(g, Capability::evaluated) ? 1 << 14 : 1;
}

/// The number of sides: teams if the game has them, else seats.
template <Rules G>
int sides(const G& g) {
  int count = 0;
  for (int seat = 0; seat < g.players(); ++seat) {
    bool fresh = true;
    for (int other = 0; other < seat; ++other) fresh &= team_of(g, static_cast<Seat>(other)) != team_of(g, static_cast<Seat>(seat));
    count += fresh;
  }
  return count;
}

/// The heuristic value for a seat, in evaluation points: the game's evaluation, else its standing, else 0.
template <Rules G>
Value heuristic(const G& g, const typename G::Position& p, Seat seat) {
  if constexpr (EvaluatedGame<G>)
    if (has(g, Capability::evaluated)) return g.evaluate(p, seat);
  if constexpr (ScoredGame<G>) return g.score(p)[static_cast<std::size_t>(seat)] * value_unit(g);
  return 0;
}

/// A game of two sides: only the difference of their results counts. It is twice the result in a zero-sum game, and the zero-sum
/// part of any other.
template <Rules G>
class TwoSides {
 public:
  explicit TwoSides(const G& g) : g_(g), unit_(value_unit(g)), last_(static_cast<std::size_t>(g.players()) - 1) {
    for (int seat = 0; seat < g.players(); ++seat) side_[seat] = team_of(g, static_cast<Seat>(seat)) != team_of(g, 0);
    if (g.players() == 1) return;
    for (int seat = g.players() - 1; seat > 0; --seat)
      if (side_[seat]) last_ = static_cast<std::size_t>(seat);
  }

  [[nodiscard]] bool side(Seat seat) const { return side_[seat]; }
  /// The lead of side 0, or of side 1 if `side`.
  [[nodiscard]] Value seen(const GainsOf<G>& gains, bool side) const {
    const Value lead = (gains[0] - gains[last_]) * unit_;
    return side ? -lead : lead;
  }
  [[nodiscard]] Value guess(const typename G::Position& p, bool side) const {
    if constexpr (EvaluatedGame<G>)
      if (has(g_, Capability::evaluated)) return 2 * g_.evaluate(p, side ? static_cast<Seat>(last_) : Seat{0});
    if constexpr (ScoredGame<G>) return seen(g_.score(p), side);
    return 0;
  }
  /// In points of result, as they are reported.
  [[nodiscard]] double points(Value value) const { return static_cast<double>(value) / (2.0 * unit_); }
  [[nodiscard]] Value unit() const { return unit_; }

 private:
  G g_;
  Value unit_;
  std::size_t last_;  // a seat of the other side
  bool side_[static_cast<std::size_t>(G::max_players)] = {};
};

/// Noise of a given width, determined by the position and the game's seed, so that it is constant inside one game.
class Noise {
 public:
  Noise() = default;
  Noise(Value width, std::uint64_t key) : width_(width), key_(key) {}
  [[nodiscard]] Value at(std::uint64_t hash) const {
    if (width_ == 0) return 0;
    const auto word = static_cast<std::uint32_t>(mix(hash ^ key_));
    return static_cast<Value>((static_cast<std::uint64_t>(word) * static_cast<std::uint64_t>(width_ + 1)) >> 32) - width_ / 2;
  }

 private:
  Value width_ = 0;
  std::uint64_t key_ = 0;
};

/// Known values (from an endgame database), where a search can stop.
template <Rules G>
class Oracle {
 public:
  virtual ~Oracle() = default;
  [[nodiscard]] virtual bool knows(const typename G::Position& p) const = 0;
  /// The first side's future lead under best play and the game's own rule for endless play. Requires knows(p).
  [[nodiscard]] virtual std::int32_t lead(const typename G::Position& p) const = 0;
};

}  // namespace banmen
