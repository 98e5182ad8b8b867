// The boards of Reversi and Yonin as data.
#pragma once

#include "core/scene.hpp"
#include "games/reversi/reversi.hpp"

namespace banmen::reversi {

scene::Scenery<Reversi> scenery();
scene::Scenery<Yonin> yonin_scenery();

}  // namespace banmen::reversi
