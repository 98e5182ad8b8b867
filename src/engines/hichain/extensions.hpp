// What HICHAIN brings besides its rules: players of its own.
#pragma once

#include "engines/extensions.hpp"
#include "games/hichain/hichain.hpp"

namespace banmen {

template <>
const Extensions<Hichain>& extensions_of<Hichain>();

}  // namespace banmen
