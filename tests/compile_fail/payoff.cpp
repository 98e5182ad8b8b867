// expect: banmen: Gains<max_players> g.payoff(position) const is missing
#define WITHOUT_PAYOFF
#include "whole_game.hpp"
