// Backgammon's databases as `banmen db` builds, describes, looks up and checks them: values are expectations.
#pragma once

#include "games/backgammon/backgammon.hpp"
#include "study/extras.hpp"

namespace banmen::backgammon {

OwnDatabases<Backgammon> databases();

}  // namespace banmen::backgammon
