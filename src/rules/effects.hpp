// What a turn does to the numbers of a position, whatever the position: how many pieces come and go, how far they are from the
// far row, what is used up. Every way through a turn is followed once.
#pragma once

#include <string>
#include <vector>

#include "rules/foresight.hpp"

namespace banmen::rules {

/// A number of the position that turns may change.
struct Quantity {
  enum class Kind { pieces, rows, hands, stones, counter, marks } kind{};
  int of = -1;        // pieces, rows: a kind, or -1 for all; hands: a kind; counter, marks: which
  std::string words;  // "pieces", "rows still to go"
  long most = 0;      // it is never greater; it is never below `least`
  long least = 0;

  [[nodiscard]] long value(const Rules& rules, const State& state) const;
};

/// One way through a turn, or several taken together.
struct Way {
  std::vector<Range> change;  // of each quantity
  Foresight known;
  bool again = false, stopped = false;
};

/// A place that no move ever reaches, or a repeat of which a pass need not use anything up.
struct Finding {
  enum class Kind { unreachable, endless_repeat } kind{};
  Place place;
  int seat = 0;
};

struct Effects {
  std::vector<Quantity> quantities;
  std::vector<std::vector<Way>> ways;  // of each seat
  std::vector<Finding> findings;
};

Effects effects_of(const Rules& rules);

/// How far a site is from the last one in the direction that the seat faces.
long rows_to_go(const Rules& rules, int site, int seat);

/// Whether every way lowers something, in the order of `lowered`: quantities and their signs (+1: it falls, -1: it rises).
/// The ways that none of them lowers are left in `ways`.
struct Falling {
  std::size_t quantity;
  int sign;
};
std::vector<Falling> falling(const std::vector<Quantity>& quantities, std::vector<const Way*>& ways);

}  // namespace banmen::rules
