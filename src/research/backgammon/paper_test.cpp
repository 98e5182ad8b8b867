// The paper's algorithms against a slow twin, its printed figures and the exact values.
#include "research/backgammon/paper.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "engines/backgammon/endgames/endgames.hpp"

namespace banmen::backgammon {
namespace {

/// All sides with up to `most` checkers, with their plays.
class SideFamily {
 public:
  explicit SideFamily(int most) {
    std::vector<const Sides*> smaller;
    for (int n = 0; n <= most; ++n) {
      sides_.push_back(std::make_unique<Sides>(n));
      sides_.back()->find_plays(smaller);
      smaller.push_back(sides_.back().get());
    }
  }
  [[nodiscard]] const Sides& operator[](int n) const { return *sides_[static_cast<std::size_t>(n)]; }

 private:
  std::vector<std::unique_ptr<Sides>> sides_;
};

/// Values of one set by [mover a][opponent b]; nothing if unknown or impossible.
struct SlowTable {
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

/// Slow twin: Algorithm 1 as stated, with values. (n, m) and (m, n) lead to each other and run together, after the smaller sets.
class SlowInduction {
 public:
  explicit SlowInduction(const SideFamily& sides) : sides_(sides) {}
  /// Runs (n, m), (m, n) and the smaller sets; reports (n, m) and, if different, (m, n).
  std::vector<InductionReport> run(int n, int m);
  [[nodiscard]] const SlowTable* table(int n, int m) const;

 private:
  std::optional<double> value_of(const SlowTable& t, std::uint32_t a, std::uint32_t b) const;

