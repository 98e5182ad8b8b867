// Counts the positions of play where the mover has a mate.
#include "research/hichain/inputs.hpp"
#include "research/hichain/mate_survey.hpp"
#include "research/hichain/studies.hpp"

namespace banmen::hichain {
namespace {

Result<Findings> run(const Values& values, const Control& control) {
  const auto g = read_rules(values);
  if (!g) return fail(g.error());
  const MatePlan plan{.gain = static_cast<std::int32_t>(values.integer("gain")),
                      .games = static_cast<std::uint64_t>(values.integer("games")),
                      .from = static_cast<std::uint32_t>(values.integer("from")),
                      .to = static_cast<std::uint32_t>(values.integer("to")),
                      .every = static_cast<std::uint32_t>(values.integer("every"))};
  if (plan.from > plan.to) return fail("--from is after --to");
  const auto player = make_player(values.text("player"), {.stop = control.stop});
  const MateSurvey mates = survey_mates(*g, *player, plan, control);

  Findings found;
  found.complete = !control.stop.stop_requested();
  found.add("player", values.text("player"));
  found.add("gain", plan.gain, "points or more");
  found.add("positions", mates.positions);
  found.add("at_once", mates.at_once, "score with the next move");
  found.add("mate_in_1", mates.mates[0], "of the others");
  found.add("mate_in_2", mates.mates[1], "of those that are left");
  std::vector<std::string> positions;
  for (const auto& p : mates.found) positions.push_back(g->text(p));
  found.add("found", positions);
  return found;
}

}  // namespace

Study mates() {
  return {.id = "mates",
          .help = "Count the positions of play where the mover has a mate in one or two",
          .examples = {"banmen hichain mates --games 20 --from 44 --gain 9",
                       "banmen hichain mates --player greedy --games 5 --from 40 --every 4 --json"},
          .parameters = {player_parameter("player", "Who plays both sides"), gain_parameter(), games_parameter(),
                         Parameter::integer("from", 0, 0, 54, "Cards laid before the first position looked at"),
                         Parameter::integer("to", 54, 0, 54, "Cards laid before the last"),
                         Parameter::integer("every", 1, 1, 54, "Look at one position in so many"), rules_parameter()},
          .run = run,
          .takes = Study::Takes::hours,
          .threads = true};
}

}  // namespace banmen::hichain
