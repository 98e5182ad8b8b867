// What is Bao's alone: loops, one move in words, the conditions for loops, repetitions, and the paper's claims.
#include <algorithm>

#include "app/command.hpp"
#include "core/text.hpp"
#include "solve/index_space.hpp"
#include "study/bao/claims.hpp"
#include "study/bao/explain.hpp"
#include "study/bao/marks.hpp"
#include "study/bao/paper.hpp"
#include "study/bao/reach.hpp"
#include "study/bao/repeat.hpp"
#include "study/bao/visited.hpp"

namespace banmen::app {
namespace {

using bao::LoopReading;
using bao::LoopType;
using bao::Stones;

std::string show(const Stones& board) {
  return board.empty() ? "-" : "(" + bao::board_text(board.data(), static_cast<std::uint32_t>(board.size())) + ")";
}

std::function<void(std::uint64_t)> counting(const Control& control, std::string_view what) {
  if (!control.progress) return {};
  return [progress = control.progress, what](std::uint64_t done) { progress(done, 0, what); };
}

// ---------------------------------------------------------------------------------------------- loops

struct LoopsArguments {
  int side = 0;
  int ring = 0;
  int stones = 0;
  bool reachable = false;
  std::uint64_t positions = bao::ReachLimits{}.positions;
  std::uint32_t plies = bao::ReachLimits{}.plies;
};

/// The paper's row of a loop type, where it prints one.
const bao::paper::Row* printed_row(const LoopType& type) {
  if (type.board == bao::paper::figure4.board) return &bao::paper::figure4;
  for (const bao::paper::Row& row : bao::paper::table2)
    if (row.board == type.board) return &row;
  return nullptr;
}

/// 1 or 2 where the loop is one of §5.2.1's patterns (table 1 for pattern 2), else 0.
int pattern_of(const LoopType& type) {
  const auto holes = static_cast<std::uint32_t>(type.board.size());
  if (type.sowings != 1) return 0;
  if (type.board == bao::paper::pattern2(type.board[0], holes)) return 2;
  return type.board == bao::paper::pattern1(holes) ? 1 : 0;
}

Json type_json(const LoopType& type, const std::vector<std::string>* reached) {
  Json paper = nullptr;
  if (const auto* row = printed_row(type)) paper = {{"period", row->period}, {"shift", row->shift}};
  const int pattern = pattern_of(type);
  return {{"board", type.board},
          {"stones", type.stones},
          {"period", type.period()},
          {"shift", type.shift()},
          {"sowings", type.sowings},
          {"distance", type.distance},
          {"loop_condition", bao::meets_loop(type.board, LoopReading::printed)},
          {"loop_by_last_hole", bao::meets_loop(type.board, LoopReading::by_itself)},
          {"spread", bao::spread(type.board)},
          {"marks", bao::marks(type.board)},
          {"pattern", pattern == 0 ? Json(nullptr) : Json(pattern)},
          {"paper", paper},
          {"reached", reached == nullptr ? Json(nullptr) : Json(*reached)}};
}

Result<int> run_loops(Context& context, const LoopsArguments& arguments) {
  if ((arguments.side == 0) == (arguments.ring == 0))
    return fail("either the holes a side or --ring is wanted", "banmen bao loops 4, or banmen bao loops --ring 7");
  const auto ring = static_cast<std::uint32_t>(arguments.ring != 0 ? arguments.ring : 2 * arguments.side);
  if (arguments.reachable && (ring % 2 != 0 || ring < 4))
    return fail("a ring of " + std::to_string(ring) + " holes has no two sides to play on, so nothing is reachable",
                "--reachable wants an even ring of 4 to 26");
  const Control control = context.control();
  const bool list_all = !arguments.reachable || arguments.stones != 0;
  const auto most = static_cast<std::uint32_t>(arguments.stones != 0 ? arguments.stones : std::min(16, static_cast<int>(2 * ring)));
  const auto start = std::chrono::steady_clock::now();

  bao::ReachReport reach;
  std::vector<LoopType> types;
  if (arguments.reachable) {
    const Bao g = Bao::plain(ring / 2);
    const std::uint64_t places = IndexSpace<Bao>(g).size();
    if (places == bao::too_many)
      return fail("the positions of " + std::to_string(ring / 2) + "x2 have no 64-bit numbers, so they can't be gone through",
                  "at most 11 holes a side");
    const bao::ReachLimits all;
    if (places <= bao::Visited::most_bits && arguments.positions == all.positions && arguments.plies == all.plies) {
      CensusOptions options;
      options.cycles = false;
      auto found = bao::loops_of_census(g, options, control);
      if (!found) return fail(found.error());
      reach = std::move(*found);
    } else
      reach = bao::reachable_loops(g, {arguments.positions, arguments.plies}, control.stop, counting(control, "positions"));
    for (const auto& loop : reach.loops) types.push_back(loop.type);
  }
  if (list_all) types = bao::all_loops(ring, most, control.stop);
  const int status = context.finish();
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  auto reached = [&](const LoopType& type) -> const std::vector<std::string>* {
    for (const auto& loop : reach.loops)
      if (loop.type.board == type.board) return &loop.moves;
    return nullptr;
  };
  const bool complete = !context.stopped() && (!arguments.reachable || reach.complete);
  if (context.json) {
    Json list = Json::array();
    for (const LoopType& type : types) list.push_back(type_json(type, reached(type)));
    Json document{{"ring", ring}, {"types", std::move(list)}, {"complete", complete}, {"seconds", seconds}};
    if (list_all) document["stones"] = most;
    if (arguments.reachable)
      document["reach"] = {{"positions", reach.positions},
                           {"moves", reach.moves},
                           {"endless_moves", reach.endless_moves},
                           {"plies", reach.plies},
                           {"complete", reach.complete}};
    context.print(document);
    return status;
  }
  const std::size_t width = std::max<std::size_t>(3 * ring, 6);
  context.say("{:<{}} {:>6} {:>8} {:>6} {:>8}  {:<5} {:<6} {:<10} {}", "board", width, "stones", "period", "shift", "sowings",
              "LOOP", "spread", "paper", arguments.reachable ? "first reached by" : "");
  for (const LoopType& type : types) {
    const auto* row = printed_row(type);
    const int pattern = pattern_of(type);
    const std::string paper = row != nullptr ? fmt::format("{},{}", row->period, row->shift)
                              : pattern != 0 ? fmt::format("pattern {}", pattern)
                                             : "-";
    const auto* moves = reached(type);
    context.say("{:<{}} {:>6} {:>8} {:>6} {:>8}  {:<5} {:<6} {:<10} {}", show(type.board), width, type.stones, type.period(),
                type.shift(), type.sowings, bao::meets_loop(type.board, LoopReading::printed) ? "yes" : "no",
                bao::spread(type.board) ? "yes" : "no", paper, moves != nullptr ? join(*moves, " ") : "");
  }
  auto is_spread = [](const LoopType& type) { return bao::spread(type.board); };
  if (list_all)
    context.say("{} loop types on a ring of {} holes with up to {} stones, {} of them spread, in {:.2f} s{}", types.size(), ring,
                most, std::count_if(types.begin(), types.end(), is_spread), seconds,
                complete || arguments.reachable ? "" : "; interrupted");
  if (arguments.reachable)
    context.say(
        "{} loop types are reached from the start ({} in the paper for 4x2), {} of them spread; {} of {} moves in {} positions are "
        "endless; {}",
        reach.loops.size(), bao::paper::loop_kinds,
        std::count_if(reach.loops.begin(), reach.loops.end(), [&](const auto& loop) { return is_spread(loop.type); }),
        grouped(reach.endless_moves), grouped(reach.moves), grouped(reach.positions),
        reach.complete ? "all positions were met"
                       : fmt::format("stopped after ply {}: more may follow (--positions, --plies)", reach.plies));
  return status;
}

// ---------------------------------------------------------------------------------------------- explain

struct ExplainArguments {
  std::string board;
  std::string hole;
  std::size_t most = 1000;
};

Result<int> run_explain(Context& context, const ExplainArguments& arguments) {
  const auto board = bao::read_board(arguments.board, 0, bao::most_stones);
  if (!board) return fail(board.error());
  if (board->size() < 2) return fail("a ring has at least 2 holes");
  const auto holes = static_cast<std::uint32_t>(board->size());
  const std::string& name = arguments.hole;
  if (name.size() != 1 || name[0] < 'a' || name[0] > bao::hole_name(holes - 1))
    return fail("'" + name + "' is not a hole of this board", std::string("holes are a to ") + bao::hole_name(holes - 1));
  const auto hole = static_cast<std::uint32_t>(name[0] - 'a');
  if ((*board)[hole] == 0) return fail("hole " + name + " is empty");
  const auto move = bao::explain(*board, hole, arguments.most, context.control().stop);
  const int status = context.finish();
  if (move.stopped) return status;
  const std::string stop(1, bao::hole_name(move.at));
  const bool sides = holes % 2 == 0;  // an odd ring has no opposite holes
  const long captured = move.ends && sides ? move.last[holes - 1 - move.at] : 0;
  if (context.json) {
    Json list = Json::array();
    for (const auto& sowing : move.sowings)
      list.push_back({{"board", sowing.board}, {"hole", std::string(1, bao::hole_name(sowing.hole))}});
    Json document{{"sowings", std::move(list)},
                  {"count", move.count},
                  {"ends", move.ends},
                  {"stop", move.ends ? Json(stop) : Json(nullptr)},
                  {"captured", move.ends && sides ? Json(captured) : Json(nullptr)},
                  {"last", move.last},
                  {"period", move.ends ? Json(nullptr) : Json(move.period())},
                  {"shift", move.ends ? Json(nullptr) : Json(move.shift())}};
    context.print(document);
    return status;
  }
  const std::size_t digits = std::to_string(move.count).size();
  for (std::size_t i = 0; i < move.sowings.size(); ++i)
    context.say("S{:<{}} = {} {}", i, digits, show(move.sowings[i].board), bao::hole_name(move.sowings[i].hole));
  if (move.count > move.sowings.size()) context.say("… {} more (--most)", move.count - move.sowings.size());
  if (move.ends)
    context.say("S{:<{}} = {} stops at {} after {} sowing{}{}", move.count, digits, show(move.last), stop, move.count,
                move.count == 1 ? "" : "s",
                sides ? fmt::format(", captures {} from {}", captured, bao::hole_name(holes - 1 - move.at)) : "");
  else
    context.say("S{:<{}} = {} {}: the first board turned by {}; never ends, {} sowings a loop, period {}, shift {}", move.count,
                digits, show(move.last), stop, move.shift(), move.count, move.period(), move.shift());
  return status;
}

// ---------------------------------------------------------------------------------------------- condition

struct ConditionArguments {
  int side = 0;
  int ring = 0;
  int stones = 16;
};

Result<int> run_condition(Context& context, const ConditionArguments& arguments) {
  if ((arguments.side == 0) == (arguments.ring == 0))
    return fail("either the holes a side or --ring is wanted", "banmen bao condition 4");
  const auto ring = static_cast<std::uint32_t>(arguments.ring != 0 ? arguments.ring : 2 * arguments.side);
  const Control control = context.control();
  Json rows = Json::array();
  if (!context.json)
    context.say("{:>6} {:>8} {:>8} {:>9} {:>8} {:>8} {:>12} {:>12} {:>9}  {}", "stones", "types", "spread", "period>=1", "LOOP",
                "(last)", "LOOP boards", "… that end", "undivided", "first loop that is not spread");
  for (std::uint32_t stones = 2; stones <= static_cast<std::uint32_t>(arguments.stones); ++stones) {
    const auto n = bao::count_conditions(ring, stones, control.stop);
    if (context.stopped()) break;
    if (control.progress) control.progress(stones, static_cast<std::uint64_t>(arguments.stones), "stones");
    if (!context.json) {
      context.say("{:>6} {:>8} {:>8} {:>9} {:>8} {:>8} {:>12} {:>12} {:>9}  {}", stones, n.types, n.types_spread, n.types_period,
                  n.types_loop[0], n.types_loop[1], n.loop_boards[1], n.loop_ending[1], n.undivided, show(n.not_spread));
      continue;
    }
    rows.push_back({{"stones", stones},
                    {"types", n.types},
                    {"types_spread", n.types_spread},
                    {"types_with_period", n.types_period},
                    {"types_loop", n.types_loop[0]},
                    {"types_loop_by_last_hole", n.types_loop[1]},
                    {"single_sowing", n.single},
                    {"undivided", n.undivided},
                    {"undivided_with_period", n.undivided_period},
                    {"spread_boards", n.spread_boards},
                    {"spread_boards_ending", n.spread_ending},
                    {"loop_boards", n.loop_boards[0]},
                    {"loop_boards_ending", n.loop_ending[0]},
                    {"loop_by_last_hole_boards", n.loop_boards[1]},
                    {"loop_by_last_hole_boards_ending", n.loop_ending[1]},
                    {"first_not_spread", n.not_spread},
                    {"first_not_loop", n.not_loop[0]},
                    {"first_ending_although_loop", n.ends_although_loop[0]},
                    {"first_undivided", n.not_divided}});
  }
  const int status = context.finish();
  if (context.json) context.print({{"ring", ring}, {"stones", std::move(rows)}, {"complete", !context.stopped()}});
  return status;
}

// ---------------------------------------------------------------------------------------------- repeat

struct RepeatArguments {
  int side = 8;
  std::uint64_t positions = bao::ReachLimits{}.positions;
  bool components = false;
};

Result<int> run_repeat(Context& context, const RepeatArguments& arguments) {
  const Bao g = Bao::plain(static_cast<std::uint32_t>(arguments.side));
  if (IndexSpace<Bao>(g).size() == IndexSpace<Bao>::too_many)
    return fail("the positions of this board have no 64-bit numbers", "at most 11 holes a side");
  const Control control = context.control();
  const auto r = bao::earliest_repetition(g, {arguments.positions, ~0U}, control.stop, counting(control, "positions"));
  bao::Components components;
  if (arguments.components) components = bao::repetition_components(g, arguments.positions, control.stop);
  const int status = context.finish();
  if (context.json) {
    Json document{{"found", r.found}, {"complete", r.complete}, {"plies", r.plies}, {"positions", r.positions}};
    if (r.found) {
      document["lead"] = r.lead;
      document["cycle"] = r.cycle;
      document["position"] = g.text(r.position);
      document["back_at"] = r.lead.size() + r.cycle.size();
    }
    if (arguments.components) document["components"] = {{"sizes", components.sizes}, {"complete", components.complete}};
    context.print(document);
    return status;
  }
  if (r.found)
    context.say("{} at ply {} ({})\ncomes back at ply {} after {}", g.text(r.position), r.lead.size(), join(r.lead, " "),
                r.lead.size() + r.cycle.size(), join(r.cycle, " "));
  else if (r.complete)
    context.say("no position can come back");
  else
    context.say("no position has come back up to ply {}; stopped there", r.plies);
  context.say("{} positions were met", grouped(r.positions));
  if (arguments.components) {
    if (components.complete)
      context.say("{} sets of positions lead back to each other: {}", components.sizes.size(), fmt::join(components.sizes, " "));
    else
      context.say("the graph has more than {} positions, so its cycles were not counted", grouped(arguments.positions));
  }
  return status;
}

// ---------------------------------------------------------------------------------------------- claims

Result<int> run_claims(Context& context, bao::ClaimLimits limits) {
  limits.seed = context.seed;
  const Control control = context.control();
  std::function<void(std::uint64_t, std::uint64_t)> progress;
  if (control.progress) progress = [&](std::uint64_t done, std::uint64_t total) { control.progress(done, total, "claims"); };
  const auto claims = bao::test_claims(limits, control.stop, progress);
  const int status = context.finish();
  if (context.json) {
    Json list = Json::array();
    for (const auto& c : claims)
      list.push_back({{"id", c.id},
                      {"paper", "bao"},
                      {"section", c.section},
                      {"text", c.text},
                      {"status", c.verdict},
                      {"found", c.found},
                      {"counterexamples", c.counterexamples},
                      {"command", c.command}});
    context.print({{"claims", std::move(list)}});
    return status;
  }
  for (const auto& c : claims) {
    context.say("{:<18} §{:<6} {}", c.id, c.section, c.text);
    context.say("  {}: {}", c.verdict, c.found);
    for (const std::string& counterexample : c.counterexamples) context.say("    {}", counterexample);
  }
  return status;
}

}  // namespace

void add_bao(CLI::App& app, Context& context) {
  CLI::App* group = add_command(app, context, "bao", "Bao's own analyses",
                                "banmen bao loops 4 --reachable\nbanmen bao explain 0,4,0,4,0,4,0,4 d", {});
  group->require_subcommand(1);

  auto loops = std::make_shared<LoopsArguments>();
  CLI::App* command = add_command(*group, context, "loops", "List the loop types of moves that never end",
                                  "banmen bao loops 4 --reachable\nbanmen bao loops --ring 7 --stones 20 --json",
                                  [loops](Context& c) { return run_loops(c, *loops); });
  command->add_option("holes", loops->side, "Holes a side")->check(CLI::Range(2, 13));
  command->add_option("--ring", loops->ring, "Holes on the ring, odd too")->check(CLI::Range(2, static_cast<int>(bao::most_ring)));
  command->add_option("--stones", loops->stones, "All boards with up to so many stones (16, or twice the holes if that is less)")
      ->check(CLI::Range(1, 255));
  command->add_flag("--reachable", loops->reachable,
                    "Only what the start leads to, with the first way there; with --stones, all, marked");
  command->add_option("--positions", loops->positions, "Stop looking for ways after so many positions")->check(CLI::PositiveNumber);
  command->add_option("--plies", loops->plies, "Stop looking for ways after so many plies")->check(CLI::PositiveNumber);

  auto explain = std::make_shared<ExplainArguments>();
  command = add_command(*group, context, "explain", "One move, sowing by sowing",
                        "banmen bao explain 0,4,0,4,0,4,0,4 d\nbanmen bao explain 3,1,0,2,1,0,2,1 a --json",
                        [explain](Context& c) { return run_explain(c, *explain); });
  command->add_option("board", explain->board, "Stones hole by hole, such as 0,4,0,4,0,4,0,4")->required();
  command->add_option("hole", explain->hole, "The hole to sow from")->required();
  command->add_option("--most", explain->most, "Show at most so many sowings");

  auto condition = std::make_shared<ConditionArguments>();
  command = add_command(*group, context, "condition", "What the conditions for loops are worth, over all boards",
                        "banmen bao condition 4 --stones 20", [condition](Context& c) { return run_condition(c, *condition); });
  command->add_option("holes", condition->side, "Holes a side")->check(CLI::Range(2, 13));
  command->add_option("--ring", condition->ring, "Holes on the ring, odd too")
      ->check(CLI::Range(2, static_cast<int>(bao::most_ring)));
  command->add_option("--stones", condition->stones, "All boards with up to so many stones")->check(CLI::Range(2, 255));

  auto repeat = std::make_shared<RepeatArguments>();
  command =
      add_command(*group, context, "repeat", "The earliest play that comes back to a position",
                  "banmen bao repeat 8\nbanmen bao repeat 4 --components", [repeat](Context& c) { return run_repeat(c, *repeat); });
  command->add_option("holes", repeat->side, "Holes a side")->check(CLI::Range(2, 13));
  command->add_option("--positions", repeat->positions, "Stop after so many positions")->check(CLI::PositiveNumber);
  command->add_flag("--components", repeat->components, "Also the sets of positions that lead back to each other");

  auto limits = std::make_shared<bao::ClaimLimits>();
  command = add_command(*group, context, "claims", "Test what the paper says about endless play", "banmen bao claims --stones 16",
                        [limits](Context& c) { return run_claims(c, *limits); });
  command
      ->add_option("--stones", limits->stones,
                   "Boards of 4x2 with up to so many stones, other rings as far as four times that work goes")
      ->check(CLI::Range(7, 40));
  command->add_option("--games", limits->random_games, "Random games for the frequency of endless moves");
  command->add_option("--positions", limits->positions, "Positions of 8x2 to look for a repetition in");
}

}  // namespace banmen::app
