// What Bao brings besides its rules: the paper's models for SPIN.
#pragma once

#include "engines/extensions.hpp"
#include "games/bao/bao.hpp"

namespace banmen {

template <>
const Extensions<Bao>& extensions_of<Bao>();

}  // namespace banmen
