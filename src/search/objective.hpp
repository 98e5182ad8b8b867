// What a seat wants: a stated weighting of all seats' results and standings. "own" is the plain aim of every seat; "own+0.5*facing"
// helps the seat opposite at the table; "own-rest" adds spite; "own.score" plays for the standing (Yonin: discs at home).
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "core/error.hpp"
#include "core/game.hpp"
#include "search/value.hpp"

namespace banmen {

/// Weights in thousandths, relative to the seat that has the aim. `rest` is the mean of all seats that are neither own nor facing.
struct Aim {
  enum { own, facing, rest, parties };
  std::array<int, parties> result{1000, 0, 0};
  std::array<int, parties> score{};

  [[nodiscard]] bool plain() const { return *this == Aim{}; }
  bool operator==(const Aim&) const = default;
};

/// Of values by an aim that is not simply the own result.
inline constexpr const char* unit_of_aims = "points of its aim";

/// "own+0.5*facing-rest", "own.score", "-own" (play to lose). Weights have at most three decimals.
Result<Aim> read_aim(std::string_view text);

/// Turns results into utilities. An aim other than "own" is counted in thousandths, so that it stays an integer.
template <Rules G>
class Objective {
 public:
  using Vector = GainsOf<G>;

  Objective() = default;
  /// The searching seat has the aim; all others are believed to have the model's.
  Objective(const G& g, Seat self, const Aim& aim, const Aim& model) : players_(g.players()) {
    plain_ = aim.plain() && model.plain();
    for (int seat = 0; seat < players_; ++seat) {
      const Aim& a = seat == self ? aim : model;
      const int facing = players_ >= 4 && players_ % 2 == 0 ? (seat + players_ / 2) % players_ : -1;
      const int rest = players_ - 1 - (facing >= 0);
      for (int other = 0; other < players_; ++other) {
        const int party = other == seat ? Aim::own : other == facing ? Aim::facing : Aim::rest;
        // Shares of "rest" are kept whole by counting everything in sixtieths as well: rest is 1 … 5 seats.
        const int share = party == Aim::rest && rest > 0 ? 60 / std::min(rest, 60) : 60;
        result_[at(seat)][at(other)] = a.result[static_cast<std::size_t>(party)] * share;
        score_[at(seat)][at(other)] = a.score[static_cast<std::size_t>(party)] * share;
        uses_score_ |= score_[at(seat)][at(other)] != 0;
      }
    }
  }

  [[nodiscard]] bool plain() const { return plain_; }
  [[nodiscard]] bool uses_score() const { return uses_score_; }
  /// What one point of result counts in a utility.
  [[nodiscard]] double scale() const { return plain_ ? 1 : 60000; }

  /// The utility of a final result (and of the standing at the end) for a seat.
  [[nodiscard]] std::int64_t utility(Seat seat, const Vector& result, const Vector& score) const {
    if (plain_) return result[at(seat)];
    std::int64_t sum = 0;
    for (int other = 0; other < players_; ++other)
      sum += static_cast<std::int64_t>(result_[at(seat)][at(other)]) * result[at(other)] +
             static_cast<std::int64_t>(score_[at(seat)][at(other)]) * score[at(other)];
    return sum;
  }

 private:
  static std::size_t at(int seat) { return static_cast<std::size_t>(seat); }
  static constexpr auto most = static_cast<std::size_t>(G::max_players);
  int players_ = 1;
  bool plain_ = true, uses_score_ = false;
  std::array<std::array<int, most>, most> result_{}, score_{};
};

/// What every seat may expect: vectors in evaluation points, exact at the end and heuristic before it.
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
