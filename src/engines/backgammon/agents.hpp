// Backgammon's own form of expectimax: it judges by the network and the race tables, and asks a database first with db=FILE.
#pragma once

#include <vector>

#include "engines/extensions.hpp"
#include "games/backgammon/backgammon.hpp"

namespace banmen::backgammon {

std::vector<OwnAgent<Backgammon>> agents();

}  // namespace banmen::backgammon
