// What is backgammon's alone: exact values of endgames with contact, bear-off files, the paper's algorithms.
#include <fstream>

#include "app/command.hpp"
#include "core/text.hpp"
#include "games/backgammon/index.hpp"
#include "study/backgammon/bearoff.hpp"
#include "study/backgammon/endgames.hpp"
#include "study/backgammon/gnubg_files.hpp"
#include "study/backgammon/hypergammon.hpp"
#include "study/backgammon/one_sided.hpp"
#include "study/backgammon/paper.hpp"
#include "study/backgammon/train.hpp"

namespace banmen::app {
namespace {

using namespace backgammon;

struct BackgammonArguments {
  std::string mover, opponent, payoff = "single", file, rounding = "exact";
  int checkers = 15, points = 6, count = 6, movers = 2, opponents = 2;
  bool no_cube = false, one_sided = false, no_gammon = false, no_compress = false, prove = false, only_unknown = false,
       jacoby = false;
  std::uint64_t iterations = 1000, games = 100'000;
};

struct SideArgument {
  std::uint8_t side[slots] = {};
  int count = 0;
};

/// "24 23" or "24,23,bar": points in the side's own numbering.
Result<SideArgument> read_points(std::string_view text, const std::string& option) {
  SideArgument out;
  Reader reader(text);
  auto bad = [&](tl::unexpected<Error> error) {
    Error copy = error.value();
    copy.where = option;
    return fail(copy);
  };
  for (;;) {
    while (reader.take(' ') || reader.take(',')) {
    }
    if (reader.done()) break;
    std::optional<long> point = reader.take("bar") ? std::optional<long>(bar) : reader.number(bar);
    if (!point || *point < 1) return bad(reader.wanted("a point from 1 to 24, or 25 for the bar", "24 23"));
    long times = 1;
    if (reader.take('x')) {
      const auto given = reader.number(15);
      if (!given || *given < 1) return bad(reader.wanted("a number of checkers from 1 to 15"));
      times = *given;
    }
    out.count += static_cast<int>(times);
    if (out.count > 15) return bad(reader.error("a side has at most 15 checkers"));
    out.side[*point] = static_cast<std::uint8_t>(out.side[*point] + times);
  }
  if (out.count == 0) return bad(fail("a side needs a checker on the board", "24 23", 1));
  return out;
}

Result<Stakes> read_stakes(const BackgammonArguments& arguments) {
  Stakes stakes;
  stakes.kind = arguments.payoff == "single"  ? Stakes::Kind::single
                : arguments.payoff == "money" ? Stakes::Kind::money
                                              : Stakes::Kind::cube;
  stakes.checkers = arguments.checkers;
  stakes.jacoby = arguments.jacoby;
  if (stakes.jacoby && stakes.kind != Stakes::Kind::cube) return fail("--jacoby belongs to --payoff cube");
  return stakes;
}

EndgameOptions options_of(Context& context) {
  const Control control = context.control();
  EndgameOptions options;
  options.threads = std::max(1, control.threads);
  options.stop = control.stop;
  if (control.progress)
    options.progress = [progress = control.progress](int n, int m, int sweep, double share, double change) {
      progress(static_cast<std::uint64_t>(sweep), 0,
               fmt::format("sweeps of {} against {}, {:.0f} % of the next; last change {:.1e}", n, m, 100 * share, change));
    };
  return options;
}

/// A race home on both sides: one pass over a bear-off table, no iteration.
Result<int> bearoff_value(Context& context, const BackgammonArguments& arguments, const SideArgument& mover,
                          const SideArgument& opponent) {
  BearOff table(6, std::max(mover.count, opponent.count));
  table.solve(arguments.payoff == "cube");
  const std::uint32_t i = table.rank(mover.side), j = table.rank(opponent.side);
  const double win = (table.value(BearOff::cubeless, i, j) + 1) / 2;
  // Every value is a sum of 21 terms of values of fewer pips, so rounding errors add up along the longest game at worst.
  const double bound = (pips(mover.side) + pips(opponent.side)) * 25 * 0x1p-53;
  Json out{{"value", table.value(BearOff::cubeless, i, j)}, {"win", win}, {"error_bound", bound}, {"method", "bear-off"}};
  if (arguments.payoff == "cube") {
    const double theirs = table.value(BearOff::opponents, i, j), turned = std::min(1.0, 2 * theirs);
    out["value"] = std::max(table.value(BearOff::centred, i, j), turned);
    out["rolls"] = {
        {"owned", table.value(BearOff::owned, i, j)}, {"centred", table.value(BearOff::centred, i, j)}, {"opponents", theirs}};
  }
  if (context.json) {
    context.print(out);
  } else {
    context.say("value {:+.12f}  win {:.10f}  error at most {:.1e}", out["value"].get<double>(), win, bound);
    if (arguments.payoff == "cube")
      context.say("rolling now with the cube owned {:+.9f}, centred {:+.9f}, the opponent's {:+.9f}",
                  out["rolls"]["owned"].get<double>(), out["rolls"]["centred"].get<double>(),
                  out["rolls"]["opponents"].get<double>());
  }
  return context.finish();
}

Result<int> value(Context& context, const BackgammonArguments& arguments) {
  const auto mover = read_points(arguments.mover, "--mover");
  if (!mover) return fail(mover.error());
  const auto opponent = read_points(arguments.opponent, "--opponent");
  if (!opponent) return fail(opponent.error());
  auto stakes = read_stakes(arguments);
  if (!stakes) return fail(stakes.error());
  const int n = mover->count, m = opponent->count;
  if (std::max(n, m) > arguments.checkers)
    return fail(fmt::format("a side has more than the {} checkers of the game", arguments.checkers), "--checkers");
  for (int point = 1; point <= 24; ++point)
    if (mover->side[point] != 0 && opponent->side[bar - point] != 0)
      return fail(fmt::format("both sides stand on the same point: the mover's {} is the opponent's {}", point, bar - point));
  const bool gammons = stakes->kind != Stakes::Kind::single && std::max(n, m) == arguments.checkers;
  const bool home = highest(occupied(mover->side)) <= 6 && highest(occupied(opponent->side)) <= 6;
  if (home && !gammons && std::max(n, m) <= 8) return bearoff_value(context, arguments, *mover, *opponent);
  if (std::max(n, m) > 3)
    return fail(fmt::format("{} against {} checkers are too many to solve at once", n, m),
                "up to 3 against 3 anywhere, or up to 8 on both home boards");

  const bool cube = stakes->kind == Stakes::Kind::cube, proving = arguments.prove || std::max(n, m) <= 2;
  stakes->bounds = proving && cube;
  Endgames endgames(*stakes);
  EndgameOptions options = options_of(context);
  const bool complete = endgames.solve(n, m, options) && (!proving || cube || endgames.prove(options));
  const int status = context.finish();
  if (!complete) return status;
  const TierReport& report = endgames.reports().back();
  const int half = static_cast<int>(endgames.components().size()) / 2;
  const int component = cube ? 1 : 0;
  auto of = [&](int c) {
    const double upper = endgames.value(c, mover->side, opponent->side);
    return stakes->bounds ? (upper + endgames.value(c + half, mover->side, opponent->side)) / 2 : upper;
  };
  Json out{{"value", of(component)}};
  // Without gammons and cube the value says the chance to win.
  out["win"] = !gammons && stakes->kind != Stakes::Kind::cube ? Json((of(component) + 1) / 2) : Json(nullptr);
  out["error_bound"] = Json(nullptr);
  if (stakes->bounds) {
    double gap = 0;
    for (int c = 0; c < half; ++c)
      gap = std::max(gap, endgames.value(c, mover->side, opponent->side) - endgames.value(c + half, mover->side, opponent->side));
    out["error_bound"] = gap / 2;
  } else if (report.error_bound >= 0) {
    out["error_bound"] = report.error_bound;
  }
  out["residual"] = report.residual;
  out["method"] = stakes->bounds ? "bounds from both ends" : "policy iteration";
  if (stakes->kind == Stakes::Kind::cube) out["cube"] = {{"owned", of(0)}, {"centred", of(1)}, {"opponents", of(2)}};
  if (context.json) {
    context.print(out);
    return status;
  }
  context.say("value {:+.12f}", out["value"].get<double>());
  if (!out["win"].is_null()) context.say("win   {:.12f}", out["win"].get<double>());
  if (stakes->kind == Stakes::Kind::cube)
    context.say("cube owned {:+.12f}, centred {:+.12f}, the opponent's {:+.12f}", of(0), of(1), of(2));
  if (!out["error_bound"].is_null())
    context.say("proved to within {:.1e}", out["error_bound"].get<double>());
  else
    context.say("residual {:.1e}; --prove proves it, in about twice the time", report.residual);
  return status;
}

Result<int> tiers(Context& context, const BackgammonArguments& arguments) {
  auto stakes = read_stakes(arguments);
  if (!stakes) return fail(stakes.error());
  const bool cube = stakes->kind == Stakes::Kind::cube;
  stakes->bounds = arguments.prove && cube;
  if (std::max(arguments.movers, arguments.opponents) > arguments.checkers)
    return fail("more checkers on the board than in the game", "--checkers");
  Endgames endgames(*stakes);
  EndgameOptions options = options_of(context);
  if (!context.json)
    options.tier_done = [&](const TierReport& r) {
      context.say("{} v {}: {:>12} positions  {:>3} + {:>3} sweeps  residual {:.1e}{}  {:.2f} s", r.n, r.m, grouped(r.positions),
                  r.sweeps, r.evaluations, r.residual,
                  r.error_bound < 0 ? std::string() : fmt::format("  error ≤ {:.1e}", r.error_bound), r.seconds);
    };
  const bool complete =
      endgames.solve(arguments.movers, arguments.opponents, options) && (!arguments.prove || cube || endgames.prove(options));
  const int status = context.finish();
  if (!context.json) {
    for (const TierReport& r : endgames.reports())
      if (r.longest > 0)
        context.say("{} v {}: no game can be made to last more than {:.1f} turns on average; error ≤ {:.1e}", r.n, r.m, r.longest,
                    r.error_bound);
    return status;
  }
  Json list = Json::array();
  for (const TierReport& r : endgames.reports())
    list.push_back({{"mover", r.n},
                    {"opponent", r.m},
                    {"positions", r.positions},
                    {"sweeps", r.sweeps},
                    {"evaluations", r.evaluations},
                    {"residual", r.residual},
                    {"error_bound", r.error_bound < 0 ? Json(nullptr) : Json(r.error_bound)},
                    {"longest", r.longest > 0 ? Json(r.longest) : Json(nullptr)},
                    {"seconds", r.seconds}});
  context.print({{"tiers", list}, {"bytes", endgames.bytes()}, {"complete", complete}});
  return status;
}

/// One side alone: how many rolls it needs.
Result<int> one_sided(Context& context, const BackgammonArguments& arguments) {
  if (arguments.no_cube || arguments.rounding != "exact") return fail("--no-cube and --rounding belong to two-sided tables");
  if (arguments.points > 9)
    return fail(fmt::format("{} points make too large a table", arguments.points), "up to 9 points, which are 1,307,504 sides");
  const auto start = std::chrono::steady_clock::now();
  const OneSided table(arguments.points);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (!arguments.file.empty())
    if (auto written = table.write(arguments.file, {!arguments.no_gammon, !arguments.no_compress}); !written)
      return fail(written.error());
  if (context.json)
    context.print({{"points", arguments.points}, {"sides", table.size()}, {"seconds", seconds}, {"file", arguments.file}});
  else
    context.say("{} sides, {:.3f} s", grouped(table.size()), seconds);
  return context.finish();
}

Result<int> bearoff(Context& context, const BackgammonArguments& arguments) {
  if (arguments.one_sided) return one_sided(context, arguments);
  if (arguments.no_gammon || arguments.no_compress) return fail("--no-gammon and --no-compress belong to --one-sided");
  if (const std::uint64_t sides = choose(arguments.points + arguments.count, arguments.points); sides > 5005)
    return fail(fmt::format("{} configurations of a side make too large a table", sides),
                "up to 5005, such as 6 points and 9 checkers");
  BearOff table(arguments.points, arguments.count);
  const auto start = std::chrono::steady_clock::now();
  if (arguments.rounding == "gnubg")
    table.solve_rounded(!arguments.no_cube);
  else
    table.solve(!arguments.no_cube);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (!arguments.file.empty())
    if (auto written = write_two_sided(table, arguments.file); !written) return fail(written.error());
  const std::uint64_t positions = std::uint64_t{table.size()} * table.size();
  if (context.json)
    context.print({{"points", arguments.points},
                   {"checkers", arguments.count},
                   {"positions", positions},
                   {"tables", table.tables()},
                   {"seconds", seconds}});
  else
    context.say("{} positions, {} values each, {:.3f} s", grouped(positions), table.tables(), seconds);
  return context.finish();
}

Result<int> probe_one_sided(Context& context, const BackgammonArguments& arguments, const std::uint8_t* side) {
  if (!arguments.opponent.empty()) return fail("a one-sided file knows no opponent", "leave --opponent out");
  const auto file = OneSidedFile::open(arguments.file);
  if (!file) return fail(file.error());
  if (!file->holds(side)) return fail(fmt::format("the file holds checkers on points 1 to {}", file->points()));
  const OneSidedRecord record = file->record(side);
  auto chances = [](const RollWords& words) {
    Json out = Json::array();
    int last = most_rolls - 1;
    while (last > 0 && words[static_cast<std::size_t>(last)] == 0) --last;
    for (int k = 0; k <= last; ++k) out.push_back(words[static_cast<std::size_t>(k)] / 65535.0);
    return out;
  };
  Json out{{"rolls", mean_rolls(record.off)}, {"chances", chances(record.off)}};
  if (file->gammons()) {
    out["first_off_rolls"] = mean_rolls(record.gammon);
    out["first_off_chances"] = chances(record.gammon);
  }
  if (context.json)
    context.print(out);
  else
    context.say("{}", out.dump());
  return context.finish();
}

Result<int> probe_hyper(Context& context, const BackgammonArguments& arguments, const SideArgument& mover,
                        const SideArgument& opponent) {
  const auto file = HyperFile::open(arguments.file);
  if (!file) return fail(file.error());
  if (std::max(mover.count, opponent.count) > file->checkers())
    return fail(fmt::format("the file is of hypergammon with {} checkers a side", file->checkers()));
  const HyperRecord record = file->record(mover.side, opponent.side);
  const auto& o = record.outcomes;
  Json out{
      {"value", 2 * o[0] - 1 + o[1] + o[2] - o[3] - o[4]},
      {"win", o[0]},
      {"chances", o},
      {"rolls",
       {{"owned", record.rolls[0]}, {"centred", record.rolls[1]}, {"jacoby", record.rolls[2]}, {"opponents", record.rolls[3]}}}};
  if (context.json)
    context.print(out);
  else
    context.say("{}", out.dump());
  return context.finish();
}

Result<int> probe(Context& context, const BackgammonArguments& arguments) {
  const auto mover = read_points(arguments.mover, "--mover");
  if (!mover) return fail(mover.error());
  std::string start(9, ' ');
  std::ifstream(arguments.file, std::ios::binary).read(start.data(), 9);
  if (start == "gnubg-OS-") return probe_one_sided(context, arguments, mover->side);
  const auto opponent = read_points(arguments.opponent, "--opponent");
  if (!opponent) return fail(opponent.error());
  if (start.starts_with("gnubg-H")) return probe_hyper(context, arguments, *mover, *opponent);
  const auto file = TwoSidedFile::open(arguments.file);
  if (!file) return fail(file.error());
  const BearOff table(file->points(), file->checkers());
  if (!table.holds(mover->side) || !table.holds(opponent->side))
    return fail(fmt::format("the file holds up to {} checkers on points 1 to {}", file->checkers(), file->points()));
  const std::uint32_t i = table.rank(mover->side), j = table.rank(opponent->side);
  Json out{{"value", file->value(0, i, j)}, {"win", (file->value(0, i, j) + 1) / 2}};
  if (file->tables() == 4)
    out["rolls"] = {{"owned", file->value(1, i, j)}, {"centred", file->value(2, i, j)}, {"opponents", file->value(3, i, j)}};
  if (context.json)
    context.print(out);
  else
    context.say("{}", out.dump());
  return context.finish();
}

Result<int> hyper(Context& context, const BackgammonArguments& arguments) {
  const auto began = std::chrono::steady_clock::now();
  Hypergammon hypergammon(arguments.count);
  const EndgameOptions options = options_of(context);
  const bool complete = arguments.file.empty() ? hypergammon.solve_cubeless(options) : hypergammon.solve(options);
  const int status = context.finish();
  if (!complete) return status;
  if (!arguments.file.empty())
    if (auto written = hypergammon.write(arguments.file); !written) return fail(written.error());
  double residual = 0;
  std::uint64_t positions = 0;
  for (const TierReport& r : hypergammon.cubeless().reports()) {
    residual = std::max(residual, r.residual);
    positions += r.positions;
  }
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  if (context.json)
    context.print({{"checkers", arguments.count},
                   {"positions", positions},
                   {"opening", hypergammon.opening()},
                   {"residual", residual},
                   {"seconds", seconds}});
  else
    context.say("{} positions, {:.1f} s\nthe opening roll's winner, cubeless: {:+.16f} (largest residual {:.1e})",
                grouped(positions), seconds, hypergammon.opening(), residual);
  return status;
}

Result<int> paper(Context& context, const BackgammonArguments& arguments) {
  const SideFamily sides(2);
  BackwardInduction induction(sides);
  Json table = Json::array();
  auto add = [&](const InductionReport& r, int printed) {
    table.push_back({{"borne_off", {15 - r.m, 15 - r.n}},
                     {"positions", r.positions},
                     {"known", r.known},
                     {"printed", printed},
                     {"races", r.races},
                     {"races_known", r.races_known}});
  };
  add(induction.run(1, 1).at(0), 282);
  const auto pair = induction.run(1, 2);
  add(pair.at(0), 2458);
  add(pair.at(1), 2302);
  Endgames exact{Stakes{}};
  exact.solve(1, 1, options_of(context));
  const auto points = monte_carlo(
      sides, *induction.table(1, 1), arguments.iterations, context.seed, arguments.only_unknown,
      [&](std::uint32_t a, std::uint32_t b) { return exact.value(0, 1, a, 1, b); }, [&] { return context.stopped(); });
  const int status = context.finish();
  if (context.json) {
    Json figure = Json::array();
    for (const MonteCarloPoint& p : points)
      figure.push_back({{"iterations", p.iterations}, {"bellman_error", p.bellman_error}, {"distance_from_exact", p.distance}});
    context.print({{"table1", table}, {"figure6", figure}});
    return status;
  }
  context.say("table 1: positions valued by backward induction");
  context.say("borne off (black, white)  positions   known  printed   races known");
  for (const auto& row : table)
    context.say("({}, {})                  {:>9}  {:>6}  {:>7}   {} of {}", row["borne_off"][0].get<int>(),
                row["borne_off"][1].get<int>(), row["positions"].get<int>(), row["known"].get<int>(), row["printed"].get<int>(),
                row["races_known"].get<int>(), row["races"].get<int>());
  context.say("\nfigure 6: Monte Carlo on (14, 14){}", arguments.only_unknown ? ", unknown positions only" : "");
  context.say("iterations  largest Bellman error  largest distance from the exact values");
  for (const MonteCarloPoint& p : points) context.say("{:>10}  {:>21.6f}  {:>38.6f}", p.iterations, p.bellman_error, p.distance);
  return status;
}

/// Writes the weights that the program is built with.
Result<int> teach(Context& context, const BackgammonArguments& arguments) {
  const auto began = std::chrono::steady_clock::now();
  const Control control = context.control();
  TrainOptions options;
  options.games = arguments.games;
  options.seed = context.seed;
  options.stop = control.stop;
  if (control.progress)
    options.progress = [&](std::uint64_t games, double error) {
      control.progress(games, arguments.games, fmt::format("games played, winning chance off by {:.4f}", error));
    };
  Net net(context.seed);
  const TrainReport report = train(net, options);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  const int status = context.finish();
  const bool complete = report.games == arguments.games;
  if (complete) {
    std::ofstream out(arguments.file);
    out << fmt::format("// banmen backgammon train --games {} --seed {}\n", arguments.games, context.seed) << net.text();
    if (!out.flush()) return fail("can't write '" + arguments.file + "'");
  }
  if (context.json)
    context.print({{"games", report.games},
                   {"turns", report.turns},
                   {"error", report.error},
                   {"complete", complete},
                   {"file", complete ? Json(arguments.file) : Json(nullptr)},
                   {"seconds", seconds}});
  else
    context.say("{} games, {} turns, {:.1f} s; {}", grouped(report.games), grouped(report.turns), seconds,
                complete ? "weights in " + arguments.file : "stopped: nothing written");
  return status;
}

void add_stakes(CLI::App* command, const std::shared_ptr<BackgammonArguments>& arguments) {
  command->add_option("--payoff", arguments->payoff, "single, money (gammons count) or cube")
      ->check(CLI::IsMember({"single", "money", "cube"}));
  command
      ->add_option("--checkers", arguments->checkers, "Checkers of each side in the game; who has them all left can lose a gammon")
      ->check(CLI::Range(1, 15));
  command->add_flag("--jacoby", arguments->jacoby, "Gammons count only after the cube was turned");
  command->add_flag("--prove", arguments->prove,
                    "Prove the error: by the length of games, or under the cube by bounds from both ends");
}

}  // namespace

void add_backgammon(CLI::App& app, Context& context) {
  CLI::App* group = app.add_subcommand("backgammon", "Exact endgames, bear-off files, the paper's algorithms");
  group->require_subcommand(1);
  auto arguments = std::make_shared<BackgammonArguments>();

  CLI::App* command = add_command(*group, context, "value", "The exact value of a position, mover to roll",
                                  "banmen backgammon value --mover \"24 23\" --opponent \"24\"\n"
                                  "banmen backgammon value --mover \"5 2\" --opponent \"3 2\" --payoff cube --json",
                                  [arguments](Context& c) { return value(c, *arguments); });
  command->add_option("--mover", arguments->mover, "The mover's points in his own numbering, 25 = bar")->required();
  command->add_option("--opponent", arguments->opponent, "The opponent's points in his own numbering")->required();
  add_stakes(command, arguments);

  command = add_command(*group, context, "tiers", "Solve all positions of N against M checkers and the tiers under them",
                        "banmen backgammon tiers --mover 2 --opponent 2 --prove\nbanmen backgammon tiers --mover 3 --opponent 3 "
                        "--payoff money --checkers 3",
                        [arguments](Context& c) { return tiers(c, *arguments); });
  command->add_option("--mover", arguments->movers, "Checkers of the mover on the board")->check(CLI::Range(1, 4));
  command->add_option("--opponent", arguments->opponents, "Checkers of the opponent on the board")->check(CLI::Range(1, 4));
  add_stakes(command, arguments);

  command = add_command(*group, context, "bearoff", "A two-sided or one-sided bear-off table, as a GNU Backgammon file",
                        "banmen backgammon bearoff --points 6 --checkers 6 --rounding gnubg --out ts66.bd\nbanmen backgammon "
                        "bearoff --one-sided --points 6 --out os6.bd",
                        [arguments](Context& c) { return bearoff(c, *arguments); });
  command->add_option("--points", arguments->points, "Checkers stand on points 1 to P")->check(CLI::Range(1, 12));
  command->add_option("--checkers", arguments->count, "Up to C checkers of each side")->check(CLI::Range(1, 15));
  command->add_flag("--no-cube", arguments->no_cube, "Only cubeless values");
  command->add_flag("--one-sided", arguments->one_sided, "One side alone, always with 15 checkers: chances to need so many rolls");
  command->add_flag("--no-gammon", arguments->no_gammon, "One-sided: without the rolls that save a gammon");
  command->add_flag("--no-compress", arguments->no_compress, "One-sided: all 32 chances of every side");
  command->add_option("--rounding", arguments->rounding, "exact, or gnubg: rounded after every position as makebearoff does")
      ->check(CLI::IsMember({"exact", "gnubg"}));
  command->add_option("--out", arguments->file, "The file to write");

  command =
      add_command(*group, context, "probe", "Look a position up in a GNU Backgammon file: two-sided, one-sided or hypergammon",
                  "banmen backgammon probe gnubg_ts0.bd --mover \"5 2\" --opponent \"3 2\"",
                  [arguments](Context& c) { return probe(c, *arguments); });
  command->add_option("file", arguments->file, "The file")->required();
  command->add_option("--mover", arguments->mover, "The mover's points")->required();
  command->add_option("--opponent", arguments->opponent, "The opponent's points; none for a one-sided file");

  command = add_command(*group, context, "hyper", "Hypergammon with 1 to 3 checkers; with --out, as a GNU Backgammon file",
                        "banmen backgammon hyper --checkers 3 --threads 2\nbanmen backgammon hyper --checkers 2 --out hyper2.bd",
                        [arguments](Context& c) { return hyper(c, *arguments); });
  command->add_option("--checkers", arguments->count, "Checkers of each side")->required()->check(CLI::Range(1, 3));
  command->add_option("--out", arguments->file, "The file to write");

  command = add_command(*group, context, "paper", "The paper's backward induction (table 1) and Monte Carlo (figure 6)",
                        "banmen backgammon paper --iterations 10000", [arguments](Context& c) { return paper(c, *arguments); });
  command->add_option("--iterations", arguments->iterations, "Of the Monte Carlo method")->check(CLI::Range(1, 100'000'000));
  command->add_flag("--only-unknown", arguments->only_unknown, "Keep what backward induction has valued");

  command = add_command(*group, context, "train", "Teach the player's network by self-play and write its weights",
                        "banmen backgammon train --games 300000 --seed 1 --out net_weights.inc",
                        [arguments](Context& c) { return teach(c, *arguments); });
  command->add_option("--games", arguments->games, "Games against itself")->check(CLI::Range(1, 1'000'000'000));
  command->add_option("--out", arguments->file, "The file to write")->required();
}

}  // namespace banmen::app
