// expect: nothing
#include "whole_game.hpp"
