#include "app/command.hpp"

namespace banmen::app {
namespace {

struct PlayoutArguments {
  std::uint64_t games = 1000;
  std::uint32_t limit = 100'000;
  std::string position;
  std::string draw = "uniform";
};

/// Standard error of a mean over n values.
double standard_error(double variance, std::uint64_t n) {
  return std::sqrt(variance / static_cast<double>(std::max<std::uint64_t>(1, n)));
}

Json to_json(const Moments& m, std::uint64_t n) {
  return {{"mean", m.mean}, {"variance", m.variance}, {"standard_error", standard_error(m.variance, n)}};
}

Json to_json(const std::string& game, std::uint64_t seed, const PlayoutReport& report) {
  Json branching = to_json(report.branching, report.decisions);
  branching["decisions"] = report.decisions;
  branching["by_ply"] = report.by_ply;
  branching["by_ply_variance"] = report.by_ply_variance;
  Json results = Json::array();
  for (const SeatReport& seat : report.results)
    results.push_back({{"seat", seat.seat},
                       {"mean", seat.mean},
                       {"variance", seat.variance},
                       {"standard_error", standard_error(seat.variance, report.games)},
                       {"wins", seat.wins},
                       {"draws", seat.draws}});
  return {{"game", game},
          {"seed", seed},
          {"games", report.games},
          {"unfinished", report.unfinished},
          {"branching", branching},
          {"length", to_json(report.length, report.games)},
          {"results", results},
          {"checksum", report.checksum},
          {"seconds", report.seconds},
          {"games_per_second", report.games_per_second}};
}

Result<int> run(Context& context, const OpenGame& game, const PlayoutArguments& arguments) {
  const Draw draw = arguments.draw == "staged" ? Draw::staged : arguments.draw == "steps" ? Draw::steps : Draw::uniform;
  const auto report = TRY(game.playout(arguments.position, arguments.games, arguments.limit, context.control(), draw));
  const int status = context.finish();
  if (context.json) {
    Json document = to_json(game.name(), context.seed, report);
    document["draw"] = arguments.draw;
    document["complete"] = report.games + report.unfinished == arguments.games;
    context.print(document);
    return status;
  }
  const double n = static_cast<double>(std::max<std::uint64_t>(1, report.games));
  context.say(
      "{}: {} random games, seed {}{}", game.name(), grouped(report.games), context.seed,
      report.unfinished ? fmt::format(" ({} more cut off after {} plies)", grouped(report.unfinished), arguments.limit) : "");
  context.say("  moves to choose from  {:8.4f} ± {:.4f}   variance {:.4f}", report.branching.mean,
              standard_error(report.branching.variance, report.decisions), report.branching.variance);
  context.say("  length in plies       {:8.4f} ± {:.4f}   variance {:.4f}", report.length.mean,
              standard_error(report.length.variance, report.games), report.length.variance);
  for (const SeatReport& seat : report.results)
    context.say("  {:<8} result        {:8.4f} ± {:.4f}   wins {:5.2f} %   shared {:5.2f} %", seat.seat, seat.mean,
                standard_error(seat.variance, report.games), 100 * static_cast<double>(seat.wins) / n,
                100 * static_cast<double>(seat.draws) / n);
  context.say("  {:.0f} games a second with {} thread{}{}", report.games_per_second, context.threads,
              context.threads == 1 ? "" : "s", status == interrupted ? "; interrupted" : "");
  return status;
}

}  // namespace

void add_playout(Command& app, Context& context) {
  auto [command, arguments] = add_game_command<PlayoutArguments>(
      app, context, "playout", "Play random games and count what happens",
      "banmen playout yonin:size=6 --games 100000\nbanmen playout bao --games 1000 --seed 7 --json", run);
  command->add_option("--games", arguments.games, "Number of games")->range(1, 0x1p40);
  command->add_option("--limit", arguments.limit, "Plies after which a game is cut off")->range(1, 1'000'000);
  command
      ->add_option(
          "--draw", arguments.draw,
          "Random choice of moves: uniform; staged: stage by stage (such as piece, then arrow); steps: staged, but counting "
          "only the choices of the first stage")
      ->one_of({"uniform", "staged", "steps"});
  command->add_option("--position", arguments.position, "Start from this position");
}

}  // namespace banmen::app
