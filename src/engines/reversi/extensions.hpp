// What Reversi and Yonin bring besides their rules: a solver of endgames over discs, and a Max^N that may count passes.
#pragma once

#include "engines/extensions.hpp"
#include "games/reversi/reversi.hpp"

namespace banmen {

template <>
const Extensions<Reversi>& extensions_of<Reversi>();
template <>
const Extensions<Yonin>& extensions_of<Yonin>();

}  // namespace banmen
