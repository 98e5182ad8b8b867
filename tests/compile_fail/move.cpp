// expect: banmen: G::Move must be trivially copyable, comparable, without padding, and at most 8 bytes
#define WITH_LARGE_MOVE
#include "whole_game.hpp"
