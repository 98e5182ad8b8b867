// One move, sowing by sowing.
#include "games/bao/bao.hpp"
#include "research/bao/explain.hpp"
#include "research/bao/studies.hpp"

namespace banmen::bao {
namespace {

std::string name_of(std::uint32_t hole) { return std::string(1, hole_name(hole)); }

Result<Findings> run(const Values& values, const Control& control) {
  const auto board = read_board(values.text("board"), 0, most_stones);
  if (!board) return fail(board.error());
  if (board->size() < 2) return fail("a ring has at least 2 holes");
  const auto holes = static_cast<std::uint32_t>(board->size());
  const std::string& name = values.text("hole");
  if (name.size() != 1 || name[0] < 'a' || name[0] > hole_name(holes - 1))
    return fail("'" + name + "' is not a hole of this board", "holes are a to " + name_of(holes - 1));
  const auto hole = static_cast<std::uint32_t>(name[0] - 'a');
  if ((*board)[hole] == 0) return fail("hole " + name + " is empty");
  const ExplainedMove move = explain(*board, hole, static_cast<std::size_t>(values.integer("most")), control.stop);
  if (move.stopped) return fail(ErrorKind::stopped, "stopped");

  Findings findings;
  using enum Findings::Column::Kind;
  Findings::Table sowings{.name = "sowings",
                          .help = "",
                          .columns = {{"number", integer, "S0, S1, … of the paper"},
                                      {"board", list, "before the sowing"},
                                      {"hole", text, "that is sown from"}}};
  for (std::size_t i = 0; i < move.sowings.size(); ++i)
    sowings.rows.push_back({i, move.sowings[i].board, name_of(move.sowings[i].hole)});
  findings.add(std::move(sowings));
  const std::size_t left_out = move.count - move.sowings.size();
  findings.add("count", move.count,
               left_out == 0 ? "sowings" : "sowings; " + std::to_string(left_out) + " are not shown, see --most");
  findings.add("ends", move.ends, move.ends ? "" : "the last board is the first, turned");
  findings.add("last", move.last, move.ends ? "before the capture" : "sown from " + name_of(move.at));
  if (move.ends) {
    findings.add("stop", name_of(move.at));
    if (holes % 2 == 0)  // an odd ring has no opposite holes
      findings.add("captured", move.last[holes - 1 - move.at], "from " + name_of(holes - 1 - move.at));
    else
      findings.add({.name = "captured", .value = {}, .hidden = true});
    findings.add({.name = "period", .value = {}, .hidden = true});
    findings.add({.name = "shift", .value = {}, .hidden = true});
  } else {
    findings.add({.name = "stop", .value = {}, .hidden = true});
    findings.add({.name = "captured", .value = {}, .hidden = true});
    findings.add("period", move.period());
    findings.add("shift", move.shift());
  }
  return findings;
}

}  // namespace

Study explain_study() {
  return {.id = "explain",
          .help = "One move, sowing by sowing",
          .examples = {"banmen bao explain 0,4,0,4,0,4,0,4 d", "banmen bao explain 3,1,0,2,1,0,2,1 a --json"},
          .parameters = {Parameter::text("board", "", "such as 0,4,0,4,0,4,0,4", "Stones hole by hole").at_place().needed(),
                         Parameter::text("hole", "", "a letter", "The hole to sow from").at_place().needed(),
                         Parameter::integer("most", 1000, 0, 1'000'000'000, "Show at most so many sowings")},
          .run = run,
          .takes = Study::Takes::moments};
}

}  // namespace banmen::bao
