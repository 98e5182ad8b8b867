// `banmen db` for backgammon: values are expectations, so its files are made and read by the game's own study.
#include "app/db_arguments.hpp"
#include "catalog/name.hpp"
#include "games/backgammon/backgammon.hpp"
#include "study/backgammon/equities.hpp"

namespace banmen::app {
namespace {

using namespace backgammon;

Result<EquityPlan> plan_of(const DbArguments& arguments, const Table& table) {
  const auto game = backgammon_of(table);
  if (!game) return fail(game.error());
  EquityPlan plan;
  plan.game = table.name();
  plan.checkers = game->checkers;
  plan.jacoby = game->jacoby != 0;
  plan.mover = arguments.mover;
  plan.opponent = arguments.opponent;
  plan.bits = arguments.bits;
  plan.prove = arguments.prove;
  plan.memory = static_cast<std::uint64_t>(arguments.memory * (1 << 30));
  using Payoff = EquityPlan::Payoff;
  if (arguments.payoff.empty())
    plan.payoff = static_cast<Payoff>(game->stakes);
  else
    plan.payoff = arguments.payoff == "single"  ? Payoff::single
                  : arguments.payoff == "money" ? Payoff::money
                  : arguments.payoff == "cube"  ? Payoff::cube
                                                : Payoff::hyper;
  if (std::max(plan.mover, plan.opponent) > plan.checkers)
    return fail(fmt::format("a side has only {} checkers in {}", plan.checkers, plan.game),
                "give checkers=N in the game's name, or less to --mover and --opponent");
  if (game->match != 0 || game->beavers != 0)
    return fail("there are no databases for matches or beavers", "leave them out of the game's name");
  if (plan.payoff == Payoff::hyper && (plan.checkers > 3 || plan.mover != plan.checkers || plan.opponent != plan.checkers))
    return fail("--payoff hyper is for all positions of a game of 1 to 3 checkers",
                "backgammon:checkers=3 --mover 3 --opponent 3 --payoff hyper");
  if (plan.prove && (plan.payoff == Payoff::cube || plan.payoff == Payoff::hyper))
    return fail("--prove belongs to --payoff single or money",
                "banmen backgammon tiers --prove --payoff cube proves up to 2 against 2");
  if (plan.jacoby && plan.payoff != Payoff::cube) plan.jacoby = false;
  return plan;
}

Result<EquityFile> opened(const DbArguments& arguments, const Table& table) { return EquityFile::open(file_of(arguments, table)); }

/// Where every value is proved: rounding included.
Json error_bound_of(const EquityFile& file) { return file.proved() < 0 ? Json(nullptr) : Json(file.proved() + file.rounding()); }

const char* payoff_name(EquityPlan::Payoff payoff) {
  static constexpr const char* names[] = {"single", "money", "cube", "hyper"};
  return names[static_cast<int>(payoff)];
}

Json description(const EquityFile& file, const std::string& path) {
  Json tiers = Json::array();
  for (const EquityFile::Tier& tier : file.tiers())
    tiers.push_back({{"mover", tier.n}, {"opponent", tier.m}, {"positions", tier.positions}, {"bytes", tier.bytes}});
  Json tables = Json::array();
  for (const EquityTable& t : file.tables()) tables.push_back({{"name", t.name()}, {"low", t.low}, {"high", t.high}});
  return {{"game", file.plan().game},
          {"file", path},
          {"positions", file.positions()},
          {"bytes", file.bytes()},
          {"error_bound", error_bound_of(file)},
          {"rounding", file.rounding()},
          {"residual", file.residual()},
          {"payoff", payoff_name(file.plan().payoff)},
          {"mover", file.plan().mover},
          {"opponent", file.plan().opponent},
          {"bits", file.plan().bits},
          {"tables", std::move(tables)},
          {"tiers", std::move(tiers)}};
}

std::string exactness(const EquityFile& file) {
  return file.proved() < 0
             ? fmt::format("residual {:.1e} and rounding {:.1e}", file.residual(), file.rounding())
             : fmt::format("proved to within {:.2e}, of which rounding {:.2e}", file.proved() + file.rounding(), file.rounding());
}

}  // namespace

bool is_backgammon(const Table& table) {
  const auto name = read_name(table.name());
  return name && name->id == Backgammon::id();
}

Result<Backgammon> backgammon_of(const Table& table) {
  const auto name = read_name(table.name());
  if (!name) return fail(name.error());
  const auto values = check_values(name->id, Backgammon::parameters(), name->given);
  if (!values) return fail(values.error());
  return Backgammon::make(*values);
}

Result<int> build_backgammon(Context& context, const DbArguments& arguments, const Table& table) {
  const auto plan = plan_of(arguments, table);
  if (!plan) return fail(plan.error());
  const std::string path = file_of(arguments, table);
  const auto report = build_equities(path, *plan, context.control());
  if (!report) return fail(report.error());
  const int status = context.finish(report->complete ? done : failed);
  if (!report->complete) {
    const std::string unfinished = "stopped; the same command goes on from here";
    if (context.json) {
      Json groups = Json::array();
      for (const TierReport& r : report->groups)
        groups.push_back({{"mover", r.n},
                          {"opponent", r.m},
                          {"sweeps", r.sweeps},
                          {"evaluations", r.evaluations},
                          {"change", r.change},
                          {"residual", r.residual < 0 ? Json(nullptr) : Json(r.residual)},
                          {"seconds", r.seconds}});
      context.print({{"game", plan->game},
                     {"file", path},
                     {"memory", report->memory},
                     {"groups", std::move(groups)},
                     {"unfinished", unfinished}});
    } else {
      for (const TierReport& r : report->groups)
        context.say("{} v {}: {} + {} sweeps, {:.0f} s, {}", r.n, r.m, r.sweeps, r.evaluations, r.seconds,
                    r.residual < 0 ? fmt::format("last change {:.1e}", r.change) : fmt::format("residual {:.1e}", r.residual));
      context.say("{}", unfinished);
    }
    return status;
  }
  const auto file = EquityFile::open(path);
  if (!file) return fail(file.error());
  if (context.json) {
    Json out = description(*file, path);
    out["resumed_tiers"] = report->resumed;
    out["memory"] = report->memory;
    out["seconds"] = report->seconds;
    context.print(out);
  } else {
    context.say("{}: {} positions, {} tables, {} bytes, {}, {:.1f} s{}", path, grouped(report->positions), file->tables().size(),
                grouped(report->bytes), exactness(*file), report->seconds,
                report->resumed ? fmt::format(", {} groups of tiers from an earlier run", report->resumed) : "");
  }
  return status;
}

Result<int> info_backgammon(Context& context, const DbArguments& arguments, const Table& table) {
  const auto file = opened(arguments, table);
  if (!file) return fail(file.error());
  const int status = context.finish();
  const std::string path = file_of(arguments, table);
  if (context.json) {
    context.print(description(*file, path));
    return status;
  }
  context.say("{}: {}, up to {} against {} checkers, payoff {}, {} positions in {} bytes, {} bits a value, {}", path,
              file->plan().game, file->plan().mover, file->plan().opponent, payoff_name(file->plan().payoff),
              grouped(file->positions()), grouped(file->bytes()), file->plan().bits, exactness(*file));
  for (const EquityFile::Tier& tier : file->tiers())
    context.say("  {} v {} {:>14} positions {:>14} bytes", tier.n, tier.m, grouped(tier.positions), grouped(tier.bytes));
  return status;
}

Result<int> probe_backgammon(Context& context, const DbArguments& arguments, const Table& table) {
  const auto g = backgammon_of(table);
  if (!g) return fail(g.error());
  const auto file = opened(arguments, table);
  if (!file) return fail(file.error());
  Backgammon::Position p = g->initial();
  if (!arguments.position.empty()) {
    const auto read = g->read_position(arguments.position);
    if (!read) {
      Error error = read.error();
      if (error.column > 0) error.where = "--position";
      return fail(error);
    }
    p = *read;
  }
  auto missing = [&] {
    return fail(
        fmt::format("the database does not know this position: it holds up to {} against {} checkers, payoff {}, before a roll",
                    file->plan().mover, file->plan().opponent, payoff_name(file->plan().payoff)));
  };
  // With dice on the table every play is looked up; the best is the position's value.
  Json moves = Json::array();
  std::optional<double> value;
  std::optional<std::array<double, 5>> chances;
  if (p.phase == Backgammon::Phase::play) {
    std::vector<Backgammon::Move> storage(g->move_capacity());
    MoveList<Backgammon::Move> list(storage.data(), g->move_capacity());
    g->moves(p, list);
    for (const auto& move : list) {
      Backgammon::Position next = p;
      g->play(next, move);
      double worth = 0;
      std::optional<std::array<double, 5>> outcome;
      if (g->turn(next) == over) {
        worth = g->payoff(next)[p.mover];
        const int kind = BackgammonRules::win_class(p.checkers[1 - p.mover]);
        outcome = {1, kind >= 2 ? 1.0 : 0.0, kind >= 3 ? 1.0 : 0.0, 0, 0};
      } else {
        const auto found = file->expected(*g, next);
        if (!found) return fail(found.error());
        if (!*found) return missing();
        worth = -**found;
        const auto theirs = file->chances(*g, next);
        if (!theirs) return fail(theirs.error());
        if (const auto& t = *theirs) outcome = {1 - (*t)[0], (*t)[3], (*t)[4], (*t)[1], (*t)[2]};
      }
      Json out{{"move", g->text(p, move)}, {"value", worth}};
      if (outcome) out["chances"] = *outcome;
      moves.push_back(std::move(out));
      if (value && *value >= worth) continue;
      value = worth;
      chances = outcome;
    }
    std::stable_sort(moves.begin(), moves.end(),
                     [](const Json& a, const Json& b) { return a["value"].get<double>() > b["value"].get<double>(); });
  } else {
    const auto found = file->expected(*g, p);
    if (!found) return fail(found.error());
    if (!*found) return missing();
    value = **found;
    const auto known = file->chances(*g, p);
    if (!known) return fail(known.error());
    chances = *known;
  }
  const int status = context.finish();
  if (context.json) {
    Json out{{"game", table.name()},
             {"position", g->text(p)},
             {"value", *value},
             {"win", chances ? Json((*chances)[0]) : Json(nullptr)}};
    if (chances) out["chances"] = *chances;
    out["error_bound"] = error_bound_of(*file);
    out["moves"] = std::move(moves);
    context.print(out);
    return status;
  }
  auto told = [](const std::array<double, 5>& c) {
    return fmt::format("  win {:.2f} %, gammon {:.2f} %, backgammon {:.2f} %; lose gammon {:.2f} %, backgammon {:.2f} %",
                       100 * c[0], 100 * c[1], 100 * c[2], 100 * c[3], 100 * c[4]);
  };
  context.say("{}: {} expects {:+.6f}{}", g->text(p), g->seat_name(p.mover), *value, chances ? told(*chances) : "");
  for (const Json& move : moves)
    context.say("  {:<20} {:+.6f}{}", move["move"].get<std::string>(), move["value"].get<double>(),
                move.contains("chances") ? told(move["chances"].get<std::array<double, 5>>()) : "");
  return status;
}

Result<int> verify_backgammon(Context& context, const DbArguments& arguments, const Table& table) {
  const auto file = opened(arguments, table);
  if (!file) return fail(file.error());
  const auto began = std::chrono::steady_clock::now();
  const auto report = verify_equities(*file, arguments.stride, context.control());
  if (!report) return fail(report.error());
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  const int status = context.finish(report->wrong == 0 ? done : failed);
  if (context.json)
    context.print({{"valid", report->wrong == 0},
                   {"positions", report->checked},
                   {"wrong", report->wrong},
                   {"example", report->example},
                   {"worst", report->worst},
                   {"seconds", seconds}});
  else
    context.say("{} positions agree with their successors, {} do not{}; largest distance {:.1e} ({:.1f} s)",
                grouped(report->checked - report->wrong), grouped(report->wrong),
                report->example.empty() ? "" : ", such as " + report->example, report->worst, seconds);
  return status;
}

}  // namespace banmen::app
