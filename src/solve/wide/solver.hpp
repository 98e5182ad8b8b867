// Values and proofs of a group of tiers by sweeps of a machine.
//
// Values: sweeps over all plays until none changes by more than the tolerance.
//
// Proof, in two parts. First: games end. Mark every position of the group, and take the mark away wherever some outcome of chance
// leaves no play to a marked position; where no mark is left, every position has, whatever both sides do, a chance to leave the
// group within as many turns as there were sweeps times shells, so play that stays in it for ever has probability 0, and the
// equations of the group have one bounded solution. Second: with a radius for each value, no interval grows in a sweep with
// directed rounding: so the operator maps the box of all intervals into itself, and since it is continuous it has a fixed point in
// there (Brouwer), which is that one solution.
#pragma once

#include <chrono>
#include <functional>
#include <stop_token>

#include "solve/wide/machine.hpp"

namespace banmen::wide {

struct GroupReport {
  int n = 0, m = 0;
  std::uint64_t positions = 0;
  int value_sweeps = 0;
  std::uint64_t change = 0;  // the largest of the last sweep, in units
  int endless_sweeps = 0;
  std::uint64_t endless = 0;  // positions where games might be kept going for ever
  int radius_sweeps = 0;
  std::uint64_t radius = 0;  // the largest, in units
  bool proved = false;
  double value_seconds = 0, proof_seconds = 0;
};

struct SweepOptions {
  std::uint64_t tolerance = 1;  // units that the last sweep may change a value by
  int most_sweeps = 1000;
  std::stop_token stop;
  std::function<void(const GroupReport&, Look, const Swept&, double seconds)> swept;  // told after each sweep
};

namespace detail {

/// Sweeps until `enough` says so. False when stopped or when there were too many.
template <class Enough>
bool sweep_until(Machine& machine, Look look, GroupReport& report, int& sweeps, double& seconds, const SweepOptions& options,
                 Enough enough) {
  while (sweeps < options.most_sweeps) {
    if (options.stop.stop_requested()) return false;
    const auto began = std::chrono::steady_clock::now();
    const Swept swept = machine.sweep(look);
    const double took = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    ++sweeps;
    seconds += took;
    report.positions = swept.positions;
    const bool done = enough(swept);
    if (options.swept) options.swept(report, look, swept, took);
    if (done) return true;
  }
  return false;
}

}  // namespace detail

/// The machine has begun the group. False when stopped.
inline bool find_values(Machine& machine, GroupReport& report, const SweepOptions& options) {
  return detail::sweep_until(machine, Look::value, report, report.value_sweeps, report.value_seconds, options,
                             [&](const Swept& swept) {
                               report.change = swept.largest;
                               return swept.largest <= options.tolerance;
                             });
}

/// False when stopped, or where it can't be proved: the report says why.
inline bool prove_values(Machine& machine, GroupReport& report, const SweepOptions& options) {
  report.proved = false;
  machine.fill_radii(1);
  const bool settled = detail::sweep_until(machine, Look::endless, report, report.endless_sweeps, report.proof_seconds, options,
                                           [&](const Swept& swept) {
                                             report.endless = swept.largest;
                                             return swept.changed == 0 || swept.largest == 0;
                                           });
  machine.fill_radii(0);
  if (!settled || report.endless != 0) return false;
  const bool closed = detail::sweep_until(machine, Look::radius, report, report.radius_sweeps, report.proof_seconds, options,
                                          [&](const Swept& swept) {
                                            report.radius = swept.largest;
                                            return swept.changed == 0 || swept.largest >= most_radius;
                                          });
  return report.proved = closed && report.radius < most_radius;
}

}  // namespace banmen::wide
