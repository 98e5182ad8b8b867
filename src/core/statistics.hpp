// Confidence intervals for shares and correlations, and Elo from scores.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>

namespace banmen {

struct ConfidenceInterval {
  double low = 0, high = 1;
};

/// Clopper and Pearson's exact interval for `successes` of `trials`. Half successes (draws) are allowed: the beta distribution is
/// continuous in them, and a game that can be drawn varies less than one that can't, so the interval then errs on the wide side.
ConfidenceInterval exact_interval(double successes, std::uint64_t trials, double confidence = 0.95);

/// The difference in rating that makes `score` the expected one; ±infinite at 0 and 1.
double elo_of(double score);

/// Pearson's coefficient over n pairs, with Fisher's interval at 95 %.
struct Correlation {
  double r = 0;
  ConfidenceInterval interval{-1, 1};
  std::size_t n = 0;
};
/// nullopt for fewer than four pairs, or if one of the two is constant.
std::optional<Correlation> correlation(std::span<const std::pair<double, double>> pairs);

}  // namespace banmen
