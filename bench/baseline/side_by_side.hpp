// Paired measurement of two implementations.
#pragma once

#include <algorithm>
#include <chrono>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "baseline/speeds.hpp"

namespace banmen::baseline {

/// Result of a round of work.
struct Round {
  double amount = 0;
  double seconds = 0;
  std::uint64_t checksum = 0;
};

template <class Work>
Round timed(Work work) {
  const auto start = std::chrono::steady_clock::now();
  Round round = work();
  round.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return round;
}

/// Alternates two implementations, each round on new games (the branch predictor learns old ones) and in swapped order, and takes
/// the median of the rounds' ratios, which is robust against disturbances.
template <class Ours, class Theirs>
Speed side_by_side(const std::stop_token& stop, std::string name, std::string against, double seconds, bool same_work, Ours ours,
                   Theirs theirs) {
  Speed speed{std::move(name), 0, 0, std::move(against), true};
  std::vector<double> ratios;
  double amount = 0, spent = 0, both = 0;
  for (std::uint64_t round = 0; (both < seconds || round < 5) && !stop.stop_requested(); ++round) {
    const std::uint64_t seed = 1000 + round;
    Round a, b;
    if (round % 2 == 0) {
      a = timed([&] { return ours(seed); });
      b = timed([&] { return theirs(seed); });
    } else {
      b = timed([&] { return theirs(seed); });
      a = timed([&] { return ours(seed); });
    }
    if (same_work && a.checksum != b.checksum) speed.agrees = false;
    if (round == 0) continue;  // warm-up
    ratios.push_back((a.amount / a.seconds) / (b.amount / b.seconds));
    amount += a.amount;
    spent += a.seconds;
    both += a.seconds + b.seconds;
  }
  if (ratios.empty()) return speed;
  std::nth_element(ratios.begin(), ratios.begin() + static_cast<long>(ratios.size() / 2), ratios.end());
  speed.ratio = ratios[ratios.size() / 2];
  speed.per_second = amount / spent;
  return speed;
}

inline Round playouts(const OpenGame& game, std::uint64_t seed, std::uint64_t games, int threads) {
  Control control;
  control.threads = threads;
  control.seed = seed;
  const auto report = game.playout("", games, 100'000, control);
  return {static_cast<double>(report->games), 0, report->checksum};
}

inline Round counted(const OpenGame& game, int depth) {
  const auto report = game.perft("", depth, Control{});
  return {static_cast<double>(report->leaves.back()), 0, report->leaves.back()};
}

}  // namespace banmen::baseline
