// The wide solver's kernel beside the one in doubles: one sweep over all plays of 3 v 3 on one thread, in processor time.
//   ninja -C build/release bench_wide && build/release/bench_wide
#include <cstdio>
#include <ctime>

#include "solve/wide/cpu.hpp"
#include "study/backgammon/endgames.hpp"
#include "study/backgammon/wide_rules.hpp"

using namespace banmen;

namespace {

double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

/// The second of three sweeps, without a policy: its beginning and the next one's are told.
double in_doubles(int n, int m) {
  backgammon::Endgames endgames{backgammon::Stakes{}};
  backgammon::EndgameOptions options;
  options.memory = 0;  // leaves no room for a policy, so every sweep goes over all plays
  options.most_sweeps = 3;
  double began = 0, took = 0;
  options.progress = [&](int x, int y, int sweep, double share, double) {
    if (x != n || y != m || share != 0) return;
    if (sweep == 2) took = processor_seconds() - began;
    began = processor_seconds();
  };
  endgames.solve(n, m, options);
  return took;
}

}  // namespace

int main() {
  constexpr int n = 3, m = 3;
  const double doubles = in_doubles(n, m);
  const backgammon::WideRules rules(n, 1);
  const wide::Layout layout(rules.rules, n, m);
  wide::Cpu cpu(rules.rules, layout, true, 1);
  wide::Swept swept;
  double values = 0;
  for (const auto& [x, y] : layout.groups()) {
    cpu.begin(x, y);
    for (int k = 0; k < 3; ++k) {
      const double began = processor_seconds();
      swept = cpu.sweep(wide::Look::value, 0);
      values = processor_seconds() - began;
    }
  }
  const double began = processor_seconds();
  cpu.sweep(wide::Look::radius, 0);
  const double radii = processor_seconds() - began, positions = static_cast<double>(swept.positions);
  std::printf("a sweep over all plays of %d v %d, %.0f positions, microseconds of processor time a position:\n", n, m, positions);
  std::printf("in doubles %.3f, wide %.3f (%.2f times as fast), wide with radii %.3f\n", 1e6 * doubles / positions,
              1e6 * values / positions, doubles / values, 1e6 * radii / positions);
  return values <= doubles ? 0 : 1;
}