  const SideFamily& sides_;
  std::vector<std::unique_ptr<SlowTable>> tables_;
};

const SlowTable* SlowInduction::table(int n, int m) const {
  for (const auto& t : tables_)
    if (t->n == n && t->m == m) return t.get();
  return nullptr;
}

std::optional<double> SlowInduction::value_of(const SlowTable& t, std::uint32_t a, std::uint32_t b) const {
  double sum = 0;
  for (int roll = 0; roll < throw_count; ++roll) {
    double best = -2;
    bool unknown = false;
    for_results(sides_[t.n], a, sides_[t.m], b, roll, [&](int left, std::uint32_t result, std::uint32_t after) {
      if (left == 0) {
        best = 1;
        return;
      }
      const auto& value = table(t.m, left)->at(after, result);
      if (value)
        best = std::max(best, -*value);
      else
        unknown = true;
    });
    if (unknown && best < 1) return std::nullopt;
    sum += throw_of(roll).weight * best;
  }
  return sum / 36;
}

std::vector<InductionReport> SlowInduction::run(int n, int m) {
  for (const auto& [x, y] : {std::pair{n - 1, m}, {n, m - 1}})
    if (x >= 1 && y >= 1 && table(x, y) == nullptr) run(x, y);
  std::vector<SlowTable*> group;
  for (const auto& [x, y] : {std::pair{n, m}, {m, n}}) {
    if (table(x, y) != nullptr) continue;
    tables_.push_back(std::make_unique<SlowTable>(SlowTable{x, y, sides_[x].size(), sides_[y].size(), {}}));
    tables_.back()->values.resize(std::size_t{sides_[x].size()} * sides_[y].size());
    group.push_back(tables_.back().get());
  }
  std::vector<InductionReport> reports;
  for (SlowTable* t : group) reports.push_back({t->n, t->m, 0, 0, 0, 0});
  for (bool first = true, found = true; found; first = false) {
    found = false;
    for (std::size_t k = 0; k < group.size(); ++k) {
      SlowTable& t = *group[k];
      for (std::uint32_t a = 0; a < t.movers; ++a)
        for (std::uint32_t b = 0; b < t.opponents; ++b) {
          if ((sides_[t.n].points(a) & sides_[t.m].facing(b)) != 0 || t.at(a, b)) continue;
          const bool race = sides_[t.n].top(a) + sides_[t.m].top(b) < bar;
          if (first) {
            ++reports[k].positions;
            reports[k].races += race;
          }
          const auto value = value_of(t, a, b);
          if (!value) continue;
          t.at(a, b) = value;
          ++reports[k].known;
          reports[k].races_known += race;
          found = true;
        }
    }
  }
  return reports;
}

}  // namespace

TEST(BackgammonInduction, ValuesThePositionsOfTheSlowTwin) {
  const WideRules rules(2, 1);
  BackwardInduction induction(rules);
  ASSERT_TRUE(induction.find(2, 2, {}));
  const SideFamily sides(2);
  for (const auto& [n, m] : {std::pair(1, 1), std::pair(2, 1), std::pair(2, 2)}) {
    SlowInduction slow(sides);
    for (const InductionReport& report : slow.run(n, m)) {
      const auto tier = std::find_if(induction.tiers().begin(), induction.tiers().end(),
                                     [&](const KnownTier& t) { return t.n == report.n && t.m == report.m; });
      ASSERT_NE(tier, induction.tiers().end());
      EXPECT_EQ(tier->positions, report.positions);
      EXPECT_EQ(tier->races, report.races);
      EXPECT_EQ(tier->known, report.known) << report.n << " v " << report.m;
    }
  }
  // Search finds a subset of what sweeps find, growing with depth.
  BackwardInduction below(rules);
  ASSERT_TRUE(below.find(1, 1, {}));
  std::uint64_t found[4] = {};
  for (std::uint32_t a = 0; a < rules.sides[2].size(); ++a)
    for (std::uint32_t b = 0; b < rules.sides[2].size(); ++b) {
      if ((rules.sides[2].points(a) & rules.sides[2].facing(b)) != 0 || rules.sides[2].top(a) + rules.sides[2].top(b) < bar)
        continue;
      const auto all = induction.within(2, a, 2, b, 0);
      for (int turns = 1; turns <= 3; ++turns) {
        const auto here = below.within(2, a, 2, b, turns);
        EXPECT_TRUE(here == 0 || here == all);
        found[turns] += here != 0;
      }
      found[0] += all != 0;
    }
  EXPECT_EQ(found[0], 150u);
  EXPECT_LE(found[1], found[2]);
  EXPECT_LE(found[2], found[3]);
  EXPECT_GT(found[3], 100u);
}

TEST(BackgammonInduction, CountsThePapersTableOne) {
  const WideRules rules(2, 1);
  BackwardInduction induction(rules);
  ASSERT_TRUE(induction.find(2, 1, {}));
  EXPECT_EQ(induction.tier(1, 1).positions, 601u);
  EXPECT_EQ(induction.tier(1, 1).known, 282u);  // as printed
  EXPECT_EQ(induction.tier(1, 2).positions, 7525u);
  EXPECT_EQ(induction.tier(1, 2).known, 2478u);  // one checker to move against two; the paper prints 2458
  EXPECT_EQ(induction.tier(2, 1).positions, 7525u);
  EXPECT_EQ(induction.tier(2, 1).known, 2302u);  // as printed
}

TEST(BackgammonInduction, ValuesOfOneCheckerEachAreExact) {
  Endgames exact{Stakes{}};
  ASSERT_TRUE(exact.solve(1, 1, {}));
  const Sides& sides = exact.sides(1);
  const OneEachValues values = values_by_induction(sides);
  std::uint64_t known = 0;
  for (std::uint32_t a = 0; a < sides.size(); ++a)
    for (std::uint32_t b = 0; b < sides.size(); ++b) {
      const auto& value = values[std::size_t{a} * sides.size() + b];
      known += value.has_value();
      if (value) {
        EXPECT_NEAR(*value, exact.value(0, 1, a, 1, b), 1e-13);
      }
      // With a checker on points 1 to 3 every roll bears off.
      if (sides.pips(a) <= 3 && exact.possible(1, a, 1, b)) {
        EXPECT_EQ(value, 1.0);
      }
    }
  EXPECT_EQ(known, 282u);
}

TEST(BackgammonMonteCarlo, ComesCloserWithMoreGames) {
  const auto points = monte_carlo(200, false, {});
  ASSERT_EQ(points.back().iterations, 200u);
  EXPECT_LT(points.back().bellman_error, points.front().bellman_error / 4);
  EXPECT_LT(points.back().distance, 0.5);
}

}  // namespace banmen::backgammon
