// The board of tic-tac-toe as data.
#pragma once

#include "core/scene.hpp"
#include "games/tictactoe/tictactoe.hpp"

namespace banmen::tictactoe {

scene::Scenery<TicTacToe> scenery();

}  // namespace banmen::tictactoe
