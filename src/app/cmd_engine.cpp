#include <unistd.h>

#include "app/command.hpp"
#include "play/agents.hpp"
#include "play/engine_server.hpp"
#include "serve/engine_client.hpp"

namespace banmen::app {
namespace {

struct EngineArguments {
  std::string agent, link;
};

/// Plays a seat at a server's table.
Result<int> sit_down(Context& context, const OpenGame& game, Agent& agent, const std::string& link) {
  auto seat = TRY(serve::read_seat_link(link));
  serve::EngineClient client(std::move(seat));
  EngineServer server(game, agent, context.seed, [&](std::string_view line) { client.say(line); });
  const auto played =
      client.run([&](std::string_view line) { return server.obey(line); }, [&] { server.wait(); }, context.control().stop);
  server.wait();
  if (!played) return fail(played.error());
  return context.finish();
}

Result<int> run(Context& context, const OpenGame& game, const EngineArguments& arguments) {
  const auto agent = TRY(make_agent(game, arguments.agent));
  if (!arguments.link.empty()) return sit_down(context, game, *agent, arguments.link);
  if (!serve_lines(game, *agent, context.seed, STDIN_FILENO, STDOUT_FILENO, context.control().stop))
    return fail(ErrorKind::failed, "can't write the output");
  return context.finish();
}

}  // namespace

void add_engine(Command& app, Context& context) {
  auto [command, arguments] = add_game_command<EngineArguments>(
      app, context, "engine", "Play as an engine on stdin and stdout\n(protocol: docs/engine.md)",
      "banmen engine reversi alphabeta:depth=8\nbanmen match reversi random 'engine:cmd=banmen engine reversi greedy'\n"
      "banmen engine reversi uct --connect 'http://127.0.0.1:8421/#table?id=TABLE&seat=1&token=TOKEN'",
      run);
  command->add_option("agent", arguments.agent, "Agent, as id[:key=value,…]")->required();
  command->add_option("--connect", arguments.link, "Play at a server's table instead: link to a bot's seat");
}

}  // namespace banmen::app
