// Runs an experiment file: finds the missing games, hands them to an executor, stores the results.
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

/// An experiment file with expanded cells and opened games. Equal on every machine that reads the same file.
struct Campaign {
  ExperimentFile file;
  bool full = true;
  std::vector<Cell> cells;
  std::vector<std::shared_ptr<const Job>> jobs;  // one for each cell
  std::vector<std::string> ids;                  // of cells in the store
};

/// `seed` replaces the seeds of the file; `only` selects experiments by id.
Result<Campaign> prepare(const Catalog& catalog, ExperimentFile file, bool full, std::optional<std::uint64_t> seed = {},
                         const std::vector<std::string>& only = {});

/// Starts the external programs among the agents and checks their game, before anything is played.
Result<void> greet_programs(const Campaign& campaign);

/// Units first … first+count-1 of a cell.
struct Task {
  std::size_t cell = 0;
  std::uint64_t first = 0, count = 0;
};

struct Done {
  Task task;
  std::vector<Unit> units;  // fewer than the task's if it was stopped
  double seconds = 0;       // of one thread
  std::optional<Error> error;
};

using NextTask = std::function<std::optional<Task>()>;
using Finish = std::function<Result<void>(std::vector<Done>)>;

/// Carries out tasks: on threads here, on ranks of an MPI job elsewhere.
class Executor {
 public:
  virtual ~Executor() = default;
  [[nodiscard]] virtual int workers() const = 0;
  /// True if this process owns the store; the others serve.
  [[nodiscard]] virtual bool leads() const { return true; }
  virtual void serve(const Campaign&) {}
  /// Hands out tasks from `next` until it returns none or a stop is requested. Calls `finish` on this thread with finished tasks,
  /// about ten times a second or more, possibly with none. Returns false if running tasks were abandoned, which is allowed only if
  /// the program exits at once.
  virtual Result<bool> run(const Campaign& campaign, const NextTask& next, const Finish& finish, const std::stop_token& stop) = 0;
};

/// Threads use the campaign, so `run` joins them, however long a game takes that ignores its stop token. A program that exits
/// afterwards may set a limit in seconds, after which they are abandoned.
class ThreadExecutor final : public Executor {
 public:
  explicit ThreadExecutor(int threads, std::optional<double> patience = {}) : threads_(std::max(1, threads)), patience_(patience) {}
  [[nodiscard]] int workers() const override { return threads_; }
  Result<bool> run(const Campaign& campaign, const NextTask& next, const Finish& finish, const std::stop_token& stop) override;

 private:
  int threads_;
  std::optional<double> patience_;
};

/// Runs one task, for every executor. Reuses the worker of the last cell.
class TaskRunner {
 public:
  Done run(const Campaign& campaign, const Task& task, const std::stop_token& stop);

 private:
  std::shared_ptr<const Job> job_;
  Worker worker_;
};

/// Progress of an experiment.
struct Standing {
  std::string id;
  std::uint64_t done = 0, wanted = 0;
  double seconds_left = -1;  // of one thread; negative: unknown
};
using ProgressSink = std::function<void(const std::vector<Standing>&, double seconds_left)>;

/// A cell that failed.
struct Failure {
  std::size_t cell = 0;
  Error error;
};
/// "mine.toml: depth (size=6): out of memory"
std::string text_of(const Failure& failure, const Campaign& campaign);

struct RunReport {
  std::uint64_t found = 0, played = 0, wanted = 0;  // games: found in the store, added now, requested in all
  std::vector<Failure> failures;                    // other cells were played
  bool complete = false;
  bool abandoned = false;  // see Executor::run
  double seconds = 0;
};

/// Plays the missing games. Forfeits count as missing: the program that failed may have been fixed.
Result<RunReport> run_campaign(const Campaign& campaign, Store& store, Executor& executor, const std::stop_token& stop,
                               const ProgressSink& progress = {});

}  // namespace banmen::lab
