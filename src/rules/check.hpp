// The checker: errors, warnings and proved facts of a rule file.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "rules/budget.hpp"
#include "rules/effects.hpp"
#include "rules/meaning.hpp"
#include "rules/reader.hpp"
#include "rules/resolve.hpp"

namespace banmen::rules {

/// A symmetry of the board with a rotation of the seats that keeps the rules.
struct Symmetry {
  std::vector<int> site;                         // the image of each site
  std::array<int, direction_count> direction{};  // -1: none, if directions are not kept (and no rule names one)
  int rotation = 0;                              // seat s goes to s + rotation
  bool keeps_start = false;                      // the start too, except for the seat to move
};

/// A measure that every turn lowers: quantities in lexicographic order.
struct Measure {
  bool found = false;
  std::vector<Quantity> quantities;
  std::vector<int> signs;  // +1: it falls; -1: it rises, and the distance to its maximum falls
  long times = 1;          // plies per fall, at most: passes, rolls, seats that lower nothing
  long once = 0;           // additional plies before the first fall
  int lowering = -1;       // the only seat that lowers something with every move; -1: every seat does
  bool rolls = false;      // turns roll dice
  std::string words;       // "empty sites"

  /// Upper bound of the remaining plies; at most `unbounded`.
  [[nodiscard]] long moves_left(const Rules& rules, const State& state) const;
  /// Upper bound of the remaining moves without passes, which every other move lowers by at least one. For games without dice.
  [[nodiscard]] long horizon(const Rules& rules, const State& state) const;
  static constexpr long unbounded = 1'000'000'000;

 private:
  [[nodiscard]] long rank(const Rules& rules, const State& state) const;  // the remaining falls
};

/// Proved facts of a game at given parameter values.
struct Facts {
  Measure measure;
  long most_plies = 0;  // 0: no bound
  long most_moves = 0;  // of one position
  std::size_t position_bytes = 0;
  int move_bits = 0;
  std::vector<Symmetry> symmetries;  // the first is the identity
};

struct Checked {
  Reading reading;
  std::vector<Message> messages;  // in the order of the text
  std::optional<Rules> rules;     // at the default values; empty if there are errors
  Facts facts;                    // at the default values

  [[nodiscard]] bool valid() const;
  [[nodiscard]] const std::vector<ParamSection>& parameters() const { return reading.file.params; }
};

Checked check_file(Text text, const FindText& find, const BudgetLimits& limits = {});

/// All symmetries that keep the rules.
std::vector<Symmetry> symmetries_of(const Rules& rules);

/// "file:line:column: what (hint)", then the line with the place underlined.
std::string shown(const Message& message, const Reading& reading);

}  // namespace banmen::rules
