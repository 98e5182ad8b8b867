// The paper's backward induction (paper.hpp, Algorithm 1) for more checkers: which positions it would value, without their values.
//
// A roll's value is known when all its results are, or when one of them is a sure win; a position's when all its rolls' are. So
// three bits say all that matters of a position: whether it is known, and whether its mover wins or loses for sure. Races are
// known: pips fall with every turn. Who wins one for sure is a matter of each side by itself, its turns with the worst dice and
// with the best: the mover wins whatever falls where his worst is no more than the other's best.
//
// Positions with contact are swept until nothing new is known. What is known of a position is final when it is found, so sweeps may
// go over the table in any order.
#pragma once

#include <algorithm>
#include <vector>

#include "core/control.hpp"
#include "engines/backgammon/wide/rules.hpp"
#include "solve/wide/cpu.hpp"

namespace banmen::backgammon {

struct KnownTier {
  int n = 0, m = 0;
  std::uint64_t positions = 0, known = 0, races = 0;
};

class WideInduction {
 public:
  using Bits = std::uint8_t;
  static constexpr Bits known = 1, won = 2, lost = 4;

  /// Rules of at least as many checkers as are asked for below.
  explicit WideInduction(const WideRules& rules);

  /// Sweeps all tiers up to n v m, n ≥ m. False when stopped.
  bool find(int n, int m, const Control& control);
  [[nodiscard]] const std::vector<KnownTier>& tiers() const { return tiers_; }

  /// What is known of a position with contact when lines of play are followed for so many turns inside tiers that were not swept:
  /// never more than sweeps would find.
  [[nodiscard]] Bits within(int n, std::uint32_t a, int m, std::uint32_t b, int turns) const;

 private:
  struct Turns {
    std::uint8_t worst, best;  // that a side alone needs
  };
  [[nodiscard]] bool swept(int n, int m) const { return std::max(n, m) <= large_ && std::min(n, m) <= small_; }
  [[nodiscard]] bool race(int n, std::uint32_t a, int m, std::uint32_t b) const;
  [[nodiscard]] Bits of_race(int n, std::uint32_t a, int m, std::uint32_t b) const;
  template <class Result>
  [[nodiscard]] Bits judged_by(int n, std::uint32_t a, int m, std::uint32_t b, int& first, Result result) const;
  std::uint64_t sweep(int n, int m);

  const WideRules& rules_;
  int large_ = 0, small_ = 0;
  std::vector<std::vector<Turns>> turns_;  // [part][configuration]
  std::vector<std::vector<Bits>> bits_;    // [n · parts + m], by b · size(n) + a
  std::vector<KnownTier> tiers_;
};

}  // namespace banmen::backgammon
