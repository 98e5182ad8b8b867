// The aim of a seat: a weighting of all seats' results and standings. "own" is the plain aim of every seat; "own+0.5*facing" helps
// the seat opposite at the table; "own-rest" adds spite; "own.score" plays for the standing (Yonin: discs at home).
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
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

/// Unit of values by an aim other than the seat's own result.
inline constexpr const char* unit_of_aims = "points of its aim";

/// "own+0.5*facing-rest", "own.score", "-own" (play to lose). Weights have at most three decimals.
Result<Aim> read_aim(std::string_view text);

/// Turns results into utilities. An aim other than "own" is counted in thousandths, so that it stays an integer.
template <Rules G>
class Objective {
 public:
  using Vector = GainsOf<G>;

  Objective() = default;
  /// The searching seat has the aim; all others are assumed to have the model's.
  Objective(const G& g, Seat self, const Aim& aim, const Aim& model) : players_(g.players()) {
    plain_ = aim.plain() && model.plain();
    for (int seat = 0; seat < players_; ++seat) {
      const Aim& a = seat == self ? aim : model;
      const int facing = players_ >= 4 && players_ % 2 == 0 ? (seat + players_ / 2) % players_ : -1;
      const int rest = players_ - 1 - (facing >= 0);
      for (int other = 0; other < players_; ++other) {
        const int party = other == seat ? Aim::own : other == facing ? Aim::facing : Aim::rest;
        // All weights are multiplied by 60, so that shares of "rest" (1 … 5 seats) are integers.
        const int share = party == Aim::rest && rest > 0 ? 60 / std::min(rest, 60) : 60;
        result_[at(seat)][at(other)] = a.result[static_cast<std::size_t>(party)] * share;
        score_[at(seat)][at(other)] = a.score[static_cast<std::size_t>(party)] * share;
        uses_score_ |= score_[at(seat)][at(other)] != 0;
      }
    }
  }

  [[nodiscard]] bool plain() const { return plain_; }
  [[nodiscard]] bool uses_score() const { return uses_score_; }
  /// The weight of one point of result in a utility.
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

/// Expectations of all seats: vectors in evaluation points, exact at the end and heuristic before it.
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
  /// The standing, for aims that include it.
  [[nodiscard]] Vector standing(const typename G::Position& p) const {
    if constexpr (ScoredGame<G>) return scaled(g_.score(p));
    return {};
  }

 private:
  G g_;
  Value unit_;
};

// Rewards of a playout, 0 … 1 for every seat, for Monte-Carlo search.

enum class RewardKind { win, rank, margin };

template <Rules G>
class Rewards {
 public:
  using Vector = std::array<float, static_cast<std::size_t>(G::max_players)>;

  Rewards(const G& g, RewardKind kind, const Aim& aim, double scale)
      : g_(g), kind_(kind), players_(g.players()), aim_(aim), scale_(scale > 0 ? scale : usual_scale(g)) {
    for (int seat = 0; seat < players_; ++seat) team_[at(seat)] = team_of(g, static_cast<Seat>(seat));
  }

  /// From a final result.
  [[nodiscard]] Vector of(const GainsOf<G>& result) const {
    Vector reward{};
    if (players_ == 2 && kind_ != RewardKind::margin) {
      reward[0] = result[0] > result[1] ? 1.0F : result[0] < result[1] ? 0.0F : 0.5F;
      reward[1] = 1 - reward[0];
    } else {
      for (int seat = 0; seat < players_; ++seat) reward[at(seat)] = one(result, seat);
    }
    return aim_.plain() ? reward : weighted(reward);
  }

  /// From a heuristic: the corresponding chance of winning. Each seat is compared with the best of the other sides.
  [[nodiscard]] Vector guess(const typename G::Position& p, const GainsOf<G>& gained) const {
    Vector reward{};
    std::array<double, static_cast<std::size_t>(G::max_players)> hope{};
    const double unit = value_unit(g_);
    if (players_ == 2) {
      const Seat seat = std::max<Seat>(g_.turn(p), 0);
      double lead = 2.0 * heuristic_lead(p, seat);
      lead += unit * (gained[at(seat)] - gained[at(1 - seat)]);
      reward[at(seat)] = squash(lead / 2);
      reward[at(1 - seat)] = 1 - reward[at(seat)];
    } else {
      for (int seat = 0; seat < players_; ++seat)
        hope[at(seat)] = heuristic(g_, p, static_cast<Seat>(seat)) + unit * gained[at(seat)];
      for (int seat = 0; seat < players_; ++seat) {
        double rival = -1e300;
        for (int other = 0; other < players_; ++other)
          if (team_[at(other)] != team_[at(seat)]) rival = std::max(rival, hope[at(other)]);
        reward[at(seat)] = squash(hope[at(seat)] - rival);
      }
    }
    return aim_.plain() ? reward : weighted(reward);
  }

