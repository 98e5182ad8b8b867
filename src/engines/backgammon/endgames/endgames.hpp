// Exact values of every position with few checkers on the board, contact and bars included, by iteration to the fixed point.
//
// V(a, b) is worth to the mover, before his roll, whose checkers stand on a against b:
//   V(a, b) = Σ p(roll) max over plays of −V(b', a')
// Tiers (n, m) by checkers left on the board: bearing off leads to smaller ones. (n, m) and (m, n) refer to each other and are
// solved together. Inside, positions are taken in order of the pips of both sides together: every play without a hit leads to fewer
// pips, so only hits (and turns without a play) refer to values that are not final in the current sweep.
//
// Policy iteration: a sweep over all plays keeps where the best play of every roll leads, four bytes each; sweeps over those plays
// alone follow, which cost a tenth.
//
// For a fixed mover configuration a and play, the successors V(b, a') of neighbouring b lie side by side in memory, and whether b
// blocks the play, is hit by it or neither is one bit in a word: so 64 opponents are done at a time.
//
// Two ways to prove an error. First, with e = |V − V*|, e(s) ≤ residual + Σ p max e(s'). If W ≥ 1 + Σ p max W' everywhere (no play,
// by both sides together, makes games last longer than W turns on average), then e ≤ residual · W: e − residual · W can't be
// positive where it is largest unless it is so after the next turn too, and games end. W is found by the same sweeps.
//
// Second, which also serves under the cube, bounds: U ← Σ p max −L, L ← Σ p max −U from U = largest, L = smallest payoff stays
// above and below the true values at every step, because the operator is antitone; every sum is widened by more than its rounding
// error. The gap proves the error.
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

/// What is played for.
struct Stakes {
  /// length: not a stake, but minus the number of turns that a game can be made to last, both sides together dragging it out.
  enum class Kind : std::uint8_t { single, money, cube, length };
  Kind kind = Kind::single;
  int checkers = 15;    // of each side at the start of the game: who has them all on the board may lose a gammon
  bool jacoby = false;  // cube only: gammons count only once the cube was turned
  bool both = false;    // cube only: values with and without that rule
  bool bounds = false;  // also prove the error

  [[nodiscard]] int points(const std::uint8_t* loser) const;  // of a win against this side, cube at 1
};

/// One table of values. Each is found from its source's table of the other player to move.
struct Component {
  enum class Role : std::uint8_t { plain, owned, centred, jacoby, opponents, length };
  Role role = Role::plain;
  int source = 0;
  int widen = 0;  // +1: an upper bound, -1: a lower bound, 0: the nearest number
};

/// How far the sweeps of a group of tiers came; also a part of its checkpoint.
struct SweepState {
  std::int64_t sweeps = 0;       // over all plays
  std::int64_t evaluations = 0;  // over the plays chosen last
  double change = 0;             // the largest of the last whole sweep
  double residual = 0;           // of a last sweep that changes nothing: the largest |V − TV|; races come out exactly
  double seconds = 0;
};

/// How far a tier's values are from being a fixed point, and what it took.
struct TierReport : SweepState {
  int n = 0, m = 0;
  double error_bound = -1;  // proved; negative where no bounds were asked for
  double longest = 0;       // proved: no way to play, by both sides together, makes a game last more turns on average
  std::uint64_t positions = 0;
};

/// Groups of tiers, (n, m) with (m, n) and n ≥ m, up to `n` against `m` checkers in the order in which they are solved.
std::vector<std::pair<int, int>> groups_up_to(int n, int m);

/// What a database of endings is built for, and with.
struct BuildPlan {
  int mover = 2, opponent = 2;                    // checkers on the board, at most
  std::string device = "none";                    // that the wide solver uses (solve/wide); none: the solver in doubles
  std::uint64_t memory = std::uint64_t{4} << 30;  // bytes that building may take
  double keep_every = 600;                        // seconds between two times that the wide solver keeps an unfinished group

  /// That so many bytes are more than it may take.
  [[nodiscard]] tl::unexpected<Error> too_large(std::uint64_t bytes) const;
};
inline double gibibytes(std::uint64_t bytes) { return static_cast<double>(bytes) / (1 << 30); }

