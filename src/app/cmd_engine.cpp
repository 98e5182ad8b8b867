#include <unistd.h>

#include <iostream>

#include "app/command.hpp"
#include "host/files.hpp"
#include "play/agents.hpp"
#include "play/engine_server.hpp"
#include "serve/engine_client.hpp"

namespace banmen::app {
namespace {

struct EngineArguments {
  std::string agent, link;
};

/// Serves a program on stdin and stdout.
Result<int> serve_program(Context& context, const std::function<std::unique_ptr<LineServer>(LineServer::Say)>& make) {
  if (!serve_lines(make, STDIN_FILENO, STDOUT_FILENO, context.control().stop))
    return fail(ErrorKind::failed, "can't write the output");
  return context.finish();
}

/// The link of --connect, which @FILE and - keep off the command line: every user of the machine can read that.
Result<std::string> given_link(const std::string& argument) {
  constexpr std::size_t longest = 4096;
  std::string text = argument;
  if (argument == "-")
    std::getline(std::cin, text);
  else if (argument.starts_with('@'))
    text = TRY(read_file(argument.substr(1), longest));
  const std::size_t end = text.find_last_not_of(" \t\r\n");
  return text.substr(0, end == std::string::npos ? 0 : end + 1);
}

/// Plays a seat at a server's table.
Result<int> sit_down(Context& context, const OpenGame& game, Agent& agent, const std::string& link) {
  const auto given = TRY(given_link(link));
  auto seat = serve::read_seat_link(given);
  // Not what a file holds: it may be the wrong one.
  if (!seat && link.starts_with('@')) return fail("'" + link.substr(1) + "' does not hold the link to a bot's seat");
  if (!seat) return fail(seat.error());
  serve::EngineClient client(std::move(*seat));
  EngineServer server(game, agent, context.seed, [&](std::string_view line) { client.say(line); });
  const auto played =
      client.run([&](std::string_view line) { return server.obey(line); }, [&] { server.wait(); }, context.control().stop);
  server.wait();
  if (!played) return fail(played.error());
  return context.finish();
}

Result<int> run(Context& context, const OpenGame& game, const EngineArguments& arguments) {
  const auto agent = TRY(make_agent(game, arguments.agent));
  TRY(agent->new_game());  // starts an external program, whose name is passed on
  if (!arguments.link.empty()) return sit_down(context, game, *agent, arguments.link);
  return serve_program(context,
                       [&](auto say) { return std::make_unique<EngineServer>(game, *agent, context.seed, std::move(say)); });
}

Result<int> run_uci(Context& context, const OpenGame& game, const EngineArguments& arguments) {
  const auto bridge = TRY(Bridge::of(game, Protocol::uci));
  const auto agent = TRY(make_agent(game, arguments.agent));
  const std::string name = "Banmen " + agent->name();
  return serve_program(context,
                       [&](auto say) { return uci_server(game, bridge, arguments.agent, name, context.seed, std::move(say)); });
}

Result<int> run_gtp(Context& context, const OpenGame& game, const EngineArguments& arguments) {
  const auto bridge = TRY(Bridge::of(game, Protocol::gtp));
  const auto agent = TRY(make_agent(game, arguments.agent));
  const std::string name = "Banmen " + agent->name();
  return serve_program(context, [&](auto say) {
    return gtp_server(game, bridge, arguments.agent, {name, BANMEN_VERSION}, context.seed, context.control().stop, std::move(say));
  });
}

}  // namespace

void add_engine(Command& app, Context& context) {
  auto [command, arguments] = add_game_command<EngineArguments>(
      app, context, "engine", "Play as an engine on stdin and stdout\n(protocol: docs/engine.md)",
      "banmen engine reversi alphabeta:depth=8\nbanmen match reversi random 'engine:cmd=banmen engine reversi greedy'\n"
      "banmen engine reversi uct --connect 'http://127.0.0.1:8421/#table?id=TABLE&seat=1&token=TOKEN'",
      run);
  command->add_option("agent", arguments.agent, "Agent, as id[:key=value,…]")->required();
  command->add_option("--connect", arguments.link,
                      "Play at a server's table through this link to a bot's seat; @FILE or - reads the link");
}

void add_uci(Command& app, Context& context) {
  auto [command, arguments] =
      add_game_command<EngineArguments>(app, context, "uci", "Play as a UCI engine, for chess programs\n(docs/engine.md)",
                                        "banmen uci chess alphabeta\nbanmen uci breakthrough alphabeta:table=64", run_uci);
  command->add_option("agent", arguments.agent, "Agent, as id[:key=value,…]; its parameters are the engine's options")->required();
}

void add_gtp(Command& app, Context& context) {
  auto [command, arguments] =
      add_game_command<EngineArguments>(app, context, "gtp", "Play as a GTP engine, for Go programs\n(docs/engine.md)",
                                        "banmen gtp reversi alphabeta:depth=8", run_gtp);
  command->add_option("agent", arguments.agent, "Agent, as id[:key=value,…]")->required();
}

}  // namespace banmen::app
