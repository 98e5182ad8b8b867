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

/// Algorithm 1, backward induction: the positions that it values. A roll's value is known if all its results are known or one is a
/// sure win; a position's value if those of all rolls are. Three bits per position suffice: known, sure win, sure loss for the
/// mover. Races are always known, since pips decrease every turn; the mover surely wins if his number of turns with the worst dice
/// is at most the opponent's with the best.
///
/// Sweeps over the positions with contact repeat until a fixed point. Bits are final once set, so the order of positions is free.
class BackwardInduction {
 public:
  using Bits = std::uint8_t;
  static constexpr Bits known = 1, won = 2, lost = 4;

  /// The rules must cover the numbers of checkers used below.
  explicit BackwardInduction(const WideRules& rules);

  /// Sweeps all tiers up to n v m, n ≥ m. Returns false when stopped.
  bool find(int n, int m, const Control& control);
  [[nodiscard]] const std::vector<KnownTier>& tiers() const { return tiers_; }
  [[nodiscard]] const KnownTier& tier(int n, int m) const {
    return *std::find_if(tiers_.begin(), tiers_.end(), [&](const KnownTier& t) { return t.n == n && t.m == m; });
  }

  /// Bits of a position with contact in an unswept tier, by search to a depth of `turns`: a subset of what sweeps would find.
  [[nodiscard]] Bits within(int n, std::uint32_t a, int m, std::uint32_t b, int turns) const;

 private:
  struct Turns {
    std::uint8_t worst, best;  // turns to bear off, unopposed
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

/// Values on (14, 14) by [mover · 25 + other]; nothing if unknown or impossible.
using OneEachValues = std::vector<std::optional<double>>;
/// The values of Algorithm 1. `sides`: of one checker, with plays.
OneEachValues values_by_induction(const Sides& sides);

struct MonteCarloPoint {
  std::uint64_t iterations;
  double bellman_error;  // the largest |V − Σ p max −V|
  double distance;       // the largest distance from exact values
};

/// Algorithm 2, Monte Carlo with exploring starts on (14, 14): each iteration plays one game from every position, greedily by the
/// current values, and sets the position's value to the mean of its games. With `only_unknown`, positions valued by backward
/// induction keep their value. When stopped, returns the points reached so far.
std::vector<MonteCarloPoint> monte_carlo(std::uint64_t iterations, bool only_unknown, const Control& control);

}  // namespace banmen::backgammon