struct EndgameOptions {
  double tolerance = 1e-13;  // of the last sweep's largest change
  int most_sweeps = 2000;
  int threads = 1;
  std::size_t parallel_from = 100'000;  // smaller tiers are done by one thread: waiting at every level would cost more
  // Policy iteration: after each sweep over all plays, sweeps over the chosen ones until their change is this part of its, or
  // within tolerance where the choice has settled.
  double evaluate_to = 1e-2;
  double settled_below = 1e-3;
  /// Bytes for everything. A tier whose policy does not fit beside what Endgames::bytes_for says is swept over all plays only.
  std::uint64_t memory = std::uint64_t{8} << 30;
  std::stop_token stop;
  /// Fills in what an earlier run kept of a group of tiers; a residual of 0 or more says that it was solved.
  std::function<void(int n, int m, std::span<double> values, TierReport& report)> resume;
  /// Told to keep the values: when a group is solved (its residual then is 0 or more), every so often before, and when stopped.
  std::function<void(int n, int m, std::span<const double> values, const TierReport& report)> keep;
  double keep_every = 600;  // seconds
  /// How much of the current sweep is done, from the thread that called; the change is that of the last whole sweep.
  std::function<void(int n, int m, int sweep, double share, double change)> progress;

  /// The control's threads, stop and progress; what it tells ends with `more`.
  static EndgameOptions from(const Control& control, const std::string& more = {});
};

class Endgames {
 public:
  explicit Endgames(const Stakes& stakes);
  ~Endgames();

  [[nodiscard]] const Stakes& stakes() const { return stakes_; }
  [[nodiscard]] const std::vector<Component>& components() const { return components_; }
  /// The first component of a role (with bounds: the upper one); -1 where there is none.
  [[nodiscard]] int component(Component::Role role) const;

  /// Finds the plays of up to n checkers, as `solve` does where nobody has. False when stopped.
  bool prepare(int n, const std::stop_token& stop = {});
  /// Solves (n, m), (m, n) and all tiers under them that are not solved yet. False when stopped before the end.
  bool solve(int n, int m, const EndgameOptions& options);
  /// Proves an error for every tier solved so far, single or money: |V − V*| ≤ (largest residual) · (longest game). False when
  /// stopped.
  bool prove(const EndgameOptions& options);
  [[nodiscard]] bool solved(int n, int m) const;
  [[nodiscard]] const std::vector<TierReport>& reports() const { return reports_; }

  [[nodiscard]] const Sides& sides(int n) const { return *sides_[static_cast<std::size_t>(n)]; }
  /// The value of a component; a and b are indices in sides(n), sides(m).
  [[nodiscard]] double value(int component, int n, std::uint32_t a, int m, std::uint32_t b) const;
  /// By checkers; nothing where the tier is not solved or a point is held by both.
  [[nodiscard]] double value(int component, const std::uint8_t* mover, const std::uint8_t* opponent) const;
  /// Where both sides have checkers and no point is held twice.
  [[nodiscard]] bool possible(int n, std::uint32_t a, int m, std::uint32_t b) const {
    return (sides(n).points(a) & sides(m).facing(b)) == 0;
  }
  [[nodiscard]] std::uint64_t bytes() const;
  /// What solving up to n against m takes without any policy: values, plays, and the work list of the widest group.
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
  std::vector<std::vector<double>> lost_;  // [m · components + c][b]: what the winner's opponent gets, as the next mover's value
  std::vector<std::unique_ptr<Tier>> tiers_;
  std::vector<TierReport> reports_;
};

/// Checkpoints of a long computation, in files next to its result: FILE.work-NvM holds the values of a group of tiers as
/// doubles, solved or not. Each is written whole and then given its name, so a killed run leaves either the old one or the new one.
class Checkpoint {
 public:
  /// `owner` says what is computed: files of something else are not read.
  Checkpoint(std::string path, std::string owner) : path_(std::move(path)), owner_(std::move(owner)) {}

  /// Makes a solver resume from the checkpoints and write its own.
  void attach(EndgameOptions& options);
  /// Groups that were found solved.
  [[nodiscard]] int resumed() const { return resumed_; }
  /// How far the group was that was kept last.
  [[nodiscard]] const TierReport& last() const { return last_; }
  /// The first trouble in writing, if any.
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
