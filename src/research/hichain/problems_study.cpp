// Collects mates in two from many games.
#include <fmt/format.h>

#include "host/files.hpp"
#include "research/hichain/inputs.hpp"
#include "research/hichain/problems.hpp"
#include "research/hichain/studies.hpp"

namespace banmen::hichain {
namespace {

Result<Findings> run_problems(const Values& values, const Control& control) {
  const auto g = read_rules(values);
  if (!g) return fail(g.error());
  const ProblemPlan plan{.gain = static_cast<std::int32_t>(values.integer("gain")),
                         .games = static_cast<std::uint64_t>(values.integer("games")),
                         .from = static_cast<std::uint32_t>(values.integer("from")),
                         .to = static_cast<std::uint32_t>(values.integer("to"))};
  if (plan.from > plan.to) return fail("--from is after --to");
  const std::string& path = values.text("out");
  if (auto can = can_write(path); !can) return fail(can.error());
  const ProblemList list = find_problems(*g, plan, control);

  Findings found;
  found.complete = list.games == plan.games;
  if (!path.empty()) {
    const std::string& rules = values.text("rules");
    // Of a stopped run what was found is kept, with the number of games that it comes from.
    std::string file = fmt::format("# banmen hichain problems --games {} --from {} --to {} --gain {} --seed {}{}{}\n", plan.games,
                                   plan.from, plan.to, plan.gain, control.seed, rules == "hichain" ? "" : " --rules " + rules,
                                   found.complete ? "" : fmt::format(" (stopped after {} games)", list.games));
    file += "# game, cards laid, a move that mates in two, position\n";
    for (const Problem& problem : list.found) file += text(*g, problem) + "\n";
    if (auto written = write_file(path, file); !written) return fail(written.error());
  }
  using Kind = Findings::Column::Kind;
  Findings::Table table{.name = "problems",
                        .help = "",
                        .columns = {{.name = "game", .kind = Kind::integer},
                                    {.name = "laid", .kind = Kind::integer, .help = "cards"},
                                    {.name = "key", .help = "a move that mates in two"},
                                    {.name = "position", .hidden = true}}};
  for (const Problem& problem : list.found)
    table.rows.push_back({problem.game, problem.laid, g->text(problem.position, problem.key), g->text(problem.position)});
  found.add(std::move(table));
  found.add("games", list.games);
  found.add("positions", list.positions, "looked at");
  found.add("quiet", list.quiet, "where nobody could score at once");
  found.add("found", list.found.size(), "mates in two, none in one; of different games");
  if (!path.empty()) found.add("file", path);
  return found;
}

}  // namespace

Study problems() {
  return {.id = "problems",
          .help = "Collect mates in two from random games, one of each game at most",
          .examples = {"banmen hichain problems --games 200 --from 47",
                       "banmen hichain problems --games 2000 --seed 1 --out mates.txt"},
          .parameters = {games_parameter(), Parameter::integer("gain", 4, 1, 10'000, "Points that count as scoring"),
                         Parameter::integer("from", 44, 0, 54, "Cards laid before the first position looked at"),
                         Parameter::integer("to", 49, 0, 54, "Cards laid before the last"),
                         Parameter::path("out", "The file to write"), rules_parameter()},
          .run = run_problems,
          .takes = Study::Takes::minutes,
          .threads = true};
}

}  // namespace banmen::hichain
