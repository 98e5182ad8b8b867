#include "engines/backgammon/network/judge.hpp"

#include <algorithm>

namespace banmen::backgammon {
namespace {

/// R. Janowski, "Take-Points in Money Games" (1993): between a dead cube and one that is always turned at the right moment lies a
/// share of efficiency, for money about two thirds.
constexpr double efficiency = 2.0 / 3;

/// Points for the cube at 1, the side on roll having these chances; `mine` and `theirs` say who may turn it.
double with_cube(const Chances& c, bool gammons, bool mine, bool theirs) {
  const double win = c[0], lose = 1 - c[0];
  const double won = gammons && win > 0 ? 1 + (c[1] + c[2]) / win : 1, lost = gammons && lose > 0 ? 1 + (c[3] + c[4]) / lose : 1;
  const double slope = win * (won + lost + efficiency / 2) - lost;
  double value = equity_of(c, gammons);
  if (mine && theirs)
    value = 4 / (4 - efficiency) * (slope - efficiency / 4);
  else if (mine)
    value = slope;
  else if (theirs)
    value = slope - efficiency / 2;
  // The other can always drop, and so can we.
  return std::clamp(value, theirs ? -1.0 : -lost, mine ? 1.0 : won);
}

}  // namespace

double expected_points(const BackgammonRules& g, const BackgammonRules::Position& p, Seat seat) {
  using Rules = BackgammonRules;
  if (p.phase == Rules::Phase::over) return g.payoff(p)[static_cast<std::size_t>(seat)];
  const Nets& nets = Nets::trained();
  const bool gammons = g.stakes != Rules::Payoff::single && g.match == 0;
  const int mover = p.mover, other = 1 - mover;
  const Chances chances = judged(nets, p.checkers[mover], p.checkers[other], g.checkers);
  double value = 0;
  if (p.phase == Rules::Phase::opening) {
    const Chances theirs = judged(nets, p.checkers[other], p.checkers[mover], g.checkers);
    value = (equity_of(chances, gammons) - equity_of(theirs, gammons)) / 2;
  } else if (g.stakes == Rules::Payoff::cube && g.match == 0) {
    const bool can = p.cube < Rules::most_cube;
    value =
        with_cube(chances, gammons && !(g.jacoby && p.owner == Rules::centred), can && p.owner != other, can && p.owner != mover);
  } else {
    value = equity_of(chances, gammons);
  }
  return (seat == mover ? value : -value) * (g.match ? 1 : 1 << p.cube);
}

}  // namespace banmen::backgammon
