// What a position is worth to a player who can't look it up: sides that are home by one-sided distributions, all else by trained
// networks, the cube by Janowski's formula.
#pragma once

#include "engines/backgammon/network/net.hpp"
#include "games/backgammon/rules.hpp"

namespace banmen::backgammon {

/// Cubeless chances of the side on roll. Neither side has finished.
inline Chances judged(const Nets& nets, const std::uint8_t* mover, const std::uint8_t* other, int checkers) {
  const bool race = is_race(mover, other);
  // The network of races has learnt with all checkers.
  if (race && (checkers != OneSided::checkers || in_table(mover, other))) return Race::instance().chances(mover, other, checkers);
  Net::Trace trace;
  trace.features.find(mover, other);
  (race ? nets.race : nets.contact).think(trace);
  return trace.chances;
}

/// Points that a seat may expect before anything else happens; dice on the table are not looked at.
double expected_points(const BackgammonRules& g, const BackgammonRules::Position& p, Seat seat);

}  // namespace banmen::backgammon
