// The clock of a table. The time is an argument: any steady clock's seconds will do.
#pragma once

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

#include "catalog/json.hpp"
#include "core/seat.hpp"

namespace banmen::serve {

struct ClockRule {
  enum class Kind { none, move, fischer } kind = Kind::none;
  double seconds = 0;    // for each move, or for all of them
  double increment = 0;  // more with each move
};

class TableClock {
 public:
  TableClock(ClockRule rule, int seats) : rule_(rule), left_(static_cast<std::size_t>(seats), rule.seconds) {}

  [[nodiscard]] const ClockRule& rule() const { return rule_; }
  [[nodiscard]] bool ticks() const { return rule_.kind != ClockRule::Kind::none; }
  [[nodiscard]] std::optional<Seat> running() const { return running_; }
  /// Seconds that a seat has; never less than none.
  [[nodiscard]] double left(Seat seat, double now) const;
  /// Whether the seat whose time runs has none left.
  [[nodiscard]] bool fallen(double now) const;

  /// A seat's turn begins: with its whole time again where that is for each move.
  void begin_turn(Seat seat, double now);
  /// The seat whose time runs has moved.
  void press(double now);
  /// Time stands still, and goes on for the same seat.
  void hold(double now);
  void go_on(Seat seat, double now);
  /// A turn that began at `begun` was told to everybody only now.
  void told(double begun, double now) {
    if (running_ && since_ >= begun) since_ = now;
  }

  /// {"kind","seconds","increment","left","running"}
  [[nodiscard]] Json document(double now) const;
  /// What it had left, when it is taken up again after a break.
  void set_left(const std::vector<double>& left);

 private:
  ClockRule rule_;
  std::vector<double> left_;
  std::optional<Seat> running_;
  double since_ = 0;
};

/// "none", "move", "fischer".
std::string_view word(ClockRule::Kind kind);

}  // namespace banmen::serve
