// expect: banmen: g.text(position) and g.read_position(text) are missing
#define WITHOUT_POSITION_TEXT
#include "whole_game.hpp"
