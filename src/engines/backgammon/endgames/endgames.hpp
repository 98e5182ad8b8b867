// Exact values of all positions with few checkers on the board, including contact and bars, by value and policy iteration to the
// fixed point.
//
// V(a, b) is the value for the mover before his roll, with checkers a against b:
//   V(a, b) = Σ p(roll) max over plays of −V(b', a')
// Tiers (n, m) are numbered by checkers on the board; bearing off leads to smaller ones. (n, m) and (m, n) refer to each other and
// are solved together as a group. Within a group positions are ordered by the pips of both sides together: every play without a hit
// lowers them, so only hits (and turns without a play) refer to values that are not final in the current sweep.
//
// Policy iteration: a sweep over all plays stores the successor of the best play of every roll, in four bytes; sweeps over those
// plays alone cost a tenth.
//
// For a fixed mover configuration a and play, the successors V(b, a') of neighbouring b are contiguous, and one bit per b says
// whether it blocks the play or is hit by it: 64 opponents are processed at a time.
//
// Two ways to prove an error bound. First, with e = |V − V*|, e(s) ≤ residual + Σ p max e(s'). If W ≥ 1 + Σ p max W' everywhere (no
// play by both sides together makes games last longer than W turns on average), then e ≤ residual · W: e − residual · W cannot be
// positive at its maximum unless it is so after the next turn too, and games end. W is computed by the same sweeps.
//
// Second, also for the cube, interval iteration: U ← Σ p max −L, L ← Σ p max −U, from U = largest and L = smallest payoff, stay
// above and below the true values at every step because the operator is antitone; every sum is widened by more than its rounding
// error. The gap is the bound.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "core/control.hpp"
#include "core/error.hpp"
#include "engines/backgammon/endgames/sides.hpp"

namespace banmen::backgammon {

/// The payoff.
struct Stakes {
  /// length: no payoff, but minus the longest expected number of turns, both sides cooperating.
  enum class Kind : std::uint8_t { single, money, cube, length };
  Kind kind = Kind::single;
  int checkers = 15;    // of each side at the start; a side with all of them on the board may lose a gammon
  bool jacoby = false;  // cube only: gammons count only after the cube was turned
  bool both = false;    // cube only: values both with and without that rule
  bool bounds = false;  // also prove the error

  [[nodiscard]] int points(const std::uint8_t* loser) const;  // of a win against this side, cube at 1
};

/// A table of values, computed from the source table of the other player.
struct Component {
  enum class Role : std::uint8_t { plain, owned, centred, jacoby, opponents, length };
  Role role = Role::plain;
  int source = 0;
  int widen = 0;  // +1: an upper bound, -1: a lower bound, 0: the nearest number
};

/// Progress of the sweeps of a group; part of its checkpoint.
struct SweepState {
  std::int64_t sweeps = 0;       // over all plays
  std::int64_t evaluations = 0;  // under the current policy
  double change = 0;             // the largest of the last whole sweep
  double residual = 0;           // largest |V − TV| in a final dry run; 0 for races
  double seconds = 0;
};

/// Convergence and cost of a group.
struct TierReport : SweepState {
  int n = 0, m = 0;
  double error_bound = -1;  // proved; negative without bounds
  double longest = 0;       // proved bound on the expected number of turns under any play
  std::uint64_t positions = 0;
};

/// Groups (n, m), n ≥ m, up to `n` against `m` checkers, in the order in which they are solved; each includes (m, n).
std::vector<std::pair<int, int>> groups_up_to(int n, int m);

/// Positions to solve and the resources for it.
struct BuildPlan {
  int mover = 2, opponent = 2;                    // largest number of checkers on the board
  std::string device = "none";                    // of the wide solver (solve/wide); none: the solver in doubles
  std::uint64_t memory = std::uint64_t{4} << 30;  // limit in bytes
  double keep_every = 600;                        // seconds between checkpoints of the wide solver

