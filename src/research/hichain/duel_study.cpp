// Games between two of HICHAIN's own players.
#include "core/statistics.hpp"
#include "research/hichain/duel.hpp"
#include "research/hichain/inputs.hpp"
#include "research/hichain/studies.hpp"

namespace banmen::hichain {
namespace {

Result<Findings> run(const Values& values, const Control& control) {
  const auto g = read_rules(values);
  if (!g) return fail(g.error());
  const Limits limits{.stop = control.stop};
  const auto player = make_player(values.text("player"), limits), opponent = make_player(values.text("opponent"), limits);
  const auto games = static_cast<std::uint64_t>(values.integer("games"));
  const Duel duel = play_duel(*g, *player, *opponent, games, control);
  if (duel.games == 0) return fail(ErrorKind::stopped, "stopped before the first game was over");
  const double points = static_cast<double>(duel.wins) + 0.5 * static_cast<double>(duel.draws);
  const ConfidenceInterval interval = exact_interval(points, duel.games);

  Findings found;
  found.complete = duel.games == games;
  found.add("player", values.text("player"));
  found.add("opponent", values.text("opponent"));
  found.add("games", duel.games);
  found.add("wins", duel.wins, "the player's");
  found.add("draws", duel.draws);
  found.add("losses", duel.games - duel.wins - duel.draws);
  found.add(
      Figure{.name = "score", .value = points / static_cast<double>(duel.games), .n = duel.games, .exact = false, .digits = 3});
  found.add(
      Figure{.name = "interval", .value = std::array{interval.low, interval.high}, .words = "95 %, of the score", .digits = 3});
  found.add("black_wins", duel.black_wins);
  found.add("red_wins", duel.red_wins);
  found.add("royal", duel.royal, "games that CHAIN ended");
  return found;
}

}  // namespace

Study duel() {
  return {.id = "duel",
          .help = "Games between two of HICHAIN's own players, who change colours",
          .examples = {"banmen hichain duel few greedy --games 1000", "banmen hichain duel expert greedy --games 20 --json"},
          .parameters = {player_parameter("player",
                                          "greedy: the most points at once (the agent scorer); few and many: greedy, and among "
                                          "equals the move that leaves the opponent so")
                             .at_place()
                             .needed(),
                         player_parameter("opponent", "The other").at_place().needed(), games_parameter(), rules_parameter()},
          .run = run,
          .threads = true};
}

}  // namespace banmen::hichain
