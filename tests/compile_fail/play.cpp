// expect: banmen: Gains<max_players> g.play(position&, move) const is missing
#define WITHOUT_PLAY
#include "whole_game.hpp"
