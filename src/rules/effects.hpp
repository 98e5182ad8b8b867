// Effects of a turn on the quantities of any position: pieces, distances to the far row, stones, counters. Abstract interpretation
// that follows every path through a turn once.
#pragma once

#include <string>
#include <vector>

#include "rules/foresight.hpp"

namespace banmen::rules {

/// A number of the position that turns may change.
struct Quantity {
  enum class Kind { pieces, rows, hands, stones, counter, marks } kind{};
  int of = -1;        // pieces, rows: a kind, or -1 for all; hands: a kind; counter, marks: its number
  std::string words;  // "pieces", "rows still to go"
  long most = 0;      // bounds: never greater than `most`, never less than `least`
  long least = 0;

  [[nodiscard]] long value(const Rules& rules, const State& state) const;
};

/// A path through a turn, or several joined.
struct Way {
  std::vector<Range> change;  // of each quantity
  Foresight known;
  bool again = false, stopped = false;
};

/// A statement that no move reaches; a repeat with a pass that uses nothing up: endless, or bounded by the room for choices.
struct Finding {
  enum class Kind { unreachable, endless_repeat, unseen_repeat } kind{};
  Place place;
  int seat = 0;
};

struct Effects {
  std::vector<Quantity> quantities;
  std::vector<std::vector<Way>> ways;  // of each seat
  std::vector<Finding> findings;
};

Effects effects_of(const Rules& rules);

/// Distance of a site from the last one in the direction that the seat faces.
long rows_to_go(const Rules& rules, int site, int seat);

/// Quantities that each lower some of the remaining ways and raise none, with their signs (+1: it falls, -1: it rises). The ways
/// that none of them lowers remain in `ways`.
struct Falling {
  std::size_t quantity;
  int sign;
};
std::vector<Falling> falling(const std::vector<Quantity>& quantities, std::vector<const Way*>& ways);

}  // namespace banmen::rules
