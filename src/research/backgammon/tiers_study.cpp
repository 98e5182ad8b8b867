// All positions of so many checkers against so many, tier by tier.
#include <algorithm>

#include "research/backgammon/stakes_parameters.hpp"
#include "research/backgammon/studies.hpp"

namespace banmen::backgammon {
namespace {

Findings::Table table_of(const std::vector<TierReport>& reports, bool bounds, bool lengths) {
  using Kind = Findings::Column::Kind;
  Findings::Table table{.name = "tiers",
                        .help = "tiers of so many checkers against so many, each with its mirror image",
                        .columns = {{"mover", Kind::integer, "checkers of the mover's"},
                                    {"opponent", Kind::integer, "checkers of the opponent's"},
                                    {"positions", Kind::integer},
                                    {"sweeps", Kind::integer, "over all plays"},
                                    {"evaluations", Kind::integer, "sweeps over the plays chosen last"},
                                    {"residual", Kind::real, "how far the values are from satisfying their equation"},
                                    {.name = "error_bound", .kind = Kind::real, .help = "proved", .hidden = !bounds},
                                    {.name = "longest",
                                     .kind = Kind::real,
                                     .help = "turns: no game can be made to last longer on average",
                                     .digits = 1,
                                     .hidden = !lengths},
                                    {"seconds", Kind::real, "", 2}}};
  for (const TierReport& r : reports)
    table.rows.push_back({r.n, r.m, r.positions, r.sweeps, r.evaluations, r.residual,
                          r.error_bound < 0 ? Datum() : Datum(r.error_bound), r.longest > 0 ? Datum(r.longest) : Datum(),
                          r.seconds});
  return table;
}

Result<Findings> run(const Values& values, const Control& control) {
  auto stakes = stakes_of(values);
  if (!stakes) return fail(stakes.error());
  const auto n = static_cast<int>(values.integer("mover")), m = static_cast<int>(values.integer("opponent"));
  if (std::max(n, m) > stakes->checkers) return fail("more checkers on the board than in the game", "--checkers");
  const bool prove = values.flag("prove"), cube = stakes->kind == Stakes::Kind::cube;
  stakes->bounds = prove && cube;
  Endgames endgames(*stakes);
  const EndgameOptions options = EndgameOptions::from(control);
  Findings found;
  found.complete = endgames.solve(n, m, options) && (!prove || cube || endgames.prove(options));
  found.add(table_of(endgames.reports(), prove, prove && !cube));
  found.add({.name = "bytes", .value = endgames.bytes(), .words = "of values in memory"});
  return found;
}

}  // namespace

Study tiers() {
  return {.id = "tiers",
          .help = "Solve all positions of N against M checkers and the tiers under them",
          .examples = {"banmen backgammon tiers --mover 2 --opponent 2 --prove",
                       "banmen backgammon tiers --mover 3 --opponent 3 --payoff money --checkers 3"},
          .parameters = with_stakes({Parameter::integer("mover", 2, 1, 4, "Checkers of the mover on the board"),
                                     Parameter::integer("opponent", 2, 1, 4, "Checkers of the opponent on the board")}),
          .run = run,
          .takes = Study::Takes::seconds,
          .threads = true};
}

}  // namespace banmen::backgammon
