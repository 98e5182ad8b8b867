// The checks of a rule file, one function for each idea; check.cpp puts them together.
#pragma once

#include "rules/check.hpp"
#include "rules/effects.hpp"
#include "rules/move_bound.hpp"

namespace banmen::rules {

/// A game that is being checked, at the default values of its parameters.
struct Case {
  const Reading& reading;
  const Rules& rules;
  const Effects& effects;
  Messages& messages;

  /// Whether the expression, or a let that it uses, names a parameter: then it may be otherwise for other values.
  [[nodiscard]] bool names_parameter(const Expr& e) const;
};

/// What was met by playing.
struct Played {
  std::string endless;    // a line that leads to a move that never ends
  std::string stranded;   // a line after which a seat has no move and no rule of `end` holds
  std::string repeating;  // a line that comes back to a position
};

/// Whether the condition holds in every position in which the seat to move has nothing but a pass, or (everyone) all seats have.
bool holds_when_stuck(const Node& condition, bool everyone);
/// Whether the turn can be played in every position, and not by a pass alone.
bool always_playable(const Rules& rules, const Turn& turn);
/// A seat without a move always finds a rule of `end` that covers it.
bool result_is_certain(const Rules& rules);

void check_starts(const Reading& reading, Messages& messages);  // over the values of the parameters
/// Whether the game can be opened; reports which limit it exceeds.
bool check_limits(const Reading& reading, const Rules& rules, const MoveBound& bound, Messages& messages);
void check_never_true(const Case& c);
Measure find_measure(const Rules& rules, const Effects& effects);
void check_moves_end(const Case& c, const Played& played);
void check_end_of_play(const Case& c, const Facts& facts, const Played& played);
void check_results(const Case& c, const Played& played);
void check_seats_alike(const Case& c, const Facts& facts);
/// Plays at random, more where more is to be found out; reports what must not be met.
Played check_by_playing(const Case& c, const Facts& facts);

}  // namespace banmen::rules
