// The paper's Monte Carlo method, and how fast its error falls.
#include <fmt/format.h>

#include <cmath>

#include "research/backgammon/paper.hpp"
#include "research/backgammon/studies.hpp"

namespace banmen::backgammon {
namespace {

/// Over the last decade of the log-log plot; -0.5 is what sampling gives.
void add_slope(Findings& found, const std::vector<MonteCarloPoint>& points) {
  const MonteCarloPoint& last = points.back();
  for (const MonteCarloPoint& p : points) {
    if (p.iterations * 10 < last.iterations || p.iterations == last.iterations) continue;
    found.add("slope",
              std::log(last.bellman_error / p.bellman_error) /
                  std::log(static_cast<double>(last.iterations) / static_cast<double>(p.iterations)),
              fmt::format("from {} to {} iterations", p.iterations, last.iterations));
    return;
  }
}

Result<Findings> run(const Values& values, const Control& control) {
  const SideFamily sides(1);
  BackwardInduction induction(sides);
  induction.run(1, 1);
  const auto iterations = static_cast<std::uint64_t>(values.integer("iterations"));
  const auto points = monte_carlo_and_exact(sides, *induction.table(1, 1), iterations, values.flag("only_unknown"), control);
  if (points.empty()) return fail(ErrorKind::stopped, "stopped before the first iteration was done");
  Findings found;
  found.complete = points.back().iterations == iterations;
  for (const auto& p : points) found.add(fmt::format("largest Bellman error[{}]", p.iterations), p.bellman_error);
  for (const auto& p : points) found.add(fmt::format("largest distance from the exact value[{}]", p.iterations), p.distance);
  add_slope(found, points);
  return found;
}

}  // namespace

Study montecarlo() {
  return {.id = "montecarlo",
          .help = "Algorithm 2 of the backgammon paper: Monte Carlo with exploring starts on (14,14)",
          .examples = {"banmen backgammon montecarlo --iterations 2000 --seed 1",
                       "banmen backgammon montecarlo --iterations 2000 --only-unknown"},
          .parameters = {Parameter::integer("iterations", 500, 1, 10'000'000, "Games from every position"),
                         Parameter::integer("seed", 1, 0, 1'000'000'000, "Of the dice"),
                         Parameter::flag("only_unknown", false, "Positions that backward induction valued keep their value")},
          .run = run,
          .takes = Study::Takes::seconds};
}

}  // namespace banmen::backgammon
