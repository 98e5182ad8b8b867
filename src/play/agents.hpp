// Any player by name: the library's agents, or a program from outside as engine:cmd=COMMAND.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/catalog.hpp"

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

}  // namespace banmen
