// The board of backgammon as data.
#pragma once

#include "core/scene.hpp"
#include "games/backgammon/backgammon.hpp"

namespace banmen::backgammon {

scene::Scenery<Backgammon> scenery();

}  // namespace banmen::backgammon
