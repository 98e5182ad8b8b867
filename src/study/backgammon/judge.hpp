// What a position is worth to a player who can't look it up: races by one-sided distributions, contact by a trained network, the
// cube by Janowski's formula.
#pragma once

#include "games/backgammon/rules.hpp"
#include "study/backgammon/net.hpp"

namespace banmen::backgammon {

/// Cubeless chances of the side on roll. Neither side has finished.
inline Chances judged(const Net& net, const std::uint8_t* mover, const std::uint8_t* other, int checkers) {
  if (is_race(mover, other)) return Race::instance().chances(mover, other, checkers);
  Net::Trace trace;
  trace.features.find(mover, other);
  net.think(trace);
  return trace.chances;
}

/// Points that a seat may expect before anything else happens; dice on the table are not looked at.
double expected_points(const BackgammonRules& g, const BackgammonRules::Position& p, Seat seat);

}  // namespace banmen::backgammon
