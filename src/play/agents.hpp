// Any player by name: the library's agents, or a program from outside as engine:cmd=COMMAND.
#pragma once

#include <memory>
#include <string_view>

#include "catalog/open_game.hpp"

namespace banmen {

/// "alphabeta:depth=8", "engine:cmd=python3 bot.py", "engine:timeout=5,cmd=./bot". Everything after cmd= is the command.
Result<std::unique_ptr<Agent>> make_agent(const OpenGame& table, std::string_view name);

/// Whether an agent of this name is a program from outside. A name out of a file must not be made into one unasked.
bool is_program(std::string_view name);

}  // namespace banmen
