// Bounds of a position's value: what the first seat still gets minus what the second still gets.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

namespace banmen {

/// The value lies between these two bounds, inclusive.
struct ValueRange {
  std::int32_t low, high;

  [[nodiscard]] bool exact() const { return low == high; }
  [[nodiscard]] bool settles(std::int32_t v) const { return low >= v || high < v; }
  [[nodiscard]] ValueRange shifted(std::int32_t gain) const { return {low + gain, high + gain}; }
  [[nodiscard]] ValueRange turned() const { return {-high, -low}; }
  void narrow(const ValueRange& other) {
    low = std::max(low, other.low);
    high = std::min(high, other.high);
  }
  bool operator==(const ValueRange&) const = default;
};

/// The stake of a game that does not declare one.
inline constexpr std::int32_t unlimited = 1'000'000;

/// Bounds beyond all values: that side can't force play to end.
inline constexpr std::int32_t never_low = std::numeric_limits<std::int32_t>::min() / 4;
inline constexpr std::int32_t never_high = -never_low;

/// The value if endless play is worth `forever`.
constexpr std::int32_t value_between(std::int32_t lower, std::int32_t upper, std::int32_t forever) {
  return std::min(std::max(forever, lower), upper);
}

}  // namespace banmen
