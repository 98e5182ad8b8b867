// expect: banmen: Seat g.turn(position) const is missing
#define WITHOUT_TURN
#include "whole_game.hpp"
