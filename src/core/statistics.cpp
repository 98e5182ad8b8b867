#include "core/statistics.hpp"

#include <algorithm>
#include <boost/math/special_functions/beta.hpp>
#include <cmath>
#include <limits>

namespace banmen {

ConfidenceInterval exact_interval(double successes, std::uint64_t trials, double confidence) {
  if (trials == 0) return {};
  const auto n = static_cast<double>(trials);
  const double tail = (1 - confidence) / 2;
  ConfidenceInterval interval;
  interval.low = successes <= 0 ? 0 : boost::math::ibeta_inv(successes, n - successes + 1, tail);
  interval.high = successes >= n ? 1 : boost::math::ibeta_inv(successes + 1, n - successes, 1 - tail);
  return interval;
}

double elo_of(double score) {
  if (score <= 0) return -std::numeric_limits<double>::infinity();
  if (score >= 1) return std::numeric_limits<double>::infinity();
  return -400 * std::log10(1 / score - 1);
}

std::optional<Correlation> correlation(std::span<const std::pair<double, double>> pairs) {
  const auto n = static_cast<double>(pairs.size());
  if (pairs.size() < 4) return std::nullopt;
  double mean_x = 0, mean_y = 0, xx = 0, yy = 0, xy = 0;
  for (const auto& [x, y] : pairs) {
    mean_x += x / n;
    mean_y += y / n;
  }
  for (const auto& [x, y] : pairs) {
    xx += (x - mean_x) * (x - mean_x);
    yy += (y - mean_y) * (y - mean_y);
    xy += (x - mean_x) * (y - mean_y);
  }
  // Rounding errors remain if all values are equal.
  const double nothing = 1e-12 * n;
  if (xx <= nothing * mean_x * mean_x || yy <= nothing * mean_y * mean_y) return std::nullopt;
  Correlation found{std::clamp(xy / std::sqrt(xx * yy), -1.0, 1.0), {-1, 1}, pairs.size()};
  // atanh(r) is nearly normal with this standard error.
  const double z = std::atanh(found.r), width = 1.959963984540054 / std::sqrt(n - 3);
  found.interval = {std::tanh(z - width), std::tanh(z + width)};
  return found;
}

}  // namespace banmen
