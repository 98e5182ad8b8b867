// expect: banmen: G::Position must be trivially copyable, comparable and without padding bytes
// others follow
#define WITHOUT_POSITION
#include "whole_game.hpp"
