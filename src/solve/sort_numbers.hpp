// Sorts numbers whose largest is known: by digits from the lowest, which reads and writes each number a few times and compares
// none.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

namespace banmen {

/// All numbers are below `end`.
inline void sort_numbers(std::vector<std::uint64_t>& numbers, std::uint64_t end) {
  constexpr int digit = 11;
  constexpr std::uint64_t values = 1 << digit;
  if (numbers.size() < values) {
    std::sort(numbers.begin(), numbers.end());
    return;
  }
  std::vector<std::uint64_t> other(numbers.size());
  for (int shift = 0; shift < 64 && (end - 1) >> shift != 0; shift += digit) {
    std::array<std::uint64_t, values> place{};
    for (const std::uint64_t n : numbers) ++place[n >> shift & (values - 1)];
    std::uint64_t before = 0;
    for (std::uint64_t& p : place) before += std::exchange(p, before);
    for (const std::uint64_t n : numbers) other[place[n >> shift & (values - 1)]++] = n;
    numbers.swap(other);
  }
}

}  // namespace banmen
