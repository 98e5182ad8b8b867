// Extensions of HICHAIN: its players as agents, and the scenes.
#pragma once

#include "engines/extensions.hpp"
#include "games/hichain/hichain.hpp"

namespace banmen {

template <>
const Extensions<Hichain>& extensions_of<Hichain>();

}  // namespace banmen
