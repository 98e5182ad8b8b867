// The text of moves, and the facts of a move that the position after it does not show.
#pragma once

#include <string>
#include <vector>

#include "core/findings.hpp"
#include "rules/effects.hpp"
#include "rules/meaning.hpp"

namespace banmen::rules {

/// A choice, or a name of one site.
struct Note {
  int slot;
  long value;  // sites and directions by number
  int pass;    // of `repeat`, counted from 1; 0 outside
  bool chosen = true;
};

/// The move in the game's notation; `words` are those of the alternatives taken.
std::string move_text(const Rules& rules, const std::vector<Note>& notes, const std::vector<std::string>& words);

/// The die and the numbers that the rules derive from it, in a position in which it has been thrown: d 10, steps 2.
Figures throw_facts(const Rules& rules, const State& thrown);

/// The facts that moves of a game may have; facts that no move can have are left out.
class MoveFacts {
 public:
  MoveFacts(const Rules& rules, const Effects& effects);

  [[nodiscard]] bool any() const { return captures_ || flips_ || takes_ || again_ || relays_; }
  /// Captured pieces, flipped pieces, taken stones, another turn of the same seat, an endless move.
  [[nodiscard]] Figures of(const Rules& rules, const State& before, const State& after, long gained, bool endless) const;

 private:
  bool captures_ = false, flips_ = false, takes_ = false, again_ = false, relays_ = false;
};

}  // namespace banmen::rules
