// What games from outside bring besides their rules: the board as data, which their tables write as text.
#pragma once

#include "catalog/any_game.hpp"
#include "engines/extensions.hpp"

namespace banmen {

template <>
const Extensions<SmallGame>& extensions_of<SmallGame>();
template <>
const Extensions<MediumGame>& extensions_of<MediumGame>();
template <>
const Extensions<LargeGame>& extensions_of<LargeGame>();

}  // namespace banmen
