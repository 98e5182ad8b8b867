// Backgammon's databases as `banmen db` builds, describes, looks up and checks them: values are expectations.
#pragma once

#include "engines/extensions.hpp"
#include "games/backgammon/backgammon.hpp"

namespace banmen::backgammon {

OwnDatabases<Backgammon> databases();

}  // namespace banmen::backgammon
