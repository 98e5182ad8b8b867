// Fitting the weights that the expert is built with (weights.inc).
#include <fmt/format.h>

#include "host/files.hpp"
#include "research/hichain/inputs.hpp"
#include "research/hichain/studies.hpp"
#include "research/hichain/train.hpp"

namespace banmen::hichain {
namespace {

Result<Findings> run_train(const Values& values, const Control& control) {
  const auto g = read_rules(values);
  if (!g) return fail(g.error());
  const std::string& path = values.text("out");
  if (path.empty()) return fail("--out names no file");
  if (auto can = can_write(path); !can) return fail(can.error());
  const TrainOptions options{.games = static_cast<std::uint64_t>(values.integer("games")),
                             .rounds = static_cast<std::uint64_t>(values.integer("rounds"))};
  if (options.games < options.rounds)
    return fail(fmt::format("--games {}: fewer games than rounds", options.games),
                fmt::format("--games {} is the least", options.rounds));
  const TrainReport report = train(*g, options, control);

  using Kind = Findings::Column::Kind;
  Findings found;
  found.complete = report.rounds.size() == options.rounds;
  if (found.complete) {
    const std::string& rules = values.text("rules");
    const std::string command = fmt::format("// banmen hichain train --games {} --rounds {} --seed {}{}\n", options.games,
                                            options.rounds, control.seed, rules == "hichain" ? "" : " --rules " + rules);
    if (auto written = write_file(path, command + text(report.weights)); !written) return fail(written.error());
  }
  Findings::Table table{
      .name = "by_round",
      .help = "",
      .columns = {{.name = "round", .kind = Kind::integer},
                  {.name = "games", .kind = Kind::integer},
                  {.name = "positions", .kind = Kind::integer},
                  {.name = "royal", .kind = Kind::integer, .help = "games that CHAIN ended"},
                  {.name = "off_by_lead",
                   .kind = Kind::real,
                   .help = "how far the final lead was from the lead at the time, in points (root of the mean square)",
                   .digits = 2},
                  {.name = "off_by_weights",
                   .kind = Kind::real,
                   .help = "the same from what the round's weights expected, which had not seen its games",
                   .digits = 2}}};
  std::uint64_t games = 0;
  for (std::size_t i = 0; i < report.rounds.size(); ++i) {
    const TrainRound& round = report.rounds[i];
    games += round.games;
    table.rows.push_back({i + 1, round.games, round.positions, round.royal, round.by_lead, round.by_weights});
  }
  found.add(std::move(table));
  found.add("games", games);
  found.add("file", found.complete ? Datum(path) : Datum(), found.complete ? "" : "stopped: nothing written");
  return found;
}

}  // namespace

Study train_study() {
  return {.id = "train",
          .help = "Fit the expert's weights to games against itself and write them",
          .examples = {"banmen hichain train --games 800 --seed 1 --out weights.inc",
                       "banmen match hichain expert:nodes=1,weights=weights.inc expert:nodes=1 --games 200 --opening 4"},
          .parameters = {Parameter::integer("games", 800, 1, 1'000'000, "Games against itself, of all rounds together"),
                         Parameter::integer("rounds", 4, 1, 100, "How often the weights are fitted anew and played with"),
                         Parameter::path("out", "The file to write").needed(), rules_parameter()},
          .run = run_train,
          .takes = Study::Takes::minutes,
          .threads = true};
}

}  // namespace banmen::hichain
