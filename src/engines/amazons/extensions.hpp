// Extensions of Amazons: the exact solver and the scenes.
#pragma once

#include "engines/extensions.hpp"
#include "games/amazons/amazons.hpp"

namespace banmen {

#define BANMEN_DECLARE(words, piece) \
  template <>                        \
  const Extensions<Amazons<words, AmazonsPiece::piece>>& extensions_of<Amazons<words, AmazonsPiece::piece>>();
BANMEN_EACH_AMAZONS(BANMEN_DECLARE)
#undef BANMEN_DECLARE

}  // namespace banmen
