// What the conditions for loops are worth, over all boards, by number of stones.
#include <fmt/format.h>

#include "research/bao/marks.hpp"
#include "research/bao/ring.hpp"
#include "research/bao/studies.hpp"
#include "research/bao/turned_boards.hpp"

namespace banmen::bao {
namespace {

using Column = Findings::Column;

/// One line of the table: its column, and what stands in it.
struct Line {
  Column column;
  std::function<Datum(const ConditionCount&)> value;
};

const std::vector<Line>& lines() {
  using enum Column::Kind;
  using N = ConditionCount;
  const auto shown = [](const char* name, const char* title, const char* help, auto value) {
    return Line{{.name = name, .kind = integer, .help = help, .title = title}, value};
  };
  const auto hidden = [](const char* name, const char* help, auto value) {
    return Line{{.name = name, .kind = integer, .help = help, .hidden = true}, value};
  };
  const auto board = [](const char* name, const char* title, const char* help, auto value) {
    return Line{{.name = name, .kind = list, .help = help, .hidden = *title == '\0', .title = title}, value};
  };
  static const std::vector<Line> all = {
      shown("stones", "", "on the board", [](const N& n) { return n.stones; }),
      shown("types", "", "loop types", [](const N& n) { return n.types; }),
      shown("types_spread", "spread", "… whose boards are spread", [](const N& n) { return n.types_spread; }),
      shown("types_with_period", "period>=1", "… of period 1 and more", [](const N& n) { return n.types_period; }),
      shown("types_loop", "LOOP", "of those, with a board that meets LOOP as printed", [](const N& n) { return n.types_loop[0]; }),
      shown("types_loop_by_last_hole", "(last)", "… by the last hole alone", [](const N& n) { return n.types_loop[1]; }),
      hidden("single_sowing", "types of one sowing", [](const N& n) { return n.single; }),
      shown("loop_by_last_hole_boards", "LOOP boards", "boards that meet LOOP by the last hole",
            [](const N& n) { return n.loop_boards[1]; }),
      shown("loop_by_last_hole_boards_ending", "… that end", "… whose move ends", [](const N& n) { return n.loop_ending[1]; }),
      shown("undivided", "", "types whose distance holes+1 does not divide", [](const N& n) { return n.undivided; }),
      hidden("undivided_with_period", "… of period 1 and more", [](const N& n) { return n.undivided_period; }),
      hidden("spread_boards", "boards that are spread", [](const N& n) { return n.spread_boards; }),
      hidden("spread_boards_ending", "… whose move ends", [](const N& n) { return n.spread_ending; }),
      hidden("loop_boards", "boards that meet LOOP as printed", [](const N& n) { return n.loop_boards[0]; }),
      hidden("loop_boards_ending", "… whose move ends", [](const N& n) { return n.loop_ending[0]; }),
      board("first_not_spread", "first loop that is not spread", "a loop that is not spread",
            [](const N& n) { return n.not_spread; }),
      board("first_not_loop", "", "a loop without a board that meets LOOP as printed", [](const N& n) { return n.not_loop[0]; }),
      board("first_ending_although_loop", "", "meets LOOP as printed, yet ends",
            [](const N& n) { return n.ends_although_loop[0]; }),
      board("first_undivided", "", "a loop whose distance holes+1 does not divide", [](const N& n) { return n.not_divided; })};
  return all;
}

Result<Findings> run(const Values& values, const Control& control) {
  const auto ring = ring_of(values, "banmen bao condition 4");
  if (!ring) return fail(ring.error());
  const auto most = static_cast<std::uint32_t>(values.integer("stones"));
  Findings findings;
  findings.add({.name = "ring", .value = *ring, .hidden = true});
  Findings::Table table{.name = "stones", .help = "", .columns = {}};
  for (const Line& line : lines()) table.columns.push_back(line.column);
  for (std::uint32_t stones = 2; stones <= most; ++stones) {
    const ConditionCount n = count_conditions(*ring, stones, counting_boards(control, *ring, stones, most));
    if (control.stop.stop_requested()) {
      findings.complete = false;
      break;
    }
    table.rows.emplace_back();
    for (const Line& line : lines()) table.rows.back().push_back(line.value(n));
    findings.add({.name = fmt::format("types[{}]", stones), .value = n.types, .tabled = true});
    findings.add({.name = fmt::format("types_spread[{}]", stones), .value = n.types_spread, .tabled = true});
  }
  findings.add(std::move(table));
  return findings;
}

}  // namespace

Study condition() {
  std::vector<Parameter> parameters = ring_parameters();
  parameters.push_back(Parameter::integer("stones", 16, 2, most_stones, "All boards with up to so many stones"));
  return {.id = "condition",
          .help = "What the conditions for loops are worth, over all boards",
          .examples = {"banmen bao condition 4 --stones 20"},
          .parameters = std::move(parameters),
          .run = run,
          .takes = Study::Takes::seconds,
          .threads = true};
}

}  // namespace banmen::bao
