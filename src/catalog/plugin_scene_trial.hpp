// Trying out the board that a plug-in writes.
#pragma once

#include <string>

#include "catalog/any_game.hpp"

namespace banmen {

/// Plays a game and asks the laws of scenes of every position and move; what is wrong, empty where nothing is or where the game has
/// no board.
std::string fault_in_scenes(const LargeGame& game);

}  // namespace banmen
