// Intervals for proportions, and Elo from scores.
#pragma once

#include <cstdint>

namespace banmen {

struct Interval {
  double low = 0, high = 1;
};

/// Clopper and Pearson's exact interval for `successes` of `trials`. Half successes (draws) are allowed: the beta distribution is
/// continuous in them, and a game that can be drawn varies less than one that can't, so the interval then errs on the wide side.
Interval exact_interval(double successes, std::uint64_t trials, double confidence = 0.95);

/// The difference in rating that makes `score` the expected one; ±infinite at 0 and 1.
double elo_of(double score);

}  // namespace banmen
