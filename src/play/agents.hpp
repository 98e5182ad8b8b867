// Any player by name: the library's agents, or a program from outside as engine:cmd=COMMAND.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/catalog.hpp"
#include "catalog/open_game.hpp"

namespace banmen {

/// Whether an agent of this name is a program from outside. A name out of a file must not be made into one unasked.
bool is_program(std::string_view name);

/// An agent and the games, with their parameters at default, that it plays.
struct ListedAgent {
  AgentKind kind;
  std::vector<std::string> games;
};
/// All of them, `engine` last. One that a game has in a form of its own is listed once more for that game.
Result<std::vector<ListedAgent>> list_agents(const Catalog& catalog);

/// "alphabeta:depth=8", "engine:cmd=python3 bot.py", "engine:timeout=5,cmd=./bot". Everything after cmd= is the command.
Result<std::unique_ptr<Agent>> make_agent(const OpenGame& table, std::string_view name);

/// By what the game can do. Its limits are nodes and playouts, never time, so that the same seed gives the same game.
std::string default_agent(const OpenGame& table);

/// The rule of default_agent in words, for help texts.
inline constexpr const char* default_agent_rule =
    "the game's own player where it has one, else expectimax with dice, alphabeta:nodes=300000 for two sides where positions can "
    "be "
    "judged or numbered, else uct:playouts=8000,solve=true";

}  // namespace banmen
