// Whether what one of two seats gets is always what the other loses.
#pragma once

#include "core/game.hpp"

namespace banmen {

/// That is so unless the game says otherwise by `zero_sum()`, as Bao does, where the stones are shared out. The conformance tests
/// hold every game of two seats to it.
template <Rules G>
bool zero_sum(const G& g) {
  if constexpr (HasZeroSum<G>) return g.zero_sum();
  return true;
}

}  // namespace banmen
