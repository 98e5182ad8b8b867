// Running an experiment file: the work that is left, who does it, and where it is kept.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "catalog/catalog.hpp"
#include "core/error.hpp"
#include "lab/experiment.hpp"
#include "lab/job.hpp"
#include "lab/store.hpp"

namespace banmen::lab {

/// A file with its cells expanded and its games opened. The same on every machine that reads the same file.
struct Campaign {
  ExperimentFile file;
  bool full = true;
  std::vector<Cell> cells;
  std::vector<std::shared_ptr<const Job>> jobs;  // one for each cell
  std::vector<std::string> ids;                  // their names in the store
};

/// `seed` takes the place of the seeds of the file; `only` leaves the experiments with these ids.
Result<Campaign> prepare(const Catalog& catalog, ExperimentFile file, bool full, std::optional<std::uint64_t> seed = {},
                         const std::vector<std::string>& only = {});

/// Lets the programs among the agents say which game they play, before anything is played.
Result<void> greet_programs(const Campaign& campaign);

/// Units first … first+count-1 of a cell.
struct Task {
  std::size_t cell = 0;
  std::uint64_t first = 0, count = 0;
};

struct Done {
  Task task;
  std::vector<Unit> units;  // fewer than the task's where it was stopped
  double seconds = 0;       // of one thread
  std::optional<Error> error;
};

/// Somebody who does tasks: threads here, ranks elsewhere.
class Executor {
 public:
  virtual ~Executor() = default;
  [[nodiscard]] virtual int workers() const = 0;
  /// Whether this process owns the store; the others serve.
  [[nodiscard]] virtual bool leads() const { return true; }
  virtual void serve(const Campaign&) {}
  /// Hands out `next` until there is none, or until a stop is asked for. Calls `finish`, on this thread, with what has been done,
  /// at least about ten times a second, with nothing if need be. False when work that had begun had to be left behind, which an
  /// executor may do only where the program ends at once.
  virtual Result<bool> run(const Campaign& campaign, const std::function<std::optional<Task>()>& next,
                           const std::function<Result<void>(std::vector<Done>)>& finish, const std::stop_token& stop) = 0;
};

/// All its threads have ended when `run` returns, however long a game takes that does not look at its stop token: they use the
/// campaign. A program that ends anyway may set a limit, in seconds, after which they are left behind.
class ThreadExecutor final : public Executor {
 public:
  explicit ThreadExecutor(int threads, std::optional<double> patience = {}) : threads_(std::max(1, threads)), patience_(patience) {}
  [[nodiscard]] int workers() const override { return threads_; }
  Result<bool> run(const Campaign& campaign, const std::function<std::optional<Task>()>& next,
                   const std::function<Result<void>(std::vector<Done>)>& finish, const std::stop_token& stop) override;

 private:
  int threads_;
  std::optional<double> patience_;
};

/// Does one task; used by every executor. Keeps the worker of the last cell.
class TaskRunner {
 public:
  Done run(const Campaign& campaign, const Task& task, const std::stop_token& stop);

 private:
  std::shared_ptr<const Job> job_;
  Worker worker_;
};

/// How far an experiment is.
struct Standing {
  std::string id;
  std::uint64_t done = 0, wanted = 0;
  double seconds_left = -1;  // of one thread; negative: not known yet
};
using ProgressSink = std::function<void(const std::vector<Standing>&, double seconds_left)>;

/// A cell that could not be played to its end, and why.
struct Failure {
  std::size_t cell = 0;
  Error error;
};
/// "mine.toml: depth (size=6): out of memory"
std::string text_of(const Failure& failure, const Campaign& campaign);

struct RunReport {
  std::uint64_t found = 0, played = 0, wanted = 0;  // games: in the store beforehand, added now, asked for in all
  std::vector<Failure> failures;                    // each cost its own cell, the others were played
  bool complete = false;
  bool abandoned = false;  // see Executor::run
  double seconds = 0;
};

/// Plays what the store lacks. Forfeits count as lacking: the program that failed may have been mended.
Result<RunReport> run_campaign(const Campaign& campaign, Store& store, Executor& executor, const std::stop_token& stop,
                               const ProgressSink& progress = {});

}  // namespace banmen::lab
