// Extensions of backgammon: databases of equities, and an expectimax with a neural evaluation that queries them.
#pragma once

#include <vector>

#include "engines/extensions.hpp"
#include "games/backgammon/backgammon.hpp"

namespace banmen {

template <>
const Extensions<Backgammon>& extensions_of<Backgammon>();

namespace backgammon {

/// Expectimax with the neural evaluation and the race tables; queries a database first with db=FILE.
std::vector<OwnAgent<Backgammon>> agents();
/// Databases of equities for `banmen db`.
OwnDatabases<Backgammon> databases();

}  // namespace backgammon
}  // namespace banmen
