// The checks of a rule file, one function each; check.cpp runs them.
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

  /// True if the expression, or a let that it uses, names a parameter and may therefore differ for other values.
  [[nodiscard]] bool names_parameter(const Expr& e) const;
};

/// Lines of play found by playing.
struct Played {
  std::string endless;    // a move that never ends, and the moves before it
  std::string stranded;   // a position without moves that no rule of `end` covers: "after a1 b2"
  std::string repeating;  // returns to a position
};

/// True if the condition holds whenever the seat to move has nothing but a pass, or (`everyone`) all seats have.
bool holds_when_stuck(const Node& condition, bool everyone);
/// True if the turn can be played in every position, and not only by a pass.
bool always_playable(const Rules& rules, const Turn& turn);
/// True if some rule of `end` holds whenever a seat has no move.
bool result_is_certain(const Rules& rules);

void check_starts(const Reading& reading, Messages& messages);  // for all values of the parameters
/// False if the game can't be opened; reports the limits it exceeds.
bool check_limits(const Reading& reading, const Rules& rules, const MoveBound& bound, Messages& messages);
void check_never_true(const Case& c);
Measure find_measure(const Rules& rules, const Effects& effects);
void check_moves_end(const Case& c, const Played& played);
void check_end_of_play(const Case& c, const Facts& facts, const Played& played);
void check_results(const Case& c, const Played& played);
void check_seats_alike(const Case& c, const Facts& facts);
/// Plays at random, longer if something is left to find; reports errors met on the way.
Played check_by_playing(const Case& c, const Facts& facts);

}  // namespace banmen::rules
