#include <unistd.h>

#include "app/command.hpp"
#include "play/agents.hpp"
#include "play/engine_server.hpp"

namespace banmen::app {
namespace {

Result<int> run(Context& context, const std::string& game, const std::string& name) {
  const auto table = context.catalog.open(game);
  if (!table) return fail(table.error());
  const auto agent = make_agent(**table, name);
  if (!agent) return fail(agent.error());
  EngineServer server(**table, **agent, context.seed);
  if (!server.run(STDIN_FILENO, STDOUT_FILENO, context.control().stop)) return fail(ErrorKind::failed, "can't write the output");
  return context.finish();
}

}  // namespace

void add_engine(Command& app, Context& context) {
  auto game = std::make_shared<std::string>(), agent = std::make_shared<std::string>();
  Command command =
      add_command(app, context, "engine", "Play for another program, line by line on stdin and stdout (docs/engine.md)",
                  "banmen engine reversi alphabeta:depth=8\nbanmen match reversi random 'engine:cmd=banmen engine reversi greedy'",
                  [game, agent](Context& c) { return run(c, *game, *agent); });
  command->add_option("game", *game, "The game, as id[:key=value,…]")->required();
  command->add_option("agent", *agent, "Who plays, as id[:key=value,…]")->required();
}

}  // namespace banmen::app
