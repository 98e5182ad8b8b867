// Rewards of a playout, 0 … 1 for every seat, for Monte-Carlo search.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "search/objective.hpp"
#include "search/value.hpp"

namespace banmen {

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

  /// From a heuristic: the chance of winning that it stands for. Each seat is set against the best of the other sides.
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

  /// An evaluation is for a seat against the other already; a score is not.
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

  /// The aim applied to rewards, brought back to 0 … 1.
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
