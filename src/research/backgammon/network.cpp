// The player's networks: their evaluation of a position, and their training.
#include <fmt/format.h>

#include "core/parameter.hpp"
#include "engines/backgammon/network/net.hpp"
#include "engines/backgammon/network/train.hpp"
#include "games/backgammon/backgammon.hpp"
#include "host/files.hpp"
#include "research/studies.hpp"

namespace banmen::backgammon {
namespace {

Figure chance_of(std::string name, double value, std::string words) {
  return {.name = std::move(name), .value = value, .words = std::move(words), .unit = "chance", .exact = false, .digits = 4};
}

Result<Findings> run_chances(const Values& values, const Control&) {
  const auto g = game_of_rules<Backgammon>(values, "backgammon:payoff=money");
  if (!g) return fail(g.error());
  const auto p = g->read_position(values.text("position"));
  if (!p) return fail_in("--position", p.error());
  if (p->phase == Backgammon::Phase::over) return fail("the game is over");
  const Nets& nets = Nets::trained();
  const int mover = p->mover, other = 1 - mover;
  Chances c = judged(nets, p->checkers[mover], p->checkers[other], g->checkers);
  if (p->phase == Backgammon::Phase::opening) {
    // Either side may begin: average both views.
    const Chances theirs = judged(nets, p->checkers[other], p->checkers[mover], g->checkers);
    c[0] = (c[0] + 1 - theirs[0]) / 2;
    for (const auto& [a, b] : {std::pair(1, 3), std::pair(2, 4), std::pair(3, 1), std::pair(4, 2)})
      c[static_cast<std::size_t>(a)] = (c[static_cast<std::size_t>(a)] + theirs[static_cast<std::size_t>(b)]) / 2;
  }
  Findings found;
  found.add("turn", g->seat_name(static_cast<Seat>(mover)), "before the roll: dice already thrown are ignored");
  found.add(chance_of("win", c[0], "of the seat on turn"));
  found.add(chance_of("win_gammon", c[1], "or more"));
  found.add(chance_of("win_backgammon", c[2], ""));
  found.add(chance_of("lose_gammon", c[3], "or more"));
  found.add(chance_of("lose_backgammon", c[4], ""));
  return found;
}

Result<Findings> run_train(const Values& values, const Control& control) {
  const std::string& path = values.text("out");
  if (path.empty()) return fail("--out needs a file name");
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
  found.add("error", report.error, "mean distance of the winning chance from the result, over the last 1000 games");
  found.add("file", found.complete ? Datum(path) : Datum(), found.complete ? "" : "stopped: nothing written");
  return found;
}

}  // namespace

Study chances_study() {
  return {.id = "chances",
          .help = "Estimate the chances to win, and to win or lose gammons",
          .examples = {"banmen backgammon chances --position 24x2,13x5,8x3,6x5/24x2,13x5,8x3,6x5/opening"},
          .parameters = {Parameter::text("position", "", "as `banmen show backgammon` writes it", "The position").needed(),
                         Parameter::text("rules", "backgammon", "backgammon[:key=value,…]", "The rules")},
          .run = run_chances,
          .takes = Study::Takes::moments,
          .of_position = Study::OfPosition{.position = "position", .rules = "rules"}};
}

Study train_study() {
  return {.id = "train",
          .help = "Train the player's networks by self-play and write the weights",
          .examples = {"banmen backgammon train --games 300000 --seed 1 --out net_weights.inc"},
          .parameters = {Parameter::integer("games", 100'000, 1, 1'000'000'000, "Games of self-play"),
                         Parameter::path("out", "The file to write").needed()},
          .run = run_train,
          .takes = Study::Takes::minutes};
}

}  // namespace banmen::backgammon