  /// The error for exceeding the memory limit.
  [[nodiscard]] tl::unexpected<Error> too_large(std::uint64_t bytes) const;
};
inline double gibibytes(std::uint64_t bytes) { return static_cast<double>(bytes) / (1 << 30); }

struct EndgameOptions {
  double tolerance = 1e-13;  // of the last sweep's largest change
  int most_sweeps = 2000;
  int threads = 1;
  std::size_t parallel_from = 100'000;  // items from which several threads are used: each level ends with a barrier
  // Policy iteration: after each sweep over all plays, sweep under the policy until the change falls below this fraction of the
  // first, or below the tolerance once the policy has settled.
  double evaluate_to = 1e-2;
  double settled_below = 1e-3;
  /// Memory limit. A tier whose policy does not fit in addition to Endgames::bytes_for is swept over all plays only.
  std::uint64_t memory = std::uint64_t{8} << 30;
  std::stop_token stop;
  /// Loads the checkpoint of a group; a residual of 0 or more means that it was solved.
  std::function<void(int n, int m, std::span<double> values, TierReport& report)> resume;
  /// Saves a checkpoint: when a group is solved (its residual then is 0 or more), at intervals before, and when stopped.
  std::function<void(int n, int m, std::span<const double> values, const TierReport& report)> keep;
  double keep_every = 600;  // seconds
  /// Progress within the current sweep, called on the calling thread; `change` is that of the last whole sweep.
  std::function<void(int n, int m, int sweep, double share, double change)> progress;

  /// Options from a control; progress texts end with `more`.
  static EndgameOptions from(const Control& control, const std::string& more = {});
};

class Endgames {
 public:
  explicit Endgames(const Stakes& stakes);
  ~Endgames();

  [[nodiscard]] const Stakes& stakes() const { return stakes_; }
  [[nodiscard]] const std::vector<Component>& components() const { return components_; }
  /// The first component with a role (with bounds: the upper one), or -1.
  [[nodiscard]] int component(Component::Role role) const;

  /// Lists the plays of up to n checkers, as solve() does on demand. False if stopped.
  bool prepare(int n, const std::stop_token& stop = {});
  /// Solves (n, m), (m, n) and all unsolved tiers below. False if stopped.
  bool solve(int n, int m, const EndgameOptions& options);
  /// Proves an error bound for every tier solved so far, single or money: |V − V*| ≤ (largest residual) · (longest game). False if
  /// stopped.
  bool prove(const EndgameOptions& options);
  [[nodiscard]] bool solved(int n, int m) const;
  [[nodiscard]] const std::vector<TierReport>& reports() const { return reports_; }

  [[nodiscard]] const Sides& sides(int n) const { return *sides_[static_cast<std::size_t>(n)]; }
  /// The value of a component; a and b are indices in sides(n), sides(m).
  [[nodiscard]] double value(int component, int n, std::uint32_t a, int m, std::uint32_t b) const;
  /// By checkers; NaN if the tier is not solved.
  [[nodiscard]] double value(int component, const std::uint8_t* mover, const std::uint8_t* opponent) const;
  /// True if no point is held by both sides.
  [[nodiscard]] bool possible(int n, std::uint32_t a, int m, std::uint32_t b) const {
    return (sides(n).points(a) & sides(m).facing(b)) == 0;
  }
  [[nodiscard]] std::uint64_t bytes() const;
  /// Memory for solving up to n against m without a policy: values, plays, and the largest work list.
  [[nodiscard]] std::uint64_t bytes_for(int n, int m);

 private:
  struct Tier;
  struct Work;
  friend struct Work;

  [[nodiscard]] Tier* tier(int n, int m) const;
  bool solve_group(int n, int m, const EndgameOptions& options);

  Stakes stakes_;
  std::vector<Component> components_;
  std::vector<std::unique_ptr<Sides>> sides_;
  std::vector<std::vector<double>> lost_;  // [m · components + c][b]: value of a finished game to its loser
  std::vector<std::unique_ptr<Tier>> tiers_;
  std::vector<TierReport> reports_;
};

/// Checkpoints of a computation, in files next to its result: FILE.work-NvM holds the values of a group as doubles, solved or not.
/// Files are written atomically, so a killed run leaves either the old or the new one.
class Checkpoint {
 public:
  /// `owner` describes the computation: files with another owner are ignored.
  Checkpoint(std::string path, std::string owner) : path_(std::move(path)), owner_(std::move(owner)) {}

  /// Makes a solver resume from the checkpoints and write its own.
  void attach(EndgameOptions& options);
  /// Number of groups found solved.
  [[nodiscard]] int resumed() const { return resumed_; }
  /// The report of the last checkpoint.
  [[nodiscard]] const TierReport& last() const { return last_; }
  /// The first write error, if any.
  [[nodiscard]] const Result<void>& state() const { return state_; }
  /// Removes the files of all groups up to n against m.
  void remove(int n, int m) const;

  [[nodiscard]] std::string file(int n, int m) const { return path_ + ".work-" + std::to_string(n) + "v" + std::to_string(m); }
  Result<void> save(int n, int m, std::span<const double> values, const TierReport& report) const;
  bool load(int n, int m, std::span<double> values, TierReport& report) const;

 private:
  std::string path_, owner_;
  int resumed_ = 0;
  TierReport last_;
  Result<void> state_;
};

}  // namespace banmen::backgammon
