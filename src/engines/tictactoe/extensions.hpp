// What tic-tac-toe brings besides its rules: a study.
#pragma once

#include "engines/extensions.hpp"
#include "games/tictactoe/tictactoe.hpp"

namespace banmen {

template <>
const Extras<TicTacToe>& extras_of<TicTacToe>();

}  // namespace banmen
