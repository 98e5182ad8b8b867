#include "lab/interval.hpp"

#include <boost/math/special_functions/beta.hpp>
#include <cmath>
#include <limits>

namespace banmen {

Interval exact_interval(double successes, std::uint64_t trials, double confidence) {
  if (trials == 0) return {};
  const auto n = static_cast<double>(trials);
  const double tail = (1 - confidence) / 2;
  Interval interval;
  interval.low = successes <= 0 ? 0 : boost::math::ibeta_inv(successes, n - successes + 1, tail);
  interval.high = successes >= n ? 1 : boost::math::ibeta_inv(successes + 1, n - successes, 1 - tail);
  return interval;
}

double elo_of(double score) {
  if (score <= 0) return -std::numeric_limits<double>::infinity();
  if (score >= 1) return std::numeric_limits<double>::infinity();
  return -400 * std::log10(1 / score - 1);
}

}  // namespace banmen
