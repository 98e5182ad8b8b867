// expect: banmen: g.text(position, move) and g.read_move(position, text) are missing
#define WITHOUT_MOVE_TEXT
#include "whole_game.hpp"
