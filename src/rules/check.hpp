// The checker: everything that can be said about a rule file before it is played.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "rules/effects.hpp"
#include "rules/meaning.hpp"
#include "rules/reader.hpp"
#include "rules/resolve.hpp"

namespace banmen::rules {

/// A symmetry of the board with a rotation of the seats that keeps the rules.
struct Symmetry {
  std::vector<int> site;                         // where each site goes
  std::array<int, direction_count> direction{};  // -1: none, where directions are not kept (and no rule names one)
  int rotation = 0;                              // seat s goes to s + rotation
  bool keeps_start = false;                      // the start too, but for who begins
};

/// Something that every turn lowers, the first of `falls` before the second and so on.
struct Measure {
  bool found = false;
  std::vector<Quantity> quantities;
  std::vector<int> signs;  // +1: it falls; -1: it rises, and what is left to its end falls
  long times = 1;          // so many plies for one fall at most: passes, rolls, seats that lower nothing
  long once = 0;           // plies more, before the first fall
  int lowering = -1;       // the seat that lowers something whenever it moves, where the others need not; -1: every move does
  bool rolls = false;      // dice are rolled on the way
  std::string words;       // "empty sites"

  /// No more plies than this follow; at most `unbounded`.
  [[nodiscard]] long moves_left(const Rules& rules, const State& state) const;
  /// No more moves than this follow, passes apart, and every other move takes at least one off. Of games without dice.
  [[nodiscard]] long horizon(const Rules& rules, const State& state) const;
  static constexpr long unbounded = 1'000'000'000;

 private:
  [[nodiscard]] long rank(const Rules& rules, const State& state) const;  // what is left to fall
};

/// What was proved of a game at given values of its parameters.
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
  std::optional<Rules> rules;     // at the default values; nothing where there are errors
  Facts facts;                    // of those

  [[nodiscard]] bool valid() const;
  [[nodiscard]] const std::vector<ParamSection>& parameters() const { return reading.file.params; }
};

Checked check_file(Text text, const FindText& find);

/// All symmetries that keep the rules.
std::vector<Symmetry> symmetries_of(const Rules& rules);

/// "file:line:column: what (hint)", then the line, and what is meant underlined.
std::string shown(const Message& message, const Reading& reading);

}  // namespace banmen::rules
