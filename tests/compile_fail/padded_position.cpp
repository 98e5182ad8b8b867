// expect: banmen: G::Position must be trivially copyable, comparable and without padding bytes
#define WITH_PADDED_POSITION
#include "whole_game.hpp"
