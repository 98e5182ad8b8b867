// expect: banmen: static G::id(), title(), parameters() and make(values) are missing
#define WITHOUT_PARAMETERS
#include "whole_game.hpp"
