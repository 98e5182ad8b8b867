// The cards of HICHAIN as data.
#pragma once

#include <string_view>

#include "core/scene.hpp"
#include "games/hichain/hichain.hpp"

namespace banmen::hichain {

scene::Scenery<Hichain> scenery();

/// A card's letter, upright, as an SVG path of straight lines on a lattice of 6 by 6 that fills the card: it meets the card's rim
/// exactly where the card has its marks, so that one sees why a card fits.
std::string_view strokes(int sign);

}  // namespace banmen::hichain
