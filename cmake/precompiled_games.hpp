// What every generated source of a game includes: the algorithms, templates on the game, read once for all games.
#include "precompiled.hpp"

#include "catalog/open_game_of.hpp"
#include "catalog/search_jobs_of.hpp"
#include "catalog/solve_jobs_of.hpp"
