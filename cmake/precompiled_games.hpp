// Precompiled header of the generated game sources: the algorithms, templates on the game.
#include "precompiled.hpp"

#include "catalog/open_game_of.hpp"
#include "catalog/search_jobs_of.hpp"
#include "catalog/solve_jobs_of.hpp"
