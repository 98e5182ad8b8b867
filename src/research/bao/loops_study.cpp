// The loops that moves without end go round: over all boards, or those that the start leads to.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/text.hpp"
#include "research/bao/from_start.hpp"
#include "research/bao/marks.hpp"
#include "research/bao/paper.hpp"
#include "research/bao/repeat.hpp"
#include "research/bao/ring.hpp"
#include "research/bao/studies.hpp"
#include "research/bao/tape.hpp"

namespace banmen::bao {
namespace {

using Column = Findings::Column;

/// The paper's row of a loop type, where it prints one.
const paper::Row* printed_row(const LoopType& type) {
  if (type.board == paper::figure4.board) return &paper::figure4;
  for (const paper::Row& row : paper::table2)
    if (row.board == type.board) return &row;
  return nullptr;
}
Datum in_paper(const LoopType& type) {
  const paper::Row* row = printed_row(type);
  if (row == nullptr) return {};
  Findings printed;
  printed.add("period", row->period);
  printed.add("shift", row->shift);
  return printed;
}

/// Which of §5.2.1's patterns the loop is (table 1 for pattern 2), if any.
Datum pattern_of(const LoopType& type) {
  const auto holes = static_cast<std::uint32_t>(type.board.size());
  if (type.sowings != 1) return {};
  if (type.board == paper::pattern2(type.board[0], holes)) return 2;
  if (type.board == paper::pattern1(holes)) return 1;
  return {};
}

std::uint64_t count_spread(const std::vector<LoopType>& types) {
  return static_cast<std::uint64_t>(
      std::count_if(types.begin(), types.end(), [](const LoopType& type) { return spread(type.board); }));
}

Findings::Table table_of(const std::vector<LoopType>& types, const std::vector<ReachedLoop>& reached, bool reachable) {
  using enum Column::Kind;
  Findings::Table table{
      .name = "types",
      .help = "",
      .columns = {{"board", list, "one of the loop's boards, the hole to sow from first"},
                  {"stones", integer, "on the board"},
                  {"period", integer, "stones that the first hole receives in one turn of the loop"},
                  {"shift", integer, "holes by which one turn of the loop turns the board"},
                  {"sowings", integer, "in one turn of the loop"},
                  {.name = "distance", .kind = integer, .help = "stones sown in them", .hidden = true},
                  {.name = "loop_condition", .kind = truth, .help = "meets LOOP of §5.2.2 as printed", .title = "LOOP"},
                  {.name = "loop_by_last_hole", .kind = truth, .help = "meets LOOP by the last hole alone", .hidden = true},
                  {"spread", truth, "no two marks are neighbours, which is enough for a loop"},
                  {.name = "marks", .kind = list, .help = "how often each residue modulo holes+1 occurs", .hidden = true},
                  {.name = "fold", .kind = integer, .help = "all sowings are of a multiple of it, so 2 is enough", .hidden = true},
                  {"pattern", integer, "of §5.2.1, where it is one"},
                  {"paper", group, "what the paper prints of it"},
                  {.name = "reached",
                   .kind = list,
                   .help = "first way from the start, the endless move last",
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
  Findings out;
  out.add("positions", reach.positions);
  out.add("moves", reach.moves);
  out.add("endless_moves", reach.endless_moves);
  out.add("plies", reach.plies);
  out.add("loops", reach.loops.size());
  out.add("spread", spread_types);
  out.add("complete", reach.complete);
  return out;
}

/// What the paper counts, over the whole of 4×2 or another board that could be gone through.
void add_counts(Findings& findings, const Bao& g, const ReachReport& reach, const Control& control) {
  findings.add("loops", reach.loops.size());
  constexpr std::uint64_t most_positions = 1'000'000;
  if (reach.positions <= most_positions) {
    const Components cycles = repetition_components(g, most_positions, control.stop);
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
    findings.add({.name = "period " + in_brackets(type.board), .value = type.period(), .words = words, .tabled = true});
    findings.add({.name = "shift " + in_brackets(type.board), .value = type.shift(), .words = words, .tabled = true});
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

Result<Findings> run(const Values& values, const Control& control) {
  const bool reachable = values.flag("reachable");
  std::uint32_t ring = 8;
  if (!reachable || values.integer("holes") != 0 || values.integer("ring") != 0) {
    const auto given = ring_of(values, "banmen bao loops 4, or banmen bao loops --ring 7");
    if (!given) return fail(given.error());
    ring = *given;
  }
  if (reachable && (ring % 2 != 0 || ring < 4))
    return fail("a ring of " + std::to_string(ring) + " holes has no two sides to play on, so nothing is reachable",
                "--reachable wants an even ring of 4 to 26");
  const bool list_all = !reachable || values.integer("stones") != 0;
  const std::uint32_t most =
      values.integer("stones") != 0 ? static_cast<std::uint32_t>(values.integer("stones")) : std::min(16U, 2 * ring);

  Findings findings;
  findings.add({.name = "ring", .value = ring, .hidden = true});
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
    findings.add({.name = "stones", .value = most, .hidden = true});
    findings.add("loop types", types.size(), fmt::format("on a ring of {} holes with up to {} stones", ring, most));
    findings.add("spread", count_spread(types));
  }
  if (!reachable) return findings;
  findings.add("reach", search_of(reach, count_spread(reached)));
  if (reach.loops.empty()) {
    findings.add("result", "no endless move was met so far from the start");
    return findings;
  }
  const auto first = std::min_element(reach.loops.begin(), reach.loops.end(),
                                      [](const ReachedLoop& a, const ReachedLoop& b) { return a.moves.size() < b.moves.size(); });
  if (!first->moves.empty()) findings.add("earliest endless move", first->moves.size(), join(first->moves, " "));
  findings.add("positions", reach.positions, reach.complete ? "all" : fmt::format("up to ply {}", reach.plies));
  if (reach.complete) add_counts(findings, Bao::plain(ring / 2), reach, control);
  return findings;
}

}  // namespace

Study loops() {
  const ReachLimits limits;
  std::vector<Parameter> parameters = ring_parameters();
  parameters.push_back(Parameter::integer("stones", 16, 1, most_stones,
                                          "All boards with up to so many stones; 16, or twice the holes if that is less")
                           .without_default());
  parameters.push_back(
      Parameter::flag("reachable", false, "Only what the start leads to, with the first way there; with --stones, all, marked"));
  parameters.push_back(Parameter::integer("positions", static_cast<long>(limits.positions), 1, 1'000'000'000'000,
                                          "Stop looking for ways after so many positions"));
  parameters.push_back(Parameter::integer("plies", 0, 0, 4'294'967'295, "Stop looking for ways after so many plies; 0: no limit"));
  return {.id = "loops",
          .help = "List the loop types of moves that never end",
          .examples = {"banmen bao loops 4 --reachable", "banmen bao loops --ring 7 --stones 20 --json"},
          .parameters = std::move(parameters),
          .run = run,
          .takes = Study::Takes::seconds,
          .threads = true,
          .in_experiments = {{"reachable", "true"}}};
}

}  // namespace banmen::bao
