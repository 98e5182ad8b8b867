// What games from outside bring besides their rules: the board as data, which their tables write as text.
#pragma once

#include "catalog/any_game.hpp"
#include "engines/extensions.hpp"

namespace banmen {

template <>
const Extras<SmallGame>& extras_of<SmallGame>();
template <>
const Extras<MediumGame>& extras_of<MediumGame>();
template <>
const Extras<LargeGame>& extras_of<LargeGame>();

}  // namespace banmen
