// How long games last on average when both sides play the best plays of a solved table: exactly, a linear recursion over all
// positions.
//
// length = Σ p(throw) (1 + length after the best play), 0 once a side has finished. The best plays are found once and kept, 84
// bytes a position; sweeps in the order of the shells then converge as values do. Where several plays are best the first of the
// list is taken, as everywhere.
#pragma once

#include <vector>

#include "core/control.hpp"
#include "engines/backgammon/wide/rules.hpp"
#include "solve/wide/cpu.hpp"

namespace banmen::backgammon {

/// The lengths of one tier.
struct TierLengths {
  int n = 0, m = 0;
  std::uint64_t positions = 0;
  double mean = 0, longest = 0;  // over all positions, each before the mover's throw
  wide::Pair where{};            // the longest
};

class ExactLengths {
 public:
  ExactLengths(const WideRules& rules, const wide::Layout& layout, int threads);
  /// Values and lengths of all tiers, in order. False when stopped; the tiers that are there hold.
  bool find(const Control& control);

  [[nodiscard]] const std::vector<TierLengths>& tiers() const { return tiers_; }
  [[nodiscard]] double length(int n, std::uint32_t a, int m, std::uint32_t b) const { return lengths_[layout_.at(n, a, m, b)]; }
  [[nodiscard]] wide::Cpu& backend() { return cpu_; }

 private:
  template <class Work>
  void over(int n, int m, Work work) const;
  bool find_group(int n, int m, const Control& control);

  const WideRules& rules_;
  const wide::Layout& layout_;
  wide::Cpu cpu_;
  std::vector<double> lengths_;
  std::vector<TierLengths> tiers_;
};

}  // namespace banmen::backgammon
