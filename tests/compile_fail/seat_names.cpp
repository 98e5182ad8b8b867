// expect: banmen: std::string g.seat_name(seat) const is missing
#define WITHOUT_SEAT_NAMES
#include "whole_game.hpp"
