// Table 1 and figure 6 of the paper beside what is found here.
#include "research/backgammon/paper.hpp"
#include "research/backgammon/studies.hpp"

namespace banmen::backgammon {
namespace {

using Kind = Findings::Column::Kind;

std::vector<Datum> row_of(const InductionReport& r, int printed) {
  return {std::vector<int>{15 - r.m, 15 - r.n}, r.positions, r.known, printed, r.races, r.races_known};
}

Result<Findings> run(const Values& values, const Control& control) {
  const SideFamily sides(2);
  BackwardInduction induction(sides);
  const auto one = induction.run(1, 1), two = induction.run(1, 2);
  Findings found;
  found.add(Findings::Table{.name = "table1",
                            .help = "table 1: positions valued by backward induction",
                            .columns = {{"borne_off", Kind::list, "black and white checkers"},
                                        {"positions", Kind::integer},
                                        {"known", Kind::integer, "valued here"},
                                        {"printed", Kind::integer, "valued in the paper"},
                                        {"races", Kind::integer, "positions without contact"},
                                        {"races_known", Kind::integer}},
                            .rows = {row_of(one.at(0), 282), row_of(two.at(0), 2458), row_of(two.at(1), 2302)}});
  Findings::Table figure{.name = "figure6",
                         .help = "figure 6: Monte Carlo on (14, 14)",
                         .columns = {{"iterations", Kind::integer},
                                     {"bellman_error", Kind::real, "the largest", 6},
                                     {"distance_from_exact", Kind::real, "the largest", 6}}};
  const auto iterations = static_cast<std::uint64_t>(values.integer("iterations"));
  const bool only_unknown = values.flag("only_unknown");
  if (only_unknown) figure.help += ", unknown positions only";
  const auto points = monte_carlo_and_exact(sides, *induction.table(1, 1), iterations, only_unknown, control);
  for (const MonteCarloPoint& p : points) figure.rows.push_back({p.iterations, p.bellman_error, p.distance});
  found.complete = !points.empty() && points.back().iterations == iterations;
  found.add(std::move(figure));
  return found;
}

}  // namespace

Study paper() {
  return {.id = "paper",
          .help = "The paper's backward induction (table 1) and Monte Carlo (figure 6)",
          .examples = {"banmen backgammon paper --iterations 10000"},
          .parameters = {Parameter::integer("iterations", 1000, 1, 100'000'000, "Of the Monte Carlo method"),
                         Parameter::flag("only_unknown", false, "Keep what backward induction has valued")},
          .run = run,
          .takes = Study::Takes::seconds};
}

}  // namespace banmen::backgammon
