// Extensions of tic-tac-toe: the scenes.
#pragma once

#include "engines/extensions.hpp"
#include "games/tictactoe/tictactoe.hpp"

namespace banmen {

template <>
const Extensions<TicTacToe>& extensions_of<TicTacToe>();

}  // namespace banmen
