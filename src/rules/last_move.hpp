// What a move did that the position after it no longer shows.
#pragma once

#include <string>
#include <vector>

#include "rules/effects.hpp"

namespace banmen::rules {

/// Which facts the moves of a game have. What no move of it can do is not told of any.
class MoveFacts {
 public:
  MoveFacts(const Rules& rules, const Effects& effects);

  [[nodiscard]] bool any() const { return captures_ || flips_ || takes_ || again_ || relays_; }
  /// As lines name=value: pieces of others that are gone, pieces turned over, stones taken, whether the seat moves again, whether
  /// the move never ends.
  [[nodiscard]] std::string lines(const Rules& rules, const State& before, const State& after, long gained, bool endless) const;

 private:
  bool captures_ = false, flips_ = false, takes_ = false, again_ = false, relays_ = false;
};

}  // namespace banmen::rules
