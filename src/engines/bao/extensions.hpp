// Bao's extensions: censuses and endgame databases by an index of positions, and the paper's models for SPIN.
#pragma once

#include "engines/extensions.hpp"
#include "games/bao/bao.hpp"

namespace banmen {

template <>
const Extensions<Bao>& extensions_of<Bao>();

}  // namespace banmen
