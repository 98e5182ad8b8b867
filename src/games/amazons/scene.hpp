// The board of Amazons as data.
#pragma once

#include "core/scene.hpp"
#include "games/amazons/amazons.hpp"

namespace banmen::amazons {

template <int Words, AmazonsPiece Piece>
scene::Scenery<Amazons<Words, Piece>> scenery();

}  // namespace banmen::amazons
