// Studies of all boards of a ring: its loops, those reachable from the start, and the conditions and marks that predict them.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "core/text.hpp"
#include "research/bao/marks.hpp"
#include "research/bao/reach.hpp"
#include "research/studies.hpp"

namespace banmen::bao {
namespace {

using Column = Findings::Column;
using enum Column::Kind;

/// The parameters `holes` and `ring`, exactly one of which must be given, then `own`.
std::vector<Parameter> with_ring(std::vector<Parameter> own) {
  own.insert(own.begin(), {Parameter::integer("holes", 4, 2, 13, "Holes on each side").at_place().without_default(),
                           Parameter::integer("ring", 8, 2, most_ring, "Holes on the ring, even or odd").without_default()});
  return own;
}

/// The number of holes on the ring.
Result<std::uint32_t> ring_of(const Values& values, const std::string& examples) {
  const long holes = values.integer("holes"), ring = values.integer("ring");
  if ((holes == 0) == (ring == 0)) return fail("expected either the number of holes on a side or --ring", examples);
  return static_cast<std::uint32_t>(ring != 0 ? ring : 2 * holes);
}

Datum in_paper(const LoopType& type) {
  const paper::Row* row = paper::printed_row(type);
  if (row == nullptr) return {};
  return group_of({{"period", row->period}, {"shift", row->shift}});
}

/// The pattern of §5.2.1 (pattern 2: table 1) that the loop has, if any.
Datum pattern_of(const LoopType& type) {
  const auto holes = static_cast<std::uint32_t>(type.board.size());
  if (type.sowings != 1) return {};
  if (type.board == paper::pattern2(type.board[0], holes)) return 2;
  if (type.board == paper::pattern1(holes)) return 1;
  return {};
}

std::uint64_t count_spread(const std::vector<LoopType>& types) {
  return static_cast<std::uint64_t>(std::ranges::count_if(types, spread, &LoopType::board));
}

Findings::DataTable table_of(const std::vector<LoopType>& types, const std::vector<ReachedLoop>& reached, bool reachable) {
  Findings::DataTable table{
      .name = "types",
      .help = "",
      .columns = {{"board", list, "a board of the loop, beginning with the hole to sow from"},
                  {"stones", integer, "stones on the board"},
                  {"period", integer, "stones that the first hole receives in one round of the loop"},
                  {"shift", integer, "holes by which the board is rotated after one round of the loop"},
                  {"sowings", integer, "sowings in one round of the loop"},
                  {.name = "distance", .kind = integer, .help = "stones sown in one round of the loop", .hidden = true},
                  {.name = "loop_condition", .kind = truth, .help = "meets LOOP of §5.2.2 as printed", .title = "LOOP"},
                  {.name = "loop_by_last_hole", .kind = truth, .help = "meets LOOP by the last hole alone", .hidden = true},
                  {"spread", truth, "no two marks are neighbours, which is enough for a loop"},
                  {.name = "marks", .kind = list, .help = "how often each residue modulo holes+1 occurs", .hidden = true},
                  {.name = "fold",
                   .kind = integer,
                   .help = "number that divides the stones of every sowing; 2 or more is enough for a loop",
                   .hidden = true},
                  {"pattern", integer, "number of the pattern in §5.2.1, if it is one"},
                  {"paper", group, "period and shift in the paper"},
                  {.name = "reached",
                   .kind = list,
                   .help = "moves from the start to the loop, the endless move last",
                   .hidden = !reachable,
                   .title = "first reached by"}}};
  for (const LoopType& type : types) {
    const auto way =
        std::find_if(reached.begin(), reached.end(), [&](const ReachedLoop& loop) { return loop.type.board == type.board; });
    table.rows.push_back({type.board, type.stones, type.period(), type.shift(), type.sowings, type.distance,
                          meets_loop(type.board, LoopReading::printed), meets_loop(type.board, LoopReading::by_itself),
                          spread(type.board), marks(type.board), fold(heaps(type.board)), pattern_of(type), in_paper(type),
                          way == reached.end() || way->moves.empty() ? Datum() : Datum(way->moves)});
  }
  return table;
}

Findings search_of(const ReachReport& reach, std::uint64_t spread_types) {
  return group_of({{"positions", reach.positions},
                   {"moves", reach.moves},
                   {"endless_moves", reach.endless_moves},
                   {"plies", reach.plies},
                   {"loops", reach.loops.size()},
                   {"spread", spread_types},
                   {"complete", reach.complete}});
}

/// The paper's counts, for 4×2 or another board whose graph is complete.
void add_counts(Findings& findings, const Bao& g, const ReachReport& reach, const Control& control) {
  findings.add("loops", reach.loops.size());
  constexpr std::uint64_t most_positions = 1'000'000;
  if (reach.positions <= most_positions) {
    const Components cycles = repetition_components(g, most_positions, control);
    if (cycles.complete) {
      findings.add("sennichite", cycles.sizes.size(), fmt::format("sets of {} positions", fmt::join(cycles.sizes, ", ")));
      findings.add("kinds", reach.loops.size() + cycles.sizes.size());
    }
  }
  std::uint64_t odd = 0, even = 0, divided = 0, moving = 0;
  std::uint32_t fewest = ~0U;
  for (const ReachedLoop& loop : reach.loops) {
    const LoopType& type = loop.type;
    fewest = std::min(fewest, type.stones);
    if (type.period() > 0) {
      ++(type.stones % 2 == 1 ? odd : even);
      ++moving;
      divided += type.period() >= type.shift() && (type.period() - type.shift()) % (type.board.size() + 1) == 0;
    }
    const std::string words = "reached by " + join(loop.moves, " ");
    findings.add(tabled("period " + in_brackets(type.board), type.period(), words));
    findings.add(tabled("shift " + in_brackets(type.board), type.shift(), words));
  }
  findings.add("odd", odd);
  findings.add("even", even);
  findings.add("fewest stones", fewest);
  const auto share = [](std::uint64_t part, std::uint64_t all) { return static_cast<double>(part) / static_cast<double>(all); };
  if (moving > 0) findings.add({.name = "share with period = shift + (holes+1)k", .value = share(divided, moving), .n = moving});
  findings.add({.name = "share of endless moves",
                .value = share(reach.endless_moves, reach.moves),
                .words = "of all moves of all positions",
                .n = reach.moves});
}

Result<Findings> list_loops(const Values& values, const Control& control) {
  const bool reachable = values.flag("reachable");
  std::uint32_t ring = 8;
  if (!reachable || values.integer("holes") != 0 || values.integer("ring") != 0) {
    const auto given = ring_of(values, "banmen bao loops 4, or banmen bao loops --ring 7");
    if (!given) return fail(given.error());
    ring = *given;
  }
  if (reachable && (ring % 2 != 0 || ring < 4))
    return fail("a ring of " + std::to_string(ring) + " holes does not have two sides, so nothing is reachable",
                "--reachable needs an even ring of 4 to 26");
  const bool list_all = !reachable || values.integer("stones") != 0;
  const std::uint32_t most =
      values.integer("stones") != 0 ? static_cast<std::uint32_t>(values.integer("stones")) : std::min(16U, 2 * ring);

  Findings findings;
  findings.add(hidden("ring", ring));
  ReachReport reach;
  std::vector<LoopType> reached;
  if (reachable) {
    ReachLimits limits{.positions = static_cast<std::uint64_t>(values.integer("positions"))};
    if (values.integer("plies") > 0) limits.plies = static_cast<std::uint32_t>(values.integer("plies"));
    auto found = loops_from_start(Bao::plain(ring / 2), limits, control);
    if (!found) return fail(found.error());
    reach = std::move(*found);
    for (const ReachedLoop& loop : reach.loops) reached.push_back(loop.type);
    findings.complete = reach.complete;
  }
  const std::vector<LoopType> types = list_all ? all_loops(ring, most, control) : reached;
  findings.add(table_of(types, reach.loops, reachable));
  if (list_all) {
    findings.add(hidden("stones", most));
    findings.add("loop types", types.size(), fmt::format("on a ring of {} holes with up to {} stones", ring, most));
    findings.add("spread", count_spread(types));
  }
  if (!reachable) return findings;
  findings.add("reach", search_of(reach, count_spread(reached)));
  if (reach.loops.empty()) {
    findings.add("result", "no endless move was found from the start so far");
    return findings;
  }
  const auto first = std::min_element(reach.loops.begin(), reach.loops.end(),
                                      [](const ReachedLoop& a, const ReachedLoop& b) { return a.moves.size() < b.moves.size(); });
  if (!first->moves.empty()) findings.add("earliest endless move", first->moves.size(), join(first->moves, " "));
  findings.add("positions", reach.positions, reach.complete ? "all" : fmt::format("up to ply {}", reach.plies));
  if (reach.complete) add_counts(findings, Bao::plain(ring / 2), reach, control);
  return findings;
}

Result<Findings> count_conditions_met(const Values& values, const Control& control) {
  const auto ring = ring_of(values, "banmen bao condition 4");
  if (!ring) return fail(ring.error());
  const auto most = static_cast<std::uint32_t>(values.integer("stones"));
  Findings findings;
  findings.add(hidden("ring", *ring));
  Findings::DataTable table{
      .name = "stones",
      .help = "",
      .columns = {
          {"stones", integer, "stones on the board"},
          {"types", integer, "loop types"},
          {.name = "types_spread", .kind = integer, .help = "loop types whose boards are spread", .title = "spread"},
          {.name = "types_with_period", .kind = integer, .help = "loop types of period 1 or more", .title = "period>=1"},
          {.name = "types_loop",
           .kind = integer,
           .help = "types of period 1 or more with a board that meets LOOP as printed",
           .title = "LOOP"},
          {.name = "types_loop_by_last_hole",
           .kind = integer,
           .help = "types of period 1 or more with a board that meets LOOP by the last hole alone",
           .title = "(last)"},
          {.name = "single_sowing", .kind = integer, .help = "loop types of a single sowing", .hidden = true},
          {.name = "loop_by_last_hole_boards",
           .kind = integer,
           .help = "boards that meet LOOP by the last hole",
           .title = "LOOP boards"},
          {.name = "loop_by_last_hole_boards_ending",
           .kind = integer,
           .help = "boards that meet LOOP by the last hole, but whose move ends",
           .title = "… that end"},
          {"undivided", integer, "loop types whose stones sown in a round are no multiple of the ring's holes + 1"},
          {.name = "undivided_with_period",
           .kind = integer,
           .help = "types of period 1 or more whose distance is not a multiple of holes+1",
           .hidden = true},
          {.name = "spread_boards", .kind = integer, .help = "boards that are spread", .hidden = true},
          {.name = "spread_boards_ending", .kind = integer, .help = "boards that are spread, but whose move ends", .hidden = true},
          {.name = "loop_boards", .kind = integer, .help = "boards that meet LOOP as printed", .hidden = true},
          {.name = "loop_boards_ending",
           .kind = integer,
           .help = "boards that meet LOOP as printed, but whose move ends",
           .hidden = true},
          {.name = "first_not_spread", .kind = list, .help = "a loop that is not spread", .title = "first loop that is not spread"},
          {.name = "first_not_loop", .kind = list, .help = "a loop without a board that meets LOOP as printed", .hidden = true},
          {.name = "first_ending_although_loop",
           .kind = list,
           .help = "a board that meets LOOP as printed, but whose move ends",
           .hidden = true},
          {.name = "first_undivided", .kind = list, .help = "a loop whose distance is not a multiple of holes+1", .hidden = true}}};
  for (std::uint32_t stones = 2; stones <= most; ++stones) {
    const ConditionCount n = count_conditions(*ring, stones, counting_boards(control, *ring, stones, most));
    if (control.stop.stop_requested()) {
      findings.complete = false;
      break;
    }
    table.rows.push_back({stones, n.types, n.types_spread, n.types_period, n.types_loop[0], n.types_loop[1], n.single,
                          n.loop_boards[1], n.loop_ending[1], n.undivided, n.undivided_period, n.spread_boards, n.spread_ending,
                          n.loop_boards[0], n.loop_ending[0], n.not_spread, n.not_loop[0], n.ends_although_loop[0], n.not_divided});
    findings.add(tabled(fmt::format("types[{}]", stones), n.types));
    findings.add(tabled(fmt::format("types_spread[{}]", stones), n.types_spread));
  }
  findings.add(std::move(table));
  return findings;
}

Result<Findings> count_marks(const Values& values, const Control& control) {
  const auto ring = ring_of(values, "banmen bao marks 4");
  if (!ring) return fail(ring.error());
  const auto most = static_cast<std::uint32_t>(values.integer("stones"));
  if (boards(*ring, most) > most_pattern_boards)
    return fail(fmt::format("there are more than {} boards of {} stones in {} holes", most_pattern_boards, most, *ring),
                "use a smaller --stones");
  Findings findings;
  findings.add(hidden("ring", *ring));
  Findings::DataTable table{
      .name = "stones",
      .help = "",
      .columns = {
          {"stones", integer, "stones on the board"},
          {.name = "boards", .kind = integer, .help = "boards, rotated so that the hole to sow from comes first", .hidden = true},
          {"patterns", integer, "patterns of marks, rotations counted once"},
          {"spread", integer, "patterns without neighbouring marks: no move ends"},
          {"unmet", integer, "patterns with neighbouring marks where no move ends (proved to be 0)"},
          {"ending", integer, "patterns where every move ends"},
          {"either", integer, "patterns where some moves end and some do not"},
          {"types", integer, "loop types"},
          {.name = "types_spread", .kind = integer, .help = "loop types that are spread", .title = "spread types"},
          {.name = "types_fold", .kind = integer, .help = "loop types that are c-fold, c ≥ 2", .title = "fold types"},
          {.name = "types_other", .kind = integer, .help = "loop types that are neither spread nor c-fold", .title = "other types"},
          {.name = "longest_end", .kind = integer, .help = "sowings of the longest move that ends", .title = "longest end"},
          {.name = "longest_loop", .kind = integer, .help = "sowings of the longest loop", .title = "longest loop"},
          {.name = "endless", .kind = list, .help = "a loop that is not spread", .title = "never ends"},
          {.name = "twin", .kind = list, .help = "a board with the same marks and stones whose move ends", .title = "ends"}}};
  std::uint64_t done = 0, all = 0;
  for (std::uint32_t stones = 2; stones <= most; ++stones) all += boards(*ring, stones);
  for (std::uint32_t stones = 2; stones <= most; ++stones) {
    const PatternCount n = count_patterns(*ring, stones, part_of_job(control, done, all));
    if (control.stop.stop_requested()) {
      findings.complete = false;
      break;
    }
    done += boards(*ring, stones);
    table.rows.push_back({stones, n.boards, n.patterns, n.spread, n.unmet, n.ending, n.either, n.types, n.types_spread,
                          n.types_fold, n.types - n.types_spread - n.types_fold + n.types_both, n.longest_end, n.longest_loop,
                          n.endless, n.twin});
    findings.add(tabled(fmt::format("types[{}]", stones), n.types));
    findings.add(tabled(fmt::format("patterns that decide nothing[{}]", stones), n.either));
    findings.add(tabled(fmt::format("not spread, yet no move ends[{}]", stones), n.unmet));
  }
  findings.add(std::move(table));
  return findings;
}

/// Numbers of loop types: all, spread, c-fold for a c ≥ 2, and neither.
std::array<std::uint64_t, 4> types_of(std::uint32_t ring, std::uint32_t stones, const Control& control) {
  std::array<std::uint64_t, 4> sum{};
  for (const auto& part : by_first_hole(stones, control, [&](std::uint32_t first) {
         std::array<std::uint64_t, 4> types{};
         for_each_loop(ring, stones, first, control.stop, [&](const Stones& board, std::uint32_t, std::uint64_t) {
           const bool is_spread = spread(board), is_fold = fold(heaps(board)) > 1;
           ++types[0], types[1] += is_spread, types[2] += is_fold, types[3] += !is_spread && !is_fold;
         });
         return types;
       }))
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += part[i];
  return sum;
}

Result<Findings> count_growth(const Values& values, const Control& control) {
  const auto most = static_cast<std::uint32_t>(values.integer("holes"));
  const auto over = static_cast<std::uint32_t>(values.integer("over"));
  Findings findings;
  Findings::DataTable table{.name = "growth",
                            .help = "",
                            .columns = {{"holes", integer, "holes on each side"},
                                        {"stones", integer, "stones on the board"},
                                        {"over", integer, "stones above the minimum of a loop"},
                                        {"types", integer, "loop types"},
                                        {"spread", integer, "loop types that are spread"},
                                        {"fold", integer, "loop types that are c-fold, c ≥ 2"},
                                        {"neither", integer, "loop types that are neither spread nor c-fold"},
                                        {"proved", integer, "lower bound proved for every number of holes"}}};
  for (std::uint32_t holes = 2; holes <= most && findings.complete; ++holes) {
    const std::uint32_t ring = 2 * holes, fewest = fewest_stones(ring);
    // Below the minimum there is none, which is verified too.
    for (std::uint32_t stones = 2; stones <= fewest + over; ++stones) {
      const auto [types, is_spread, is_fold, neither] = types_of(ring, stones, control);
      if (control.stop.stop_requested()) {
        findings.complete = false;
        break;
      }
      if (stones < fewest && types == 0) continue;
      findings.add(tabled(fmt::format("types {}x2 with {} stones", holes, stones), types));
      table.rows.push_back({holes, stones, static_cast<std::int64_t>(stones) - fewest, types, is_spread, is_fold, neither,
                            proved_types(holes, stones)});
    }
  }
  findings.add(std::move(table));
  return findings;
}

Result<Findings> test_table1(const Values&, const Control&) {
  Findings findings;
  Findings::DataTable table{.name = "patterns",
                            .help = "",
                            .columns = {{"first", integer, "stones in the first hole"},
                                        {"ring", integer, "holes"},
                                        {"loop", truth, "one sowing gives the same board, turned"},
                                        {"board", list, "pattern 2 on that ring"}}};
  for (const paper::PatternRow& row : paper::table1)
    for (const std::uint32_t ring : row.rings) {
      const Stones board = paper::pattern2(row.first, ring);
      const bool loop = !board.empty() && sow_once(board) == board;
      findings.add(tabled(fmt::format("loop with {} first on a ring of {}", row.first, ring), loop, in_brackets(board)));
      table.rows.push_back({row.first, ring, loop, board});
    }
  findings.add(std::move(table));
  return findings;
}

}  // namespace

Study loops_study() {
  return {.id = "loops",
          .help = "List the loop types of moves that never end",
          .examples = {"banmen bao loops 4 --reachable", "banmen bao loops --ring 7 --stones 20 --json"},
          .parameters = with_ring(
              {Parameter::integer("stones", 16, 1, most_stones,
                                  "Maximum stones; default: 16, or twice the ring's holes if that is less")
                   .without_default(),
               Parameter::flag("reachable", false,
                               "List only loops reachable from the start, with the moves; with --stones, list all and mark these"),
               Parameter::integer("positions", static_cast<long>(ReachLimits{}.positions), 1, 1'000'000'000'000,
                                  "Maximum positions in the search for reachable loops"),
               Parameter::integer("plies", 0, 0, 4'294'967'295, "Maximum plies in the search for reachable loops; 0: no limit")}),
          .run = list_loops,
          .takes = Study::Takes::seconds,
          .threads = true,
          .in_experiments = {{"reachable", "true"}}};
}

Study condition_study() {
  return {.id = "condition",
          .help = "Test the conditions for loops on all boards",
          .examples = {"banmen bao condition 4 --stones 20"},
          .parameters = with_ring({Parameter::integer("stones", 16, 2, most_stones, "Maximum stones")}),
          .run = count_conditions_met,
          .takes = Study::Takes::seconds,
          .threads = true};
}

Study marks_study() {
  return {.id = "marks",
          .help = "Count patterns of marks that decide whether moves end",
          .examples = {"banmen bao marks 4", "banmen bao marks --ring 2 --stones 40"},
          .parameters = with_ring({Parameter::integer("stones", 13, 2, most_stones, "Maximum stones")}),
          .run = count_marks,
          .takes = Study::Takes::seconds};
}

Study growth_study() {
  return {.id = "growth",
          .help = "Count loop types by holes and stones",
          .examples = {"banmen bao growth 6 --over 4"},
          .parameters = {Parameter::integer("holes", 6, 2, 13, "Maximum holes on each side").at_place(),
                         Parameter::integer("over", 4, 0, 100, "Maximum stones above the fewest of any loop")},
          .run = count_growth,
          .takes = Study::Takes::seconds,
          .threads = true};
}

Study patterns_study() {
  return {.id = "patterns",
          .help = "Test table 1 of the paper: loops of one sowing",
          .examples = {"banmen bao patterns"},
          .parameters = {},
          .run = test_table1,
          .takes = Study::Takes::moments};
}

}  // namespace banmen::bao
