// expect: banmen: Position g.initial() const is missing
#define WITHOUT_INITIAL
#include "whole_game.hpp"
