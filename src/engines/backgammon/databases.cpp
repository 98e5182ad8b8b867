// The interface of `banmen db` to databases of equities.
#include <fmt/format.h>

#include <algorithm>

#include "core/move_stack.hpp"
#include "engines/backgammon/bearoff/race.hpp"
#include "engines/backgammon/equities/equities.hpp"
#include "engines/backgammon/extensions.hpp"
#include "engines/backgammon/wide/build.hpp"

namespace banmen::backgammon {
namespace {

using Payoff = EquityPlan::Payoff;
using Outcome = std::optional<std::array<double, 5>>;

Result<EquityPlan> plan_of(const Backgammon& g, const std::string& name, const DatabaseOptions& options) {
  EquityPlan plan;
  plan.game = name;
  plan.checkers = g.checkers;
  plan.jacoby = g.jacoby != 0;
  plan.mover = static_cast<int>(options.values.integer("mover"));
  plan.opponent = static_cast<int>(options.values.integer("opponent"));
  plan.bits = static_cast<int>(options.values.integer("bits"));
  plan.prove = options.values.flag("prove");
  plan.device = options.values.text("device");
  plan.queries = options.values.text("queries");
  plan.memory = options.memory;
  plan.payoff = static_cast<Payoff>(g.stakes);
  for (int k = 0; k < 4; ++k)
    if (options.values.text("payoff") == payoff_names[k]) plan.payoff = static_cast<Payoff>(k);
  if (std::max(plan.mover, plan.opponent) > plan.checkers)
    return fail(fmt::format("a side has only {} checkers in {}", plan.checkers, plan.game),
                "set checkers=N in the game's name, or lower --mover and --opponent");
  if (g.match != 0 || g.beavers != 0)
    return fail("there are no databases for matches or beavers", "omit match= and beavers= from the game's name");
  if (plan.payoff == Payoff::hyper && (plan.checkers > 3 || plan.mover != plan.checkers || plan.opponent != plan.checkers))
    return fail("--payoff hyper needs a game with 1 to 3 checkers and all of them on the board",
                "for example: banmen db build backgammon:checkers=3 --mover 3 --opponent 3 --payoff hyper");
  if (plan.prove && (plan.payoff == Payoff::cube || plan.payoff == Payoff::hyper))
    return fail("--prove needs --payoff single or money",
                "with the cube, 'banmen backgammon tiers --prove --payoff cube' proves values of up to 2 against 2 checkers");
  if (plan.device != "none" && plan.payoff != Payoff::single)
    return fail(fmt::format("--device {} supports single wins, not --payoff {}", plan.device, name_of(plan.payoff)),
                "use --payoff single or --device none");
  if (plan.device == "none" && !plan.queries.empty())
    return fail("--queries needs --device cpu or cuda", "'banmen db probe' looks positions up in a database");
  if (plan.device == "none" && std::max(plan.mover, plan.opponent) > 4)
    return fail("the solver in double precision takes at most four checkers of a side", "use --device cpu or --device cuda");
  if (plan.jacoby && plan.payoff != Payoff::cube) plan.jacoby = false;
  return plan;
}

/// The proved error, rounding included; nothing if the file is not proved.
std::optional<double> error_bound_of(const EquityFile& file) {
  if (file.proved() < 0) return std::nullopt;
  return file.proved() + file.rounding();
}

DatabaseReport description(const EquityFile& file) {
  DatabaseReport report;
  report.game = file.plan().game;
  report.positions = file.positions();
  report.bytes = file.bytes();
  report.error_bound = error_bound_of(file);
  report.exactness = report.error_bound
                         ? fmt::format("proved to within {:.2e}, of which rounding {:.2e}", *report.error_bound, file.rounding())
                         : fmt::format("residual {:.1e} and rounding {:.1e}", file.residual(), file.rounding());
  report.more = {{"payoff", name_of(file.plan().payoff)}, {"mover", file.plan().mover},
                 {"opponent", file.plan().opponent},      {"bits", file.plan().bits},
                 {"residual", file.residual()},           {"rounding", file.rounding()}};
  for (const EquityFile::Tier& tier : file.tiers())
    report.tiers.push_back({{"mover", tier.n}, {"opponent", tier.m}, {"positions", tier.positions}, {"bytes", tier.bytes}});
  for (const EquityTable& t : file.tables()) report.tables.push_back({{"name", t.name()}, {"low", t.low}, {"high", t.high}});
  return report;
}

Figures chances_of(const Outcome& outcome) {
  if (!outcome) return {};
  return {{"chances", std::vector<double>(outcome->begin(), outcome->end())}};
}

std::string words_of(double value, const Outcome& outcome) {
  std::string words = fmt::format("{:+.6f}", value);
  if (outcome) {
    const auto& c = *outcome;
    words += fmt::format("  win {:.2f} %, gammon {:.2f} %, backgammon {:.2f} %; lose gammon {:.2f} %, backgammon {:.2f} %",
                         100 * c[0], 100 * c[1], 100 * c[2], 100 * c[3], 100 * c[4]);
  }
  return words;
}

/// The database entry of a position before a roll or a doubling decision.
struct Known {
  double value = 0;
  Outcome outcome;
};
Result<Known> known_of(const EquityFile& file, const Backgammon& g, const Backgammon::Position& p) {
  const auto found = file.expected(g, p);
  if (!found) return fail(found.error());
  if (!*found)
    return fail(
        fmt::format("the database does not cover this position: it holds up to {} against {} checkers, payoff {}, and only "
                    "positions before a roll",
                    file.plan().mover, file.plan().opponent, name_of(file.plan().payoff)));
  const auto outcome = file.chances(g, p);
  if (!outcome) return fail(outcome.error());
  return Known{**found, *outcome};
}

/// The value of a play to its maker.
Result<Known> after_play(const EquityFile& file, const Backgammon& g, Backgammon::Position p, Backgammon::Move move) {
  const int seat = p.mover;
  g.play(p, move);
  if (g.turn(p) == over) {
    const int kind = BackgammonRules::win_class(p.checkers[1 - seat]);
    return Known{static_cast<double>(g.payoff(p)[static_cast<std::size_t>(seat)]),
                 {{1, kind >= 2 ? 1.0 : 0.0, kind >= 3 ? 1.0 : 0.0, 0, 0}}};
  }
  auto known = known_of(file, g, p);
  if (!known) return known;
  known->value = -known->value;
  if (known->outcome) known->outcome = turned(*known->outcome);
  return known;
}

Result<DatabaseReport> describe(const Backgammon&, const std::string&, const std::string& path, const Control&) {
  return EquityFile::open(path).map([](const EquityFile& file) { return description(file); });
}

Result<DatabaseReport> build(const Backgammon& g, const std::string& name, const std::string& path, const DatabaseOptions& options,
                             const Control& control) {
  const auto plan = plan_of(g, name, options);
  if (!plan) return fail(plan.error());
  const auto built = build_equities(path, *plan, control);
  if (!built) return fail(built.error());
  DatabaseReport report;
  if (built->complete) {
    auto described = describe(g, name, path, control);
    if (!described) return described;
    report = std::move(*described);
  } else {
    report.game = name;
    report.error_bound = std::nullopt;
    report.unfinished = "stopped; run the same command to resume";
    for (const TierReport& r : built->groups)
      report.so_far.push_back({{"mover", r.n},
                               {"opponent", r.m},
                               {"sweeps", r.sweeps},
                               {"evaluations", r.evaluations},
                               {"change", r.change},
                               {"residual", r.residual < 0 ? Datum() : Datum(r.residual)},
                               {"seconds", r.seconds}});
  }
  report.resumed = static_cast<std::uint32_t>(built->resumed);
  report.memory = built->memory;
  report.seconds = built->seconds;
  return report;
}

Result<ProbeReport> probe(const Backgammon& g, const std::string&, const std::string& path, const Backgammon::Position& p,
                          const Control&) {
  const auto file = EquityFile::open(path);
  if (!file) return fail(file.error());
  ProbeReport report;
  Known best;
  if (p.phase == Backgammon::Phase::play) {
    // With dice thrown, every play is looked up; the best one gives the value.
    MoveStack<Backgammon> stack(g);
    const auto list = stack.legal(g, p);
    std::vector<std::pair<Known, Backgammon::Move>> plays;
    for (const auto& move : list) {
      const auto known = after_play(*file, g, p, move);
      if (!known) return fail(known.error());
      plays.emplace_back(*known, move);
    }
    std::stable_sort(plays.begin(), plays.end(), [](const auto& a, const auto& b) { return a.first.value > b.first.value; });
    best = plays[0].first;
    for (const auto& [known, move] : plays)
      report.moves.push_back({g.text(p, move), known.value, chances_of(known.outcome), words_of(known.value, known.outcome)});
  } else {
    const auto known = known_of(*file, g, p);
    if (!known) return fail(known.error());
    best = *known;
  }
  report.position = g.text(p);
  report.value = best.value;
  if (best.outcome) report.win = (*best.outcome)[0];
  report.more = chances_of(best.outcome);
  const auto bound = error_bound_of(*file);
  report.more.push_back({"error_bound", bound ? Datum(*bound) : Datum()});
  report.view = "expected result of " + g.seat_name(static_cast<Seat>(p.mover)) + ", on turn";
  report.words = fmt::format("{} expects {}", g.seat_name(static_cast<Seat>(p.mover)), words_of(best.value, best.outcome));
  return report;
}

Result<DatabaseCheck> verify(const Backgammon&, const std::string&, const std::string& path, const DatabaseCheckOptions& options,
                             const Control& control) {
  const auto file = EquityFile::open(path);
  if (!file) return fail(file.error());
  const auto check = options.device == "none" ? verify_equities(*file, std::max<std::uint64_t>(1, options.stride), control)
                                              : verify_wide(*file, options.device, options.memory, control);
  return check.map([](const EquityCheck& c) { return DatabaseCheck{c.checked, c.wrong, c.example, 0, c.worst, c.what}; });
}

}  // namespace

OwnDatabases<Backgammon> databases() {
  return {{Parameter::integer("mover", 2, 1, 5, "Checkers of the mover on the board"),
           Parameter::integer("opponent", 2, 1, 5, "Checkers of the opponent on the board"),
           Parameter::choice("payoff", {"game", "single", "money", "cube", "hyper"},
                             "Payoff to solve for; game: the one in the game's name"),
           Parameter::choice("bits", {"16", "32"}, "Bits of each stored value"),
           Parameter::flag("prove", false, "Prove an error bound for every value"),
           Parameter::choice("device", {"none", "cpu", "cuda"},
                             "Device of the integer solver, which proves its values; none: the solver in double precision"),
           Parameter::path("queries", "Positions to look up (--device cpu or cuda); values and error bounds go to FILE.answers")},
          build,
          describe,
          probe,
          verify};
}

}  // namespace banmen::backgammon
