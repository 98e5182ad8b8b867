#include "app/db_arguments.hpp"
#include "solve/values.hpp"

namespace banmen::app {

std::string file_of(const DbArguments& arguments, const Table& table) {
  if (!arguments.file.empty()) return arguments.file;
  std::string name = table.name() + ".db";
  for (char& c : name)
    if (c == ':' || c == ',' || c == '/') c = '-';
  return name;
}

namespace {

Json tiers_of(const DatabaseReport& r) {
  Json tiers = Json::array();
  for (std::size_t t = 0; t < r.tiers.size(); ++t)
    tiers.push_back({{"tier", t}, {"positions", r.tiers[t].first}, {"bytes", r.tiers[t].second}});
  return tiers;
}

Result<int> build(Context& context, const DbArguments& arguments) {
  const auto table = context.catalog.open(arguments.game);
  if (!table) return fail(table.error());
  if (is_backgammon(**table)) {
    if (arguments.stones) return fail("backgammon's tiers are checkers of both sides, not --stones", "--mover N --opponent M");
    return build_backgammon(context, arguments, **table);
  }
  if (!arguments.payoff.empty() || arguments.prove) return fail("--payoff and --prove belong to backgammon");
  const std::string file = file_of(arguments, **table);
  const auto report = (*table)->solver().build_database(
      file, arguments.stones.value_or(8), static_cast<std::uint64_t>(arguments.memory * 1024 * 1024 * 1024), context.control());
  if (!report) return fail(report.error());
  const int status = context.finish(report->unfinished.empty() ? done : failed);
  if (context.json) {
    Json out{{"game", report->game},
             {"file", file},
             {"positions", report->positions},
             {"bytes", report->bytes},
             {"error_bound", 0},
             {"stones", report->top},
             {"unsettled", report->unsettled},
             {"resumed_tiers", report->resumed},
             {"tiers", tiers_of(*report)},
             {"seconds", report->seconds}};
    if (!report->unfinished.empty()) out["unfinished"] = report->unfinished;
    context.print(out);
    return status;
  }
  if (!report->unfinished.empty()) {
    context.say("not finished: {}", report->unfinished);
    return status;
  }
  context.say("{}: {} positions, {} bytes, {:.1f} s{}", file, grouped(report->positions), grouped(report->bytes), report->seconds,
              report->resumed ? fmt::format(", {} tiers from an earlier run", report->resumed) : "");
  return status;
}

Result<int> info(Context& context, const DbArguments& arguments) {
  const auto table = context.catalog.open(arguments.game);
  if (!table) return fail(table.error());
  if (is_backgammon(**table)) return info_backgammon(context, arguments, **table);
  const std::string file = file_of(arguments, **table);
  const auto report = (*table)->solver().describe_database(file, context.control());
  if (!report) return fail(report.error());
  const int status = context.finish();
  if (context.json) {
    context.print({{"game", report->game},
                   {"file", file},
                   {"positions", report->positions},
                   {"bytes", report->bytes},
                   {"error_bound", 0},
                   {"stones", report->top},
                   {"unsettled", report->unsettled},
                   {"tiers", tiers_of(*report)}});
    return status;
  }
  context.say("{}: {} up to tier {}, {} positions in {} bytes, {} of them unsettled", file, report->game, report->top,
              grouped(report->positions), grouped(report->bytes), grouped(report->unsettled));
  for (std::size_t t = 0; t < report->tiers.size(); ++t)
    context.say("  tier {:3} {:>14} positions {:>14} bytes", t, grouped(report->tiers[t].first), grouped(report->tiers[t].second));
  return status;
}

Result<int> probe(Context& context, const DbArguments& arguments) {
  const auto table = context.catalog.open(arguments.game);
  if (!table) return fail(table.error());
  if (is_backgammon(**table)) return probe_backgammon(context, arguments, **table);
  const auto report = (*table)->solver().probe_database(file_of(arguments, **table), arguments.position, context.control());
  if (!report) {
    Error error = report.error();
    if (error.column > 0) error.where = "--position";
    return fail(error);
  }
  const int status = context.finish();
  const std::string win = report->value == 0 ? "draw" : (*table)->seat_name(report->value > 0 ? 0 : 1);
  if (context.json) {
    Json moves = Json::array();
    for (const OpeningValue& m : report->moves) moves.push_back({{"move", m.move}, {"value", m.low}});
    auto bound = [](std::int32_t v) { return v <= never_low || v >= never_high ? Json(nullptr) : Json(v); };
    context.print({{"game", (*table)->name()},
                   {"position", report->position},
                   {"value", report->value},
                   {"win", win},
                   {"bounds", {bound(report->low), bound(report->high)}},
                   {"moves", std::move(moves)}});
    return status;
  }
  context.say("{}: value {} ({})", report->position, report->value, win);
  for (const OpeningValue& m : report->moves) context.say("  {:6} {}", m.move, m.low);
  return status;
}

Result<int> verify(Context& context, const DbArguments& arguments) {
  const auto table = context.catalog.open(arguments.game);
  if (!table) return fail(table.error());
  if (is_backgammon(**table)) return verify_backgammon(context, arguments, **table);
  const auto report = (*table)->solver().verify_database(file_of(arguments, **table), arguments.stride, context.control());
  if (!report) return fail(report.error());
  const int status = context.finish(report->wrong == 0 ? done : failed);
  if (context.json) {
    context.print({{"valid", report->wrong == 0},
                   {"positions", report->checked},
                   {"wrong", report->wrong},
                   {"example", report->example},
                   {"seconds", report->seconds}});
    return status;
  }
  context.say("{} positions agree with their successors, {} do not{} ({:.1f} s)", grouped(report->checked - report->wrong),
              grouped(report->wrong), report->example.empty() ? "" : ", such as " + report->example, report->seconds);
  return status;
}

}  // namespace

void add_db(CLI::App& app, Context& context) {
  CLI::App* db = app.add_subcommand("db", "Endgame databases: build, describe, look up, check");
  db->require_subcommand(1);
  auto add = [&](const char* name, const char* what, const char* example, Result<int> (*body)(Context&, const DbArguments&)) {
    auto arguments = std::make_shared<DbArguments>();
    CLI::App* command =
        add_command(*db, context, name, what, example, [arguments, body](Context& c) { return body(c, *arguments); });
    command->add_option("game", arguments->game, "The game, as id[:key=value,…]")->required();
    command->add_option("--file", arguments->file, "The database; named after the game by default");
    return std::pair{command, arguments};
  };
  auto [building, b] = add("build", "Compute all positions of the lowest tiers",
                           "banmen db build bao:holes=8 --stones 12 --threads 2\n"
                           "banmen db build backgammon --mover 2 --opponent 2 --prove\n"
                           "banmen db build backgammon:checkers=2,payoff=money --payoff hyper --bits 32 --file hyper2.db",
                           build);
  building->add_option("--stones,--tiers", b->stones, "The highest tier: stones on the board (8 where left out)")
      ->check(CLI::Range(0, 255));
  building->add_option("--mover", b->mover, "Backgammon: checkers of one side")->check(CLI::Range(1, 4));
  building->add_option("--opponent", b->opponent, "Backgammon: checkers of the other")->check(CLI::Range(1, 4));
  building->add_option("--payoff", b->payoff, "Backgammon: single, money, cube or hyper; the game's own where left out")
      ->check(CLI::IsMember({"single", "money", "cube", "hyper"}));
  building->add_option("--bits", b->bits, "Backgammon: bits of a value")->check(CLI::IsMember({16, 32}));
  building->add_flag("--prove", b->prove, "Backgammon: prove the error of every value");
  building->add_option("--memory", b->memory, "GiB that tables may take")->check(CLI::Range(0.001, 4096.0));
  add("info", "What a database holds", "banmen db info bao:holes=8", info);
  auto [probing, p] = add("probe", "The value of a position and of its moves",
                          "banmen db probe bao:holes=4 --position '0,1,0,2,0,3,0,1 first'\n"
                          "banmen db probe backgammon --position 5,2/3,2/first:3-1",
                          probe);
  probing->add_option("--position", p->position, "The position; the game's own start by default");
  auto [checking, c] =
      add("verify", "Check positions against their successors", "banmen db verify bao:holes=8 --stride 10", verify);
  checking->add_option("--stride", c->stride, "Only every N-th position")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 40));
}

}  // namespace banmen::app
