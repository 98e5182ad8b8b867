// Plays games and counts who wins, which cards end in chains, and how games end.
#include "research/hichain/inputs.hpp"
#include "research/hichain/studies.hpp"
#include "research/hichain/survey.hpp"

namespace banmen::hichain {
namespace {

Findings as_findings(const Survey::Opening& opening) {
  Findings found;
  found.add("games", opening.games);
  found.add("black_wins", opening.wins);
  found.add("draws", opening.draws);
  found.add("red_wins", opening.games - opening.wins - opening.draws);
  return found;
}

Result<Findings> run(const Values& values, const Control& control) {
  const auto g = read_rules(values);
  if (!g) return fail(g.error());
  const auto player = make_player(values.text("player"), {.stop = control.stop});
  const auto games = static_cast<std::uint64_t>(values.integer("games"));
  const Survey survey = survey_games(*g, *player, games, control);
  if (survey.games == 0) return fail(ErrorKind::stopped, "stopped before the first game was over");
  const auto n = static_cast<double>(survey.games);

  Findings found;
  found.complete = survey.games == games;
  found.add("player", values.text("player"));
  found.add("games", survey.games);
  found.add("black_wins", survey.black_wins);
  found.add("red_wins", survey.red_wins);
  found.add("draws", survey.draws);
  found.add(Figure{.name = "points",
                   .value = std::array{static_cast<double>(survey.points[0]) / n, static_cast<double>(survey.points[1]) / n},
                   .words = "a game, black's and red's",
                   .n = survey.games,
                   .exact = false,
                   .digits = 2});
  found.add("royal", survey.royal, "games that CHAIN ended");
  found.add("passes", survey.passes, "forced");
  found.add("ended_with_cards_left", survey.cards_left);
  Findings letters;
  for (int sign = 0; sign < signs; ++sign)
    letters.add(Figure{.name = std::string(1, sign_letter(sign)),
                       .value = static_cast<double>(survey.in_chain[static_cast<std::size_t>(sign)]) / (2 * n),
                       .digits = 3});
  found.add("in_chain", std::move(letters));
  found.add("dual_opening", as_findings(survey.dual));
  found.add("other_opening", as_findings(survey.other));
  found.add("black_had_more_moves", as_findings(survey.more));
  found.add("black_had_fewer_moves", as_findings(survey.fewer));
  return found;
}

}  // namespace

Study survey() {
  return {.id = "survey",
          .help = "Play games and count who wins, which cards end in chains, and how games end",
          .examples = {"banmen hichain survey --player greedy --games 10000 --json"},
          .parameters = {player_parameter("player", "Who plays both sides"), games_parameter(), rules_parameter()},
          .run = run,
          .threads = true};
}

}  // namespace banmen::hichain
