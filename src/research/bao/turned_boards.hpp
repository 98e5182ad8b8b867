// All turned boards of a number of stones, shared out among threads by the stones in their first hole.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/control.hpp"
#include "games/bao/binomial.hpp"
#include "host/threads.hpp"

namespace banmen::bao {

/// Does work(first) for first = 1 … stones. What it gives comes in that order, whatever the number of threads.
template <class Work>
auto by_first_hole(std::uint32_t stones, const Control& control, Work work) {
  std::vector<decltype(work(1U))> parts(stones);
  run_chunks(control, stones, 1, "boards", [&] {
    return [&](std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t at = begin; at < end; ++at) parts[at] = work(static_cast<std::uint32_t>(at + 1));
    };
  });
  return parts;
}

/// For by_first_hole, where it is done for 2 … most stones in turn: progress counts boards, which is nearer to the work than parts.
inline Control counting_boards(const Control& control, std::uint32_t holes, std::uint32_t stones, std::uint32_t most) {
  Control counting = control;
  if (!control.progress) return counting;
  const auto plus = [](std::uint64_t a, std::uint64_t b) { return b > too_many - a ? too_many : a + b; };
  const auto up_to = [&](std::uint32_t last) {
    std::uint64_t sum = 0;
    for (std::uint32_t s = 2; s <= last; ++s) sum = plus(sum, boards(holes, s));
    return sum;
  };
  counting.progress = [=, before = up_to(stones - 1), all = up_to(most), progress = control.progress](
                          std::uint64_t parts, std::uint64_t, std::string_view what) {
    std::uint64_t done = before;
    for (std::uint32_t first = 1; first <= parts; ++first) done = plus(done, boards(holes - 1, stones - first));
    progress(std::min(done, all), all, what);
  };
  return counting;
}

}  // namespace banmen::bao
