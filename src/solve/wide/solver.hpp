// Values and proofs of a group of tiers by sweeps of a backend.
//
// Values: sweeps over all plays until none changes by more than the tolerance, with extrapolation in between (Pace).
//
// Proof, in two parts. First: games end. Mark every position of the group, and remove the mark wherever some outcome of chance
// leaves no play to a marked position. If no mark remains, every position has, whatever both sides do, a chance to leave the group
// within (sweeps × shells) turns, so endless play in the group has probability 0, and the equations of the group have exactly one
// bounded solution. Second: with a radius for each value, no interval grows in a sweep with directed rounding: so the operator maps
// the box of all intervals into itself and, being continuous, has a fixed point in it (Brouwer), which is that solution.
#pragma once

#include <chrono>
#include <functional>
#include <stop_token>

#include "solve/wide/backend.hpp"

namespace banmen::wide {

/// Schedule of the extrapolation. Sweeps converge like a geometric series: the changes of successive sweeps soon differ only by a
/// factor. Once the ratio of the largest changes of two sweeps has settled, the remainder of the series is known, and values are
/// extrapolated by it. All numbers are integers derived from maxima, which do not depend on the order, so every backend
/// extrapolates at the same time by the same amounts. The limit does not depend on it, nor does the proof.
struct Pace {
  std::uint64_t largest = 0;  // change of the sweep before
  std::int32_t ratio = 0, since = 0;

  /// 256 times the remainder of the series in units of the last sweep's changes, or 0: continue sweeping.
  int after(std::uint64_t change) {
    constexpr int apart = 3, settled = 20;  // sweeps between extrapolations, and the change of the ratio allowed, in 1024ths
    constexpr std::uint64_t least = 8;      // less is rounding, not a series
    const std::uint64_t share = change * 1024 / (largest + 1);
    const int before = ratio;
    ratio = largest == 0 ? 0 : static_cast<int>(share < 4096 ? share : 4096);
    largest = change;
    ++since;
    const bool steady = ratio - before <= settled && before - ratio <= settled && ratio >= 200 && ratio <= 980;
    if (!steady || since < apart || change < least) return 0;
    const int rest = 256 * ratio / (1024 - ratio);
    since = 0;
    ratio = 0;
    return rest;
  }
};

/// State of a group between two sweeps: with this and the tables, a run resumes exactly.
struct Standing {
  Look look = Look::value;  // purpose of the next sweep; endless: values are found, and the proof begins
  Word with = one;          // Backend::sweep's
  Pace pace;
};

struct GroupReport {
  int n = 0, m = 0;
  std::uint64_t positions = 0;
  int value_sweeps = 0;
  std::uint64_t change = 0;  // the largest of the last sweep, in units
  int endless_sweeps = 0;
  std::uint64_t endless = 0;  // positions where games might be endless
  int radius_sweeps = 0;
  std::uint64_t radius = 0;  // the largest, in units
  bool proved = false;
  double value_seconds = 0, proof_seconds = 0;
  Standing standing;
};

struct SweepOptions {
  bool push = true;  // extrapolate, see Pace
  // Radii get a little slack until a sweep changes at most a share of them; later growth then mostly stays within the slack, and
  // few sweeps remain.
  int slack = 8;                // 16ths of a unit
  int share = 256;              // of 1024
  std::uint64_t tolerance = 1;  // largest change of a value in the last sweep, in units
  int most_sweeps = 1000;
  std::stop_token stop;
  std::function<void(const GroupReport&, Look, const Swept&, double seconds)> swept;  // called after each sweep
  std::function<void(const GroupReport&)> keep;  // called after each sweep from which another run can resume
};

namespace detail {

/// Sweeps until `enough` returns true. False if stopped or after too many sweeps.
template <class Enough>
bool sweep_until(Backend& backend, Look look, GroupReport& report, int& sweeps, double& seconds, const SweepOptions& options,
                 Enough enough) {
  Word& with = report.standing.with;
  while (sweeps < options.most_sweeps) {
    if (options.stop.stop_requested()) return false;
    const auto began = std::chrono::steady_clock::now();
    const Swept swept = backend.sweep(look, with);
    if (options.stop.stop_requested()) return false;
    const bool done = enough(swept, with);
    if (!done && look == Look::value) {
      if (const int factor = report.standing.pace.after(swept.largest); factor != 0 && options.push) backend.push_on(with, factor);
      with = static_cast<Word>(swept.largest < nothing ? swept.largest : nothing);  // the next sweep hardly changes more
    }
    if (look == Look::radius && swept.changed <= swept.positions * static_cast<unsigned>(options.share) / 1024) with = 0;
    const double took = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    ++sweeps;
    seconds += took;
    report.positions = swept.positions;
    if (options.swept) options.swept(report, look, swept, took);
    if (done) return true;
    if (options.keep && look != Look::endless) options.keep(report);
  }
  return false;
}

}  // namespace detail

/// Needs a backend that has begun the group. False if stopped.
inline bool find_values(Backend& backend, GroupReport& report, const SweepOptions& options) {
  if (report.standing.look != Look::value) return true;
  const bool found = detail::sweep_until(backend, Look::value, report, report.value_sweeps, report.value_seconds, options,
                                         [&](const Swept& swept, Word) {
                                           report.change = swept.largest;
                                           return swept.largest <= options.tolerance;
                                         });
  if (!found) return false;
  report.standing = {Look::endless, 0, {}};
  if (options.keep) options.keep(report);
  return true;
}

/// False if stopped, or if there is no proof: the report has the reason.
inline bool prove_values(Backend& backend, GroupReport& report, const SweepOptions& options) {
  report.proved = false;
  if (report.standing.look != Look::radius) {
    report.standing = {Look::endless, 0, {}};
    report.endless_sweeps = 0;
    backend.fill_radii(1);
    const bool settled = detail::sweep_until(backend, Look::endless, report, report.endless_sweeps, report.proof_seconds, options,
                                             [&](const Swept& swept, Word) {
                                               report.endless = swept.largest;
                                               return swept.changed == 0 || swept.largest == 0;
                                             });
    backend.fill_radii(0);
    if (!settled || report.endless != 0) return false;
    report.standing = {Look::radius, options.slack, {}};
  }
  const bool closed = detail::sweep_until(backend, Look::radius, report, report.radius_sweeps, report.proof_seconds, options,
                                          [&](const Swept& swept, Word slack) {
                                            report.radius = swept.largest;
                                            return (swept.changed == 0 && slack == 0) || swept.largest >= most_radius;
                                          });
  return report.proved = closed && report.radius < most_radius;
}

}  // namespace banmen::wide
