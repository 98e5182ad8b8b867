// Backgammon's extensions: databases of expected results, and a search that judges by a network and asks them.
#pragma once

#include <vector>

#include "engines/extensions.hpp"
#include "games/backgammon/backgammon.hpp"

namespace banmen {

template <>
const Extensions<Backgammon>& extensions_of<Backgammon>();

namespace backgammon {

/// Expectimax that judges by the network and the race tables, and asks a database first with db=FILE.
std::vector<OwnAgent<Backgammon>> agents();
/// Databases of expected results, as `banmen db` builds, describes, looks up and checks them.
OwnDatabases<Backgammon> databases();

}  // namespace backgammon
}  // namespace banmen
