// expect: banmen: static constexpr int G::max_players is missing
// others follow
#define WITHOUT_MAX_PLAYERS
#include "whole_game.hpp"
