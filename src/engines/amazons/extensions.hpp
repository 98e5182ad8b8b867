// What Amazons brings besides its rules: a solver of its own.
#pragma once

#include "engines/extensions.hpp"
#include "games/amazons/amazons.hpp"

namespace banmen {

template <>
const Extensions<AmazonsQueen1>& extensions_of<AmazonsQueen1>();
template <>
const Extensions<AmazonsQueen2>& extensions_of<AmazonsQueen2>();
template <>
const Extensions<AmazonsQueen4>& extensions_of<AmazonsQueen4>();
template <>
const Extensions<AmazonsKnight1>& extensions_of<AmazonsKnight1>();
template <>
const Extensions<AmazonsKnight2>& extensions_of<AmazonsKnight2>();
template <>
const Extensions<AmazonsKnight4>& extensions_of<AmazonsKnight4>();

}  // namespace banmen
