// Trying out the rules of a plug-in before any algorithm relies on them.
#pragma once

#include <memory>
#include <string>

#include "catalog/any_game.hpp"

namespace banmen {

/// What is wrong with the sizes that the rules claim; empty where nothing is.
std::string fault_of_sizes(const PluginRules& rules);

/// Plays a few games with every answer checked, optional functions too: what is wrong, empty where nothing is. The sizes must be
/// right.
std::string fault_in_play(const std::shared_ptr<const PluginRules>& rules);

/// Plays a game and asks the laws of scenes of every position and move; what is wrong, empty where nothing is or where the game has
/// no board.
std::string fault_in_scenes(const LargeGame& game);

}  // namespace banmen
