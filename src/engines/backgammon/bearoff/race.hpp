// Race equities from one-sided distributions: the number of rolls of each side, as if alone.
//
// A side that is home has its exact distribution in the one-sided table (one_sided.hpp); two of these are convolved. Otherwise the
// outside checkers are moved to the 6 point, and the X pips saved are rolled off first. By renewal theory X pips take X/μ more
// rolls on average, with variance X·σ²/μ³, where μ and σ² are mean and variance of the pips of one throw (doubles count four
// times). The sum is treated as normal. No waste is assumed on the way home, and plays are those of the table, which minimise the
// mean: the chances are good estimates, not exact.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "engines/backgammon/bearoff/one_sided.hpp"

namespace banmen::backgammon {

/// Chances of the side on roll: to win, win a gammon, win a backgammon, lose a gammon, lose a backgammon.
using Chances = std::array<float, 5>;

/// Cubeless equity.
inline double equity_of(const Chances& c, bool gammons) {
  const double single = 2.0 * c[0] - 1;
  return gammons ? single + c[1] + c[2] - c[3] - c[4] : single;
}
/// The same from the other side.
template <class Real>
std::array<Real, 5> turned(const std::array<Real, 5>& c) {
  return {1 - c[0], c[3], c[4], c[1], c[2]};
}

/// Both sides are home and past each other, so the table covers them.
inline bool in_table(const std::uint8_t* mover, const std::uint8_t* other) {
  return highest(occupied(mover) | occupied(other) | 1) <= 6;
}

class Race {
 public:
  /// Computed on first use, in about a second.
  static const Race& instance();

  /// Neither side has finished; no contact. `checkers` of each side in the game: a side with all of them left may lose a gammon.
  [[nodiscard]] Chances chances(const std::uint8_t* mover, const std::uint8_t* other, int checkers) const;

  /// Mean number of rolls to bear everything off.
  [[nodiscard]] double rolls(const std::uint8_t* side) const { return of(side).all.rolls.mean; }

  struct Rolls {
    double mean = 0, variance = 0;
  };

 private:
  /// Distribution of the rolls of a side: exact if it is home, else by moments.
  struct Need {
    Rolls rolls;
    const RollWords* words;  // null if not all checkers are home
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
