// What tic-tac-toe brings besides its rules: a study.
#pragma once

#include "games/tictactoe/tictactoe.hpp"
#include "study/extras.hpp"

namespace banmen {

template <>
const Extras<TicTacToe>& extras_of<TicTacToe>();

}  // namespace banmen
