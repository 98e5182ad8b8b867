#include "research/backgammon/paper.hpp"

#include <algorithm>
#include <cmath>

#include "core/random.hpp"
#include "engines/backgammon/endgames/endgames.hpp"

namespace banmen::backgammon {

SideFamily::SideFamily(int most) {
  std::vector<const Sides*> smaller;
  for (int n = 0; n <= most; ++n) {
    sides_.push_back(std::make_unique<Sides>(n));
    sides_.back()->find_plays(smaller);
    smaller.push_back(sides_.back().get());
  }
}

const PaperTable* BackwardInduction::table(int n, int m) const {
  for (const auto& t : tables_)
    if (t->n == n && t->m == m) return t.get();
  return nullptr;
}

std::optional<double> BackwardInduction::value_of(const PaperTable& t, std::uint32_t a, std::uint32_t b) const {
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

std::vector<InductionReport> BackwardInduction::run(int n, int m) {
  for (const auto& [x, y] : {std::pair{n - 1, m}, {n, m - 1}})
    if (x >= 1 && y >= 1 && table(x, y) == nullptr) run(x, y);
  std::vector<PaperTable*> group;
  for (const auto& [x, y] : {std::pair{n, m}, {m, n}}) {
    if (table(x, y) != nullptr) continue;
    tables_.push_back(std::make_unique<PaperTable>(PaperTable{x, y, sides_[x].size(), sides_[y].size(), {}}));
    tables_.back()->values.resize(std::size_t{sides_[x].size()} * sides_[y].size());
    group.push_back(tables_.back().get());
  }
  std::vector<InductionReport> reports;
  for (PaperTable* t : group) reports.push_back({t->n, t->m, 0, 0, 0, 0});
  for (bool first = true, found = true; found; first = false) {
    found = false;
    for (std::size_t k = 0; k < group.size(); ++k) {
      PaperTable& t = *group[k];
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

namespace {

/// The set (14,14) as plain numbers, for quick play.
struct OneEach {
  const Sides& sides;
  std::vector<double> values;

  double& at(std::uint32_t a, std::uint32_t b) { return values[std::size_t{a} * sides.size() + b]; }
  double at(std::uint32_t a, std::uint32_t b) const { return values[std::size_t{a} * sides.size() + b]; }
  bool possible(std::uint32_t a, std::uint32_t b) const { return (sides.points(a) & sides.facing(b)) == 0; }

  struct Best {
    double value = -2;
    bool won = false;
    std::uint32_t a = 0, b = 0;  // of the next mover and his opponent
  };
  Best best(std::uint32_t a, std::uint32_t b, int roll) const {
    Best best;
    for_results(sides, a, sides, b, roll, [&](int left, std::uint32_t result, std::uint32_t after) {
      const double value = left == 0 ? 1 : -at(after, result);
      if (value > best.value) best = {value, left == 0, after, result};
    });
    return best;
  }
  double bellman(std::uint32_t a, std::uint32_t b) const {
    double sum = 0;
    for (int roll = 0; roll < throw_count; ++roll) sum += throw_of(roll).weight * best(a, b, roll).value;
    return sum / 36;
  }
};

int random_throw(Random& random) {
  const int x = 1 + static_cast<int>(random.below(6)), y = 1 + static_cast<int>(random.below(6));
  const int large = std::max(x, y), small = std::min(x, y);
  return large * (large - 1) / 2 + small - 1;
}

}  // namespace

std::vector<MonteCarloPoint> monte_carlo(const SideFamily& sides, const PaperTable& start, std::uint64_t iterations,
                                         bool only_unknown, const std::function<double(std::uint32_t, std::uint32_t)>& exact,
                                         const Control& control) {
  OneEach set{sides[1], std::vector<double>(start.values.size())};
  std::vector<std::pair<std::uint32_t, std::uint32_t>> positions;
  for (std::uint32_t a = 0; a < start.movers; ++a)
    for (std::uint32_t b = 0; b < start.opponents; ++b)
      if (set.possible(a, b)) {
        set.at(a, b) = start.at(a, b).value_or(0);
        positions.emplace_back(a, b);
      }
  std::vector<std::int64_t> returns(start.values.size());
  std::vector<MonteCarloPoint> points;
  std::uint64_t next_point = 1;
  for (std::uint64_t i = 1; i <= iterations && !control.stop.stop_requested(); ++i) {
    if (control.progress && i % 64 == 0) control.progress(i, iterations, "iterations");
    for (std::size_t k = 0; k < positions.size(); ++k) {
      auto [a, b] = positions[k];
      if (only_unknown && start.at(a, b)) continue;
      Random random(control.seed, (i - 1) * positions.size() + k);
      int sign = 1;
      for (;; sign = -sign) {
        const OneEach::Best play = set.best(a, b, random_throw(random));
        if (play.won) break;
        a = play.a;
        b = play.b;
      }
      const std::size_t at = std::size_t{positions[k].first} * start.opponents + positions[k].second;
      returns[at] += sign;
      set.values[at] = static_cast<double>(returns[at]) / static_cast<double>(i);
    }
    if (i != next_point && i != iterations) continue;
    // 1, 2, 5, 10, …: even steps on the logarithmic axis of the figure.
    if (i == next_point) {
      std::uint64_t lead = next_point;
      while (lead >= 10) lead /= 10;
      next_point = lead == 2 ? next_point / 2 * 5 : next_point * 2;
    }
    MonteCarloPoint point{i, 0, 0};
    for (const auto& [x, y] : positions) {
      point.bellman_error = std::max(point.bellman_error, std::fabs(set.at(x, y) - set.bellman(x, y)));
      if (exact) point.distance = std::max(point.distance, std::fabs(set.at(x, y) - exact(x, y)));
    }
    points.push_back(point);
  }
  return points;
}

std::vector<MonteCarloPoint> monte_carlo_and_exact(const SideFamily& sides, const PaperTable& start, std::uint64_t iterations,
                                                   bool only_unknown, const Control& control) {
  Endgames exact{Stakes{}};
  if (!exact.solve(1, 1, EndgameOptions::from(control))) return {};
  return monte_carlo(
      sides, start, iterations, only_unknown, [&](std::uint32_t a, std::uint32_t b) { return exact.value(0, 1, a, 1, b); },
      control);
}

}  // namespace banmen::backgammon
