#include "app/command.hpp"

namespace banmen::app {
namespace {

struct PerftArguments {
  int depth = 1;
  std::string position;
};

Result<int> run(Context& context, const OpenGame& game, const PerftArguments& arguments) {
  const auto report = TRY(game.perft(arguments.position, arguments.depth, context.control()));
  const int status = context.finish();
  if (context.json) {
    context.print({{"game", game.name()},
                   {"leaves", report.leaves},
                   {"nodes", report.nodes},
                   {"seconds", report.seconds},
                   {"complete", report.complete}});
    return status;
  }
  for (std::size_t depth = 0; depth < report.leaves.size(); ++depth)
    context.say("{:3}  {:>22}", depth + 1, grouped(report.leaves[depth]));
  context.say("{} nodes in {:.3f} s{}", grouped(report.nodes), report.seconds,
              report.complete ? "" : "; interrupted, so the counts are too small");
  return status;
}

}  // namespace

void add_perft(Command& app, Context& context) {
  auto [command, arguments] =
      add_game_command<PerftArguments>(app, context, "perft", "Count the move sequences of each length",
                                       "banmen perft reversi:size=8 9\nbanmen perft bao:holes=4 6 --json", run);
  command->add_option("depth", arguments.depth, "Depth in plies")->required()->range(1, 200);
  command->add_option("--position", arguments.position, "Start from this position");
}

}  // namespace banmen::app
