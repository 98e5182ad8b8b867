// Extensions of Reversi and Yonin: an endgame solver for disc differences, a Max^N that may value passes, and the scenes.
#pragma once

#include "engines/extensions.hpp"
#include "games/reversi/reversi.hpp"

namespace banmen {

template <>
const Extensions<Reversi>& extensions_of<Reversi>();
template <>
const Extensions<Yonin>& extensions_of<Yonin>();

}  // namespace banmen
