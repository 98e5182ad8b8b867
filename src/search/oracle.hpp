// Values known from elsewhere (an endgame database), for searches that need not look further where they have one.
#pragma once

#include <cstdint>

#include "core/game.hpp"

namespace banmen {

template <Rules G>
class Oracle {
 public:
  virtual ~Oracle() = default;
  [[nodiscard]] virtual bool knows(const typename G::Position& p) const = 0;
  /// What the first side will still get above the second when both play best, under the game's own rule for play that goes round
  /// for ever. Only where it knows.
  [[nodiscard]] virtual std::int32_t lead(const typename G::Position& p) const = 0;
};

}  // namespace banmen
