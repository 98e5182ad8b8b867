// expect: banmen: std::uint32_t g.move_capacity() const is missing
#define WITHOUT_MOVE_CAPACITY
#include "whole_game.hpp"
