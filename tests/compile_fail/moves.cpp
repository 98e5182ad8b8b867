// expect: banmen: void g.moves(position, MoveList<Move>&) const is missing
#define WITHOUT_MOVES
#include "whole_game.hpp"
