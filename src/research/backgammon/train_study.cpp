// Teaching networks like those whose weights the program is built with (net_weights.inc).
#include <fmt/format.h>

#include "engines/backgammon/network/train.hpp"
#include "host/files.hpp"
#include "research/backgammon/studies.hpp"

namespace banmen::backgammon {
namespace {

Result<Findings> run(const Values& values, const Control& control) {
  const std::string& path = values.text("out");
  if (path.empty()) return fail("--out names no file");
  if (auto can = can_write(path); !can) return fail(can.error());
  TrainOptions options;
  options.games = static_cast<std::uint64_t>(values.integer("games"));
  const std::uint64_t seed = control.seed;
  Nets nets(seed);
  const TrainReport report = train(nets, options, control);
  Findings found;
  found.complete = report.games == options.games;
  if (found.complete)
    if (auto written =
            write_file(path, fmt::format("// banmen backgammon train --games {} --seed {}\n", options.games, seed) + nets.text());
        !written)
      return fail(written.error());
  found.add("games", report.games);
  found.add("turns", report.turns);
  found.add("error", report.error, "mean distance of the winning chance from what became of it, over the last 1000 games");
  found.add("file", found.complete ? Datum(path) : Datum(), found.complete ? "" : "stopped: nothing written");
  return found;
}

}  // namespace

Study train_study() {
  return {.id = "train",
          .help = "Teach the player's networks by self-play and write its weights",
          .examples = {"banmen backgammon train --games 300000 --seed 1 --out net_weights.inc"},
          .parameters = {Parameter::integer("games", 100'000, 1, 1'000'000'000, "Games against itself"),
                         Parameter::path("out", "The file to write").needed()},
          .run = run,
          .takes = Study::Takes::minutes};
}

}  // namespace banmen::backgammon
