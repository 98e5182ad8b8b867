// What backgammon brings besides its rules: databases of expected results, a search that judges by a network and asks them, and
// studies.
#pragma once

#include "engines/extensions.hpp"
#include "games/backgammon/backgammon.hpp"

namespace banmen {

template <>
const Extras<Backgammon>& extras_of<Backgammon>();

}  // namespace banmen
