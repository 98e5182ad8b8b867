// Hypergammon, the whole game with up to three checkers a side.
#include <algorithm>

#include "engines/backgammon/bearoff/hypergammon.hpp"
#include "host/files.hpp"
#include "research/backgammon/studies.hpp"

namespace banmen::backgammon {
namespace {

Result<Findings> run(const Values& values, const Control& control) {
  const auto checkers = static_cast<int>(values.integer("checkers"));
  const std::string& path = values.text("out");
  if (auto can = can_write(path); !can) return fail(can.error());
  Hypergammon hypergammon(checkers);
  const EndgameOptions options = EndgameOptions::from(control);
  // A file needs values under the cube and chances of gammons too.
  if (!(path.empty() ? hypergammon.solve_cubeless(options) : hypergammon.solve(options)))
    return fail(ErrorKind::stopped, "stopped before all positions were solved");
  if (!path.empty())
    if (auto written = hypergammon.write(path, control); !written) return fail(written.error());
  double residual = 0;
  std::uint64_t positions = 0;
  for (const TierReport& r : hypergammon.cubeless().reports()) {
    residual = std::max(residual, r.residual);
    positions += r.positions;
  }
  Findings found;
  found.add("checkers", checkers);
  found.add("positions", positions);
  found.add({.name = "opening", .value = hypergammon.opening(), .words = "the opening roll's winner, cubeless", .digits = 16});
  found.add("residual", residual, "the largest");
  found.add({.name = "file", .value = path, .hidden = path.empty()});
  return found;
}

}  // namespace

Study hyper() {
  return {.id = "hyper",
          .help = "Hypergammon with 1 to 3 checkers; with --out, as a GNU Backgammon file",
          .examples = {"banmen backgammon hyper --checkers 3 --threads 2", "banmen backgammon hyper --checkers 2 --out hyper2.bd"},
          .parameters = {Parameter::integer("checkers", 3, 1, 3, "Checkers of each side").needed(),
                         Parameter::path("out", "The file to write")},
          .run = run,
          .takes = Study::Takes::minutes,
          .threads = true};
}

}  // namespace banmen::backgammon
