// Bounds of a position's value: what the first seat still gets minus what the second still gets.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

namespace banmen {

/// The value surely lies between these two bounds, both included.
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

/// What is known without search, of a game that does not name its stake: nothing.
inline constexpr std::int32_t unlimited = 1'000'000;

/// Bounds that nothing reaches: that side can't make play end.
inline constexpr std::int32_t never_low = std::numeric_limits<std::int32_t>::min() / 4;
inline constexpr std::int32_t never_high = -never_low;

/// The value where play without end is worth `forever`.
constexpr std::int32_t value_between(std::int32_t lower, std::int32_t upper, std::int32_t forever) {
  return std::min(std::max(forever, lower), upper);
}

}  // namespace banmen
