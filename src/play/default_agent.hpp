// A good player for a game that nobody has chosen one for.
#pragma once

#include <string>

#include "catalog/open_game.hpp"

namespace banmen {

/// By what the game can do. Its limits are nodes and playouts, never time, so that the same seed gives the same game.
std::string default_agent(const OpenGame& table);

/// The rule of default_agent in words, for help texts.
inline constexpr const char* default_agent_rule =
    "the game's own player where it has one, else expectimax with dice, alphabeta:nodes=300000 for two sides where positions can "
    "be "
    "judged or numbered, else uct:playouts=8000,solve=true";

}  // namespace banmen
