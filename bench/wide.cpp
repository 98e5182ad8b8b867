// The wide solver's kernel against the one in doubles: sweeps over all plays of one tier, in processor time.
//   ninja -C build/release bench_wide && build/release/bench_wide [N [THREADS]]
// N v N (default 3): three sweeps by each after three sweeps of every tier below; times hardly depend on the values.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>

#include "engines/backgammon/endgames/endgames.hpp"
#include "engines/backgammon/wide/rules.hpp"
#include "solve/wide/cpu.hpp"

using namespace banmen;

namespace {

constexpr int sweeps = 3;

/// Processor time of all threads.
double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Mean time of a sweep without a policy, from the progress reports at the beginning of sweeps.
double in_doubles(int n, int threads) {
  backgammon::Endgames endgames{backgammon::Stakes{}};
  backgammon::EndgameOptions options;
  options.memory = 0;  // no memory for a policy, so every sweep covers all plays
  options.most_sweeps = sweeps + 1;
  options.threads = threads;
  double began = 0, took = 0;
  options.progress = [&](int x, int y, int sweep, double share, double) {
    if (x != n || y != n || share != 0) return;
    if (sweep == 0) began = processor_seconds();
    took = (processor_seconds() - began) / std::max(1, sweep);
  };
  endgames.solve(n, n, options);
  return took;
}

}  // namespace

int main(int count, char** given) {
  const int n = count > 1 ? std::atoi(given[1]) : 3, threads = count > 2 ? std::atoi(given[2]) : 1;
  if (n < 1 || n > 4 || threads < 1) {
    std::fprintf(stderr, "usage: bench_wide [N [THREADS]], with 1 to 4 checkers a side\n");
    return 2;
  }
  const double doubles = in_doubles(n, threads);
  std::printf("in doubles: %.2f s of processor time a sweep\n", doubles);
  std::fflush(stdout);
  const backgammon::WideRules rules(n, threads);
  const wide::Layout layout(rules.rules, n, n);
  wide::Cpu cpu(rules.rules, layout, true, threads);
  wide::Swept swept;
  double values = 0, radii = 0;
  for (const auto& [x, y] : layout.groups()) {
    cpu.begin(x, y);
    double began = processor_seconds();
    for (int k = 0; k < sweeps; ++k) swept = cpu.sweep(wide::Look::value, wide::one);
    values = (processor_seconds() - began) / sweeps;
    if (x != n || y != n) continue;
    began = processor_seconds();
    for (int k = 0; k < sweeps; ++k) cpu.sweep(wide::Look::radius, 0);
    radii = (processor_seconds() - began) / sweeps;
  }
  const auto positions = static_cast<double>(swept.positions);
  std::printf("a sweep over all plays of %d v %d, %.0f positions, mean of %d, microseconds of processor time a position:\n", n, n,
              positions, sweeps);
  std::printf("in doubles %.3f, wide %.3f (%.2f times as fast), wide with radii %.3f\n", 1e6 * doubles / positions,
              1e6 * values / positions, doubles / values, 1e6 * radii / positions);
  return values <= doubles ? 0 : 1;
}
