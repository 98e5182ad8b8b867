// The two algorithms of Sanno and Hoki (2024) on the sets X(b, w): b black and w white checkers of 15 borne off, white (n = 15-w
// checkers on the board) to move against black (m = 15-b), a win or a loss counting 1. Backward induction runs for any number of
// checkers, the Monte Carlo method on (14, 14) as in the paper.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/control.hpp"
#include "engines/backgammon/wide/rules.hpp"

namespace banmen::backgammon {

struct KnownTier {
  int n = 0, m = 0;
  std::uint64_t positions = 0, known = 0, races = 0;
};

/// Algorithm 1, backward induction: which positions it values. A roll's value is known when all its results are, or when one of
/// them is a sure win; a position's when all its rolls' are. So three bits say all that matters of a position: whether it is known,
/// and whether its mover wins or loses for sure. Races are known: pips fall with every turn. Who wins one for sure is a matter of
/// each side by itself, its turns with the worst dice and with the best: the mover wins whatever falls where his worst is no more
/// than the other's best.
///
/// Positions with contact are swept until nothing new is known. What is known of a position is final when it is found, so sweeps
/// may take positions in any order.
class BackwardInduction {
 public:
  using Bits = std::uint8_t;
  static constexpr Bits known = 1, won = 2, lost = 4;

  /// Rules of at least as many checkers as are asked for below.
  explicit BackwardInduction(const WideRules& rules);

  /// Sweeps all tiers up to n v m, n ≥ m. False when stopped.
  bool find(int n, int m, const Control& control);
  [[nodiscard]] const std::vector<KnownTier>& tiers() const { return tiers_; }
  [[nodiscard]] const KnownTier& tier(int n, int m) const {
    return *std::find_if(tiers_.begin(), tiers_.end(), [&](const KnownTier& t) { return t.n == n && t.m == m; });
  }

  /// What is known of a position with contact when lines of play are followed for so many turns inside tiers that were not swept:
  /// never more than sweeps would find.
  [[nodiscard]] Bits within(int n, std::uint32_t a, int m, std::uint32_t b, int turns) const;

 private:
  struct Turns {
    std::uint8_t worst, best;  // that a side alone needs
  };
  [[nodiscard]] bool swept(int n, int m) const { return std::max(n, m) <= large_ && std::min(n, m) <= small_; }
  [[nodiscard]] std::size_t tier_at(int n, int m) const {
    return static_cast<std::size_t>(n) * rules_.rules.parts.size() + static_cast<std::size_t>(m);
  }
  [[nodiscard]] Bits bits_at(int n, std::uint32_t a, int m, std::uint32_t b) const {
    return bits_[tier_at(n, m)][std::size_t{b} * rules_.rules.parts[static_cast<std::size_t>(n)].size + a];
  }
  [[nodiscard]] bool race(int n, std::uint32_t a, int m, std::uint32_t b) const;
  [[nodiscard]] Bits of_race(int n, std::uint32_t a, int m, std::uint32_t b) const;
  template <class Result>
  [[nodiscard]] Bits judged_by(int n, std::uint32_t a, int m, std::uint32_t b, int& first, Result result) const;
  std::uint64_t sweep(int n, int m);

  const WideRules& rules_;
  int large_ = 0, small_ = 0;
  std::vector<std::vector<Turns>> turns_;  // [part][configuration]
  std::vector<std::vector<Bits>> bits_;    // [n · parts + m], by b · size(n) + a
  std::vector<KnownTier> tiers_;
};

/// Values on (14, 14) by [mover · 25 + other]; nothing where unknown or where a point would be held by both.
using OneEachValues = std::vector<std::optional<double>>;
/// What Algorithm 1 values there. `sides`: of one checker, with their plays.
OneEachValues values_by_induction(const Sides& sides);

struct MonteCarloPoint {
  std::uint64_t iterations;
  double bellman_error;  // the largest |V − Σ p max −V|
  double distance;       // the largest distance from the given exact values, where there are any
};

/// Algorithm 2, Monte Carlo with exploring starts and a greedy policy, on (14,14): each iteration plays one game from every
/// position of the set, greedily by the current values, and makes the position's value the mean of its own games.
/// `only_unknown`: positions that backward induction has valued keep that value. When stopped: the points reached so far.
std::vector<MonteCarloPoint> monte_carlo(std::uint64_t iterations, bool only_unknown, const Control& control);

}  // namespace banmen::backgammon
