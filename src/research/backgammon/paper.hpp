// The two algorithms of Sanno and Hoki (2024), as they are stated, on the sets X(b, w): b black and w white checkers of 15 borne
// off, white (n = 15-w checkers on the board) to move against black (m = 15-b), a win or a loss counting 1.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "core/control.hpp"
#include "engines/backgammon/endgames/sides.hpp"

namespace banmen::backgammon {

/// All sides with up to `most` checkers, with their plays.
class SideFamily {
 public:
  explicit SideFamily(int most);
  [[nodiscard]] const Sides& operator[](int n) const { return *sides_[static_cast<std::size_t>(n)]; }

 private:
  std::vector<std::unique_ptr<Sides>> sides_;
};

/// Values of one set by [mover a][opponent b]; nothing where unknown or where a point would be held by both.
struct PaperTable {
  int n = 0, m = 0;
  std::uint32_t movers = 0, opponents = 0;
  std::vector<std::optional<double>> values;

  [[nodiscard]] const std::optional<double>& at(std::uint32_t a, std::uint32_t b) const {
    return values[std::size_t{a} * opponents + b];
  }
  [[nodiscard]] std::optional<double>& at(std::uint32_t a, std::uint32_t b) { return values[std::size_t{a} * opponents + b]; }
};

struct InductionReport {
  int n = 0, m = 0;
  std::uint64_t positions = 0, known = 0, races = 0, races_known = 0;
};

/// Algorithm 1, backward induction: a roll's value is known when all its results are, or when one of them wins for sure; a
/// position's when all its rolls' are. (n, m) and (m, n) lead to each other and are run together, on top of the smaller sets; the
/// order in which positions are taken does not matter, since what is known only grows.
class BackwardInduction {
 public:
  explicit BackwardInduction(const SideFamily& sides) : sides_(sides) {}
  /// Runs (n, m), (m, n) and the sets under them; reports of (n, m) and, where different, (m, n).
  std::vector<InductionReport> run(int n, int m);
  [[nodiscard]] const PaperTable* table(int n, int m) const;

 private:
  std::optional<double> value_of(const PaperTable& t, std::uint32_t a, std::uint32_t b) const;

  const SideFamily& sides_;
  std::vector<std::unique_ptr<PaperTable>> tables_;
};

struct MonteCarloPoint {
  std::uint64_t iterations;
  double bellman_error;  // the largest |V − Σ p max −V|
  double distance;       // the largest distance from the given exact values, where there are any
};

/// Algorithm 2, Monte Carlo with exploring starts and a greedy policy, on (14,14): each iteration plays one game from every
/// position of the set, greedily by the current values, and makes the position's value the mean of its own games.
/// `only_unknown`: positions that backward induction has valued keep that value. When stopped: the points reached so far.
std::vector<MonteCarloPoint> monte_carlo(const SideFamily& sides, const PaperTable& start, std::uint64_t iterations,
                                         bool only_unknown, const std::function<double(std::uint32_t a, std::uint32_t b)>& exact,
                                         const Control& control);
/// The same with what the paper could not know: the exact values.
std::vector<MonteCarloPoint> monte_carlo_and_exact(const SideFamily& sides, const PaperTable& start, std::uint64_t iterations,
                                                   bool only_unknown, const Control& control);

}  // namespace banmen::backgammon
