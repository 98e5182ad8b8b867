// expect: banmen: int g.players() const is missing
#define WITHOUT_PLAYERS
#include "whole_game.hpp"
