// How a move is written, and what it did that the position after it no longer shows.
#pragma once

#include <string>
#include <vector>

#include "core/findings.hpp"
#include "rules/effects.hpp"
#include "rules/meaning.hpp"

namespace banmen::rules {

/// Something that was chosen, or a name that stands for one site.
struct Note {
  int slot;
  long value;  // sites and directions by number
  int pass;    // of `repeat`, counted from 1; 0 outside
  bool chosen = true;
};

/// As the game's notation writes it; `words` are those of the alternatives that were taken.
std::string move_text(const Rules& rules, const std::vector<Note>& notes, const std::vector<std::string>& words);

/// Which facts the moves of a game have. What no move of it can do is not told of any.
class MoveFacts {
 public:
  MoveFacts(const Rules& rules, const Effects& effects);

  [[nodiscard]] bool any() const { return captures_ || flips_ || takes_ || again_ || relays_; }
  /// Pieces of others that are gone, pieces turned over, stones taken, whether the seat moves again, whether the move never ends.
  [[nodiscard]] Figures of(const Rules& rules, const State& before, const State& after, long gained, bool endless) const;

 private:
  bool captures_ = false, flips_ = false, takes_ = false, again_ = false, relays_ = false;
};

}  // namespace banmen::rules
