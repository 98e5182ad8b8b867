#include <unistd.h>

#include "app/command.hpp"
#include "play/agents.hpp"
#include "play/engine_server.hpp"
#include "serve/engine_client.hpp"

namespace banmen::app {
namespace {

/// At somebody's table, over the network.
Result<int> sit_down(Context& context, const OpenGame& table, Agent& agent, const std::string& link) {
  auto seat = serve::read_seat_link(link);
  if (!seat) return fail(seat.error());
  serve::EngineClient client(std::move(*seat));
  EngineServer server(table, agent, context.seed, [&](std::string_view line) { client.say(line); });
  const auto played =
      client.run([&](std::string_view line) { return server.obey(line); }, [&] { server.wait(); }, context.control().stop);
  server.wait();
  if (!played) return fail(played.error());
  return context.finish();
}

Result<int> run(Context& context, const std::string& game, const std::string& name, const std::string& link) {
  const auto table = context.catalog.open(game);
  if (!table) return fail(table.error());
  const auto agent = make_agent(**table, name);
  if (!agent) return fail(agent.error());
  if (!link.empty()) return sit_down(context, **table, **agent, link);
  if (!serve_lines(**table, **agent, context.seed, STDIN_FILENO, STDOUT_FILENO, context.control().stop))
    return fail(ErrorKind::failed, "can't write the output");
  return context.finish();
}

}  // namespace

void add_engine(Command& app, Context& context) {
  auto game = std::make_shared<std::string>(), agent = std::make_shared<std::string>(), link = std::make_shared<std::string>();
  Command command =
      add_command(app, context, "engine", "Play for another program, line by line on stdin and stdout (docs/engine.md)",
                  "banmen engine reversi alphabeta:depth=8\nbanmen match reversi random 'engine:cmd=banmen engine reversi greedy'\n"
                  "banmen engine reversi uct --connect 'http://127.0.0.1:8421/#table?id=TABLE&seat=1&token=TOKEN'",
                  [game, agent, link](Context& c) { return run(c, *game, *agent, *link); });
  command->add_option("game", *game, "The game, as id[:key=value,…]")->required();
  command->add_option("agent", *agent, "Who plays, as id[:key=value,…]")->required();
  command->add_option("--connect", *link, "Play at somebody's table instead: the link to a bot's seat");
}

}  // namespace banmen::app
