// What every seat may expect: vectors in evaluation points, exact at the end and heuristic before it.
#pragma once

#include "search/objective.hpp"
#include "search/value.hpp"

namespace banmen {

template <Rules G>
class Outlook {
 public:
  using Vector = GainsOf<G>;

  explicit Outlook(const G& g) : g_(g), unit_(value_unit(g)) {}

  [[nodiscard]] Value unit() const { return unit_; }
  [[nodiscard]] Vector scaled(Vector gains) const {
    for (auto& gain : gains) gain *= unit_;
    return gains;
  }
  [[nodiscard]] Vector at_end(const typename G::Position& p) const { return scaled(g_.payoff(p)); }
  [[nodiscard]] Vector guess(const typename G::Position& p) const {
    if constexpr (ScoredGame<G>)
      if (!has(g_, Capability::evaluated)) return scaled(g_.score(p));
    Vector hope{};
    for (int seat = 0; seat < g_.players(); ++seat)
      hope[static_cast<std::size_t>(seat)] = heuristic(g_, p, static_cast<Seat>(seat));
    return hope;
  }
  /// The standing, for aims that ask for it.
  [[nodiscard]] Vector standing(const typename G::Position& p) const {
    if constexpr (ScoredGame<G>) return scaled(g_.score(p));
    return {};
  }

 private:
  G g_;
  Value unit_;
};

}  // namespace banmen
