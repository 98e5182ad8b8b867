// What backgammon brings besides its rules: databases of expected results, a search that judges by a network and asks them, and
// studies.
#pragma once

#include "games/backgammon/backgammon.hpp"
#include "study/extras.hpp"

namespace banmen {

template <>
const Extras<Backgammon>& extras_of<Backgammon>();

}  // namespace banmen
