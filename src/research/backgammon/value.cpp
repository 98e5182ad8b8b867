// Exact values: of one position by the cheapest applicable method, and of all positions tier by tier.
#include <fmt/format.h>

#include <algorithm>

#include "engines/backgammon/bearoff/bearoff.hpp"
#include "engines/backgammon/endgames/endgames.hpp"
#include "research/backgammon/side_text.hpp"
#include "research/studies.hpp"

namespace banmen::backgammon {
namespace {

std::vector<Parameter> with_stakes(std::vector<Parameter> own) {
  own.push_back(Parameter::choice("payoff", {"single", "money", "cube"},
                                  "single: every win counts one; money: gammons count too; cube: with the doubling cube"));
  own.push_back(Parameter::integer("checkers", 15, 1, 15,
                                   "Checkers of each side at the start; a gammon requires the loser to have borne off none"));
  own.push_back(Parameter::flag("jacoby", false, "Gammons count only once the cube has been turned; needs --payoff cube"));
  own.push_back(Parameter::flag("prove", false,
                                "Prove an error bound, from the length of games or, with the cube, from lower and upper bounds"));
  return own;
}

Result<Stakes> stakes_of(const Values& values) {
  Stakes stakes;
  const std::string& payoff = values.text("payoff");
  stakes.kind = payoff == "single" ? Stakes::Kind::single : payoff == "money" ? Stakes::Kind::money : Stakes::Kind::cube;
  stakes.checkers = static_cast<int>(values.integer("checkers"));
  stakes.jacoby = values.flag("jacoby");
  if (stakes.jacoby && stakes.kind != Stakes::Kind::cube) return fail("--jacoby needs --payoff cube");
  return stakes;
}

Figure real(std::string name, Datum value, int digits = 12) {
  const bool known = value.known();
  return {.name = std::move(name), .value = std::move(value), .digits = digits, .hidden = !known};
}

Findings by_cube(double owned, double centred, double opponents) {
  Findings out;
  out.add(real("owned", owned));
  out.add(real("centred", centred));
  out.add(real("opponents", opponents));
  return out;
}

/// A race with both sides home: one pass over a bear-off table.
Result<Findings> by_bearoff(const PlacedSide& mover, const PlacedSide& opponent, bool cube, const Control& control) {
  BearOff table(6, std::max(mover.count, opponent.count));
  if (!table.solve(cube, control)) return fail(ErrorKind::stopped, "stopped before the database was complete");
  const std::uint32_t i = table.rank(mover.side), j = table.rank(opponent.side);
  const double cubeless = table.value(BearOff::cubeless, i, j);
  Findings out;
  out.add(real("value", cube ? table.value_with_cube(i, j) : cubeless));
  out.add(real("win", (cubeless + 1) / 2));
  out.add("error_bound", BearOff::error_bound(mover.side, opponent.side));
  out.add("method", "bear-off");
  if (cube)
    out.add("rolls",
            by_cube(table.value(BearOff::owned, i, j), table.value(BearOff::centred, i, j), table.value(BearOff::opponents, i, j)),
            "value of rolling now, by the owner of the cube");
  return out;
}

/// Contact or gammons: solves all positions with these numbers of checkers by iteration.
Result<Findings> by_iteration(const PlacedSide& mover, const PlacedSide& opponent, Stakes stakes, bool gammons, bool prove,
                              const Control& control) {
  const int n = mover.count, m = opponent.count;
  const bool cube = stakes.kind == Stakes::Kind::cube;
  stakes.bounds = prove && cube;
  Endgames endgames(stakes);
  const EndgameOptions options = EndgameOptions::from(control);
  if (!endgames.solve(n, m, options)) return fail(ErrorKind::stopped, "stopped before all positions were solved");
  if (prove && !cube && !endgames.prove(options) && control.stop.stop_requested())
    return fail(ErrorKind::stopped, "stopped before the error was proved");
  const TierReport& report = endgames.reports().back();
  const int half = static_cast<int>(endgames.components().size()) / 2;  // lower bounds follow the upper ones
  const auto upper = [&](int c) { return endgames.value(c, mover.side, opponent.side); };
  const auto lower = [&](int c) { return endgames.value(c + half, mover.side, opponent.side); };
  const auto of = [&](int c) { return stakes.bounds ? (upper(c) + lower(c)) / 2 : upper(c); };
  const double value = of(cube ? 1 : 0);
  Datum bound;
  if (stakes.bounds) {
    double gap = 0;
    for (int c = 0; c < half; ++c) gap = std::max(gap, upper(c) - lower(c));
    bound = gap / 2;
  } else if (report.error_bound >= 0) {
    bound = report.error_bound;
  }
  Findings out;
  out.add(real("value", value));
  // Without gammons and cube the value determines the winning chance.
  out.add(real("win", !gammons && !cube ? Datum((value + 1) / 2) : Datum()));
  out.add("error_bound", bound, bound.known() ? "" : "--prove finds one, in about twice the time");
  out.add("residual", report.residual);
  out.add("method", stakes.bounds ? "bounds from both ends" : "policy iteration");
  if (cube) out.add("cube", by_cube(of(0), of(1), of(2)));
  return out;
}

Result<Findings> run_value(const Values& values, const Control& control) {
  const auto mover = read_side(values.text("mover"), "--mover");
  if (!mover) return fail(mover.error());
  const auto opponent = read_side(values.text("opponent"), "--opponent");
  if (!opponent) return fail(opponent.error());
  const auto stakes = stakes_of(values);
  if (!stakes) return fail(stakes.error());
  const int n = mover->count, m = opponent->count, most = std::max(n, m);
  if (most > stakes->checkers)
    return fail(fmt::format("a side has more than the {} checkers of the game", stakes->checkers), "increase --checkers");
  for (int point = 1; point <= 24; ++point)
    if (mover->side[point] != 0 && opponent->side[bar - point] != 0)
      return fail(fmt::format("both sides occupy the same point: the mover's {} is the opponent's {}", point, bar - point));
  const bool gammons = stakes->kind != Stakes::Kind::single && most == stakes->checkers;
  const bool home = highest(occupied(mover->side)) <= 6 && highest(occupied(opponent->side)) <= 6;
  if (home && !gammons && most <= 8) return by_bearoff(*mover, *opponent, stakes->kind == Stakes::Kind::cube, control);
  if (most > 3)
    return fail(fmt::format("{} against {} checkers are too many to solve at once", n, m),
                "use at most 3 against 3 anywhere, or 8 on both home boards");
  return by_iteration(*mover, *opponent, *stakes, gammons, values.flag("prove") || most <= 2, control);
}

Findings::DataTable table_of(const std::vector<TierReport>& reports, bool bounds, bool lengths) {
  using Kind = Findings::Column::Kind;
  Findings::DataTable table{.name = "tiers",
                            .help = "tiers by the checkers of both sides, each with its mirror image",
                            .columns = {{"mover", Kind::integer, "checkers of the mover"},
                                        {"opponent", Kind::integer, "checkers of the opponent"},
                                        {"positions", Kind::integer},
                                        {"sweeps", Kind::integer, "sweeps over all plays"},
                                        {"evaluations", Kind::integer, "sweeps of policy evaluation, with the plays fixed"},
                                        {"residual", Kind::real, "largest change that another sweep would make to a value"},
                                        {.name = "error_bound", .kind = Kind::real, .help = "proved", .hidden = !bounds},
                                        {.name = "longest",
                                         .kind = Kind::real,
                                         .help = "longest average length of a game under any play, in turns",
                                         .digits = 1,
                                         .hidden = !lengths},
                                        {"seconds", Kind::real, "", 2}}};
  for (const TierReport& r : reports)
    table.rows.push_back({r.n, r.m, r.positions, r.sweeps, r.evaluations, r.residual,
                          r.error_bound < 0 ? Datum() : Datum(r.error_bound), r.longest > 0 ? Datum(r.longest) : Datum(),
                          r.seconds});
  return table;
}

Result<Findings> run_tiers(const Values& values, const Control& control) {
  auto stakes = stakes_of(values);
  if (!stakes) return fail(stakes.error());
  const auto n = static_cast<int>(values.integer("mover")), m = static_cast<int>(values.integer("opponent"));
  if (std::max(n, m) > stakes->checkers) return fail("more checkers on the board than in the game", "increase --checkers");
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

Study value_study() {
  return {
      .id = "value",
      .help = "The exact value of a position, mover to roll",
      .examples = {"banmen backgammon value --mover \"24 23\" --opponent \"24\"",
                   "banmen backgammon value --mover \"5 2\" --opponent \"3 2\" --payoff cube --json"},
      .parameters = with_stakes(
          {Parameter::text("mover", "", side_form, "Points of the mover's checkers in the mover's numbering; 25 is the bar")
               .needed(),
           Parameter::text("opponent", "", side_form, "Points of the opponent's checkers in the opponent's numbering").needed()}),
      .run = run_value,
      .takes = Study::Takes::seconds,
      .threads = true};
}

Study tiers_study() {
  return {.id = "tiers",
          .help = "Solve all positions with at most the given numbers of checkers",
          .examples = {"banmen backgammon tiers --mover 2 --opponent 2 --prove",
                       "banmen backgammon tiers --mover 3 --opponent 3 --payoff money --checkers 3"},
          .parameters = with_stakes({Parameter::integer("mover", 2, 1, 4, "Checkers of the mover on the board"),
                                     Parameter::integer("opponent", 2, 1, 4, "Checkers of the opponent on the board")}),
          .run = run_tiers,
          .takes = Study::Takes::seconds,
          .threads = true};
}

}  // namespace banmen::backgammon
