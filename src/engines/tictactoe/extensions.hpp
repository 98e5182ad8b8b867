// What tic-tac-toe brings besides its rules: the board as data.
#pragma once

#include "engines/extensions.hpp"
#include "games/tictactoe/tictactoe.hpp"

namespace banmen {

template <>
const Extensions<TicTacToe>& extensions_of<TicTacToe>();

}  // namespace banmen
