// How a move is written.
#pragma once

#include <string>
#include <vector>

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

}  // namespace banmen::rules
