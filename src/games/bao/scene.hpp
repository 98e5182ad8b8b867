// The board of Bao as data.
#pragma once

#include "core/scene.hpp"
#include "games/bao/bao.hpp"

namespace banmen::bao {

scene::Scenery<Bao> scenery();

}  // namespace banmen::bao