 private:
  static std::size_t at(int seat) { return static_cast<std::size_t>(seat); }

  static double usual_scale(const G& g) {
    if constexpr (HasEvaluationScale<G>)
      if (const double scale = g.evaluation_scale(); scale > 0) return scale;
    if constexpr (HasEvaluationUnit<G>)
      if (const Value unit = g.evaluation_unit(); unit > 0) return 4.0 * unit;
    return has(g, Capability::evaluated) ? 64 : 4;
  }

  [[nodiscard]] float squash(double lead) const { return static_cast<float>(1 / (1 + std::exp(-lead / scale_))); }

  /// An evaluation is already relative to the other seat; a score is not.
  [[nodiscard]] double heuristic_lead(const typename G::Position& p, Seat seat) const {
    if constexpr (EvaluatedGame<G>)
      if (has(g_, Capability::evaluated)) return g_.evaluate(p, seat);
    return (heuristic(g_, p, seat) - heuristic(g_, p, static_cast<Seat>(1 - seat))) / 2.0;
  }

  [[nodiscard]] float one(const GainsOf<G>& result, int seat) const {
    const std::int32_t mine = result[at(seat)];
    if (kind_ == RewardKind::rank) {
      int points = 0, others = 0;
      for (int other = 0; other < players_; ++other) {
        if (team_[at(other)] == team_[at(seat)]) continue;
        ++others;
        points += mine > result[at(other)] ? 2 : mine == result[at(other)] ? 1 : 0;
      }
      return others == 0 ? 0.0F : static_cast<float>(points) / static_cast<float>(2 * others);
    }
    std::int32_t rival = INT32_MIN;
    for (int other = 0; other < players_; ++other)
      if (team_[at(other)] != team_[at(seat)]) rival = std::max(rival, result[at(other)]);
    if (kind_ == RewardKind::margin) return squash((mine - rival) * static_cast<double>(value_unit(g_)) / 2);
    if (mine != rival) return mine > rival ? 1.0F : 0.0F;
    int sharing = 0;  // sides with the best result; seats of one team count once
    for (int other = 0; other < players_; ++other) {
      bool fresh = result[at(other)] == mine;
      for (int before = 0; before < other; ++before) fresh &= team_[at(before)] != team_[at(other)];
      sharing += fresh;
    }
    return 1.0F / static_cast<float>(std::max(1, sharing));
  }

  /// Applies the aim to rewards and rescales them to 0 … 1.
  [[nodiscard]] Vector weighted(const Vector& reward) const {
    Vector out{};
    for (int seat = 0; seat < players_; ++seat) {
      const int facing = players_ >= 4 && players_ % 2 == 0 ? (seat + players_ / 2) % players_ : -1;
      double rest = 0;
      int count = 0;
      for (int other = 0; other < players_; ++other)
        if (other != seat && other != facing) rest += reward[at(other)], ++count;
      const double parts[Aim::parties] = {reward[at(seat)], facing >= 0 ? reward[at(facing)] : 0.0, count > 0 ? rest / count : 0.0};
      double sum = 0, least = 0, most = 0;
      for (int party = 0; party < Aim::parties; ++party) {
        const double w = aim_.result[at(party)] + aim_.score[at(party)];
        sum += w * parts[party];
        (w < 0 ? least : most) += w;
      }
      out[at(seat)] = most > least ? static_cast<float>((sum - least) / (most - least)) : 0.5F;
    }
    return out;
  }

  G g_;
  RewardKind kind_;
  int players_;
  Aim aim_;
  double scale_;
  std::array<int, static_cast<std::size_t>(G::max_players)> team_{};
};

}  // namespace banmen
