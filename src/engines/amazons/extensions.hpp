// What Amazons brings besides its rules: a solver of its own.
#pragma once

#include "engines/extensions.hpp"
#include "games/amazons/amazons.hpp"

namespace banmen {

template <>
const Extras<AmazonsQueen1>& extras_of<AmazonsQueen1>();
template <>
const Extras<AmazonsQueen2>& extras_of<AmazonsQueen2>();
template <>
const Extras<AmazonsQueen4>& extras_of<AmazonsQueen4>();
template <>
const Extras<AmazonsKnight1>& extras_of<AmazonsKnight1>();
template <>
const Extras<AmazonsKnight2>& extras_of<AmazonsKnight2>();
template <>
const Extras<AmazonsKnight4>& extras_of<AmazonsKnight4>();

}  // namespace banmen
