// Races by one-sided distributions: each side's number of rolls, as if it were alone.
//
// A side that is home has its distribution in the one-sided table (one_sided.hpp); two such are compared throw by throw. For one
// that is not, its checkers outside are
// put on the 6 point, and the pips that this saved, X, are rolled off first. By renewal theory X pips take X/μ rolls more on
// average, with a variance of X·σ²/μ³, where μ and σ² are the mean and variance of the pips of one throw (doubles count four
// times). The sum is taken as normal. Nothing is assumed to be wasted on the way home, and plays are those of the table, which
// minimise the mean: so the chances are good estimates, not exact.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "engines/backgammon/bearoff/one_sided.hpp"

namespace banmen::backgammon {

/// Chances of the side on roll: to win, win a gammon, win a backgammon, lose a gammon, lose a backgammon.
using Chances = std::array<float, 5>;

/// Cubeless points that may be expected.
inline double equity_of(const Chances& c, bool gammons) {
  const double single = 2.0 * c[0] - 1;
  return gammons ? single + c[1] + c[2] - c[3] - c[4] : single;
}
/// The same, seen by the other side.
template <class Real>
std::array<Real, 5> turned(const std::array<Real, 5>& c) {
  return {1 - c[0], c[3], c[4], c[1], c[2]};
}

/// Both sides are home: the table has them, and they are past each other.
inline bool in_table(const std::uint8_t* mover, const std::uint8_t* other) {
  return highest(occupied(mover) | occupied(other) | 1) <= 6;
}

class Race {
 public:
  /// Made when first asked for, in about a second.
  static const Race& instance();

  /// Neither side has finished; there is no contact. `checkers` of each side in the game: who has them all left may lose a gammon.
  [[nodiscard]] Chances chances(const std::uint8_t* mover, const std::uint8_t* other, int checkers) const;

  /// That a side needs on average to bear everything off.
  [[nodiscard]] double rolls(const std::uint8_t* side) const { return of(side).all.rolls.mean; }

  struct Rolls {
    double mean = 0, variance = 0;
  };

 private:
  /// How many rolls a side needs: exactly where it is home, else by moments.
  struct Need {
    Rolls rolls;
    const RollWords* words;  // none where not all checkers are home
  };
  struct Side {
    Need all, first;  // to bear everything off, and the first checker of fifteen
  };
  Race();
  [[nodiscard]] Side of(const std::uint8_t* side) const;
  static double at_most(const Need& a, const Need& b);

  OneSided table_;
  std::vector<std::array<Rolls, 2>> moments_;  // by number in the table: all, first
  Rolls per_pip_;
};

}  // namespace banmen::backgammon
