#include "lab/campaign.hpp"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>
#include <utility>

#include "core/control.hpp"
#include "core/text.hpp"
#include "core/try.hpp"
#include "lab/estimate.hpp"

namespace banmen::lab {
namespace {

using Clock = std::chrono::steady_clock;

/// Remaining tasks. Jobs that run once come first, because they may be long and can't be split; then one task of every cell, which
/// shows what its games cost, for the time left; then the others, cell by cell.
class Agenda {
 public:
  Agenda(const Campaign& campaign, const std::vector<std::vector<std::uint64_t>>& present) : left_(campaign.cells.size()) {
    std::deque<Task> others;
    for (const bool once : {true, false})
      for (std::size_t c = 0; c < campaign.cells.size(); ++c) {
        if (campaign.jobs[c]->once != once) continue;
        const std::uint64_t wanted = campaign.cells[c].games, chunk = campaign.jobs[c]->chunk;
        const auto& there = present[c];
        std::size_t at = 0;
        // Experiments may use the same games (Tables 3 and 4 of a paper): these are played once.
        std::uint64_t& covered = covered_[campaign.ids[c]];
        bool sampled = false;
        for (std::uint64_t first = covered / chunk * chunk; first < wanted; first += chunk) {
          const std::uint64_t end = std::min(wanted, first + chunk);
          while (at < there.size() && there[at] < first) ++at;
          std::uint64_t have = 0;
          while (at < there.size() && there[at] < end) ++at, ++have;
          if (have == end - first) continue;
          (std::exchange(sampled, true) ? others : tasks_).push_back({c, first, end - first});
          left_[c] += end - first - have;
        }
        covered = std::max(covered, wanted);
      }
    tasks_.insert(tasks_.end(), others.begin(), others.end());
  }

  std::optional<Task> next() {
    const std::lock_guard lock(mutex_);
    while (!tasks_.empty()) {
      const Task task = tasks_.front();
      tasks_.pop_front();
      if (std::find(closed_.begin(), closed_.end(), task.cell) == closed_.end()) return task;
    }
    return std::nullopt;
  }

  /// Skips the cell's remaining tasks.
  void give_up(std::size_t cell) {
    const std::lock_guard lock(mutex_);
    closed_.push_back(cell);
  }
  /// Marks the cell as complete.
  void close(std::size_t cell) {
    give_up(cell);
    left_[cell] = 0;
  }

  [[nodiscard]] bool closed(std::size_t cell) {
    const std::lock_guard lock(mutex_);
    return std::find(closed_.begin(), closed_.end(), cell) != closed_.end();
  }

  void count(std::size_t cell, std::uint64_t units) { left_[cell] -= std::min(left_[cell], units); }
  [[nodiscard]] std::uint64_t left(std::size_t cell) const { return left_[cell]; }

 private:
  std::mutex mutex_;
  std::deque<Task> tasks_;
  std::vector<std::size_t> closed_;
  std::map<std::string, std::uint64_t> covered_;  // by cell id: games present or handed out
  std::vector<std::uint64_t> left_;               // accessed by the finishing thread only
};

/// Stores finished games and reports progress.
class Keeper {
 public:
  Keeper(const Campaign& campaign, Store& store, const std::vector<std::int64_t>& keys, Agenda& agenda, int workers,
         const ProgressSink& progress, RunReport& report)
      : campaign_(campaign),
        store_(store),
        keys_(keys),
        agenda_(agenda),
        workers_(workers),
        progress_(progress),
        report_(report),
        seconds_(campaign.cells.size()),
        units_(campaign.cells.size()),
        tests_(campaign.cells.size()) {
    for (std::size_t c = 0; c < campaign.cells.size(); ++c)
      if (const auto& test = campaign.file.experiments[campaign.cells[c].experiment].sequential)
        tests_[c] = std::make_unique<SequentialMatch>(*test, campaign.jobs[c]->sides);
  }

  /// Stored games may already decide a sequential test.
  Result<void> look_back() {
    for (std::size_t c = 0; c < tests_.size(); ++c) {
      if (tests_[c] == nullptr) continue;
      TRY(store_.games(keys_[c], campaign_.cells[c].games, [&](std::uint64_t number, std::string_view outcome) {
        return Store::is_forfeit(outcome) || see(c, number, outcome);
      }));
    }
    return {};
  }

  Result<void> operator()(std::vector<Done> finished) {
    std::vector<Store::Batch> batches;
    for (Done& done : finished) {
      const std::size_t c = done.task.cell;
      if (done.error) fail_cell(c, *done.error);
      if (done.units.empty()) continue;
      seconds_[c] += done.seconds;
      units_[c] += done.units.size();
      report_.played += done.units.size();
      agenda_.count(c, done.units.size());
      if (tests_[c] != nullptr)
        for (const Unit& unit : done.units) (void)see(c, unit.number, unit.outcome);
      batches.push_back({keys_[c], std::move(done.units)});
    }
    if (!batches.empty())
      if (auto added = store_.add(batches); !added) return added;
    show(false);
    return {};
  }

  void show(bool last) {
    if (!progress_ || (!last && seconds_since(shown_) < 0.2)) return;
    shown_ = Clock::now();
    std::vector<Standing> rows;
    double all = 0;
    bool known = true;
    for (std::size_t e = 0; e < campaign_.file.experiments.size(); ++e) {
      Standing row;
      row.id = campaign_.file.experiments[e].id;
      double seconds = 0;
      std::uint64_t units = 0;
      for (std::size_t c = 0; c < campaign_.cells.size(); ++c)
        if (campaign_.cells[c].experiment == e) {
          seconds += seconds_[c];
          units += units_[c];
        }
      double left = 0;
      bool guessed = true;
      for (std::size_t c = 0; c < campaign_.cells.size(); ++c) {
        if (campaign_.cells[c].experiment != e) continue;
        row.wanted += campaign_.cells[c].games;
        row.done += campaign_.cells[c].games - agenda_.left(c);
        if (agenda_.left(c) == 0 || agenda_.closed(c)) continue;
        // Cells differ by orders of magnitude, so each is estimated by its own games. Only a job that runs once is assumed to cost
        // as much as those that are done.
        const double own = units_[c] > 0                          ? seconds_[c] / static_cast<double>(units_[c])
                           : units > 0 && campaign_.jobs[c]->once ? seconds / static_cast<double>(units)
                                                                  : -1;
        if (own < 0)
          guessed = false;
        else
          left += own * static_cast<double>(agenda_.left(c));
      }
      if (row.wanted == 0) continue;
      row.seconds_left = guessed ? left : -1;
      known &= guessed;
      all += left;
      rows.push_back(std::move(row));
    }
    progress_(rows, known ? all / workers_ : -1);
  }

 private:
  void fail_cell(std::size_t c, const Error& error) {
    agenda_.give_up(c);
    const auto known = [c](const Failure& failure) { return failure.cell == c; };
    if (std::none_of(report_.failures.begin(), report_.failures.end(), known)) report_.failures.push_back({c, error});
  }

  bool see(std::size_t c, std::uint64_t number, std::string_view outcome) {
    const auto o = Observation::read(outcome);
    if (o) tests_[c]->add(number, *o);
    if (!tests_[c]->decided()) return true;
    agenda_.close(c);
    return false;
  }

  const Campaign& campaign_;
  Store& store_;
  const std::vector<std::int64_t>& keys_;
  Agenda& agenda_;
  int workers_;
  const ProgressSink& progress_;
  RunReport& report_;
  std::vector<double> seconds_;
  std::vector<std::uint64_t> units_;
  std::vector<std::unique_ptr<SequentialMatch>> tests_;
  Clock::time_point shown_ = Clock::now();
};

}  // namespace

Result<Campaign> prepare(const Catalog& catalog, ExperimentFile file, bool full, std::optional<std::uint64_t> seed,
                         const std::vector<std::string>& only) {
  std::vector<std::string> ids;
  for (const Experiment& e : file.experiments) ids.push_back(e.id);
  for (const std::string& id : only)
    if (std::find(ids.begin(), ids.end(), id) == ids.end())
      return fail("there is no experiment '" + id + "' in " + file.path,
                  nearest(id, ids) ? suggest(id, ids) : "one of: " + join(ids, ", "));
  if (!only.empty())
    std::erase_if(file.experiments, [&](const Experiment& e) { return std::find(only.begin(), only.end(), e.id) == only.end(); });
  if (seed)
    for (Experiment& e : file.experiments) e.seed = *seed;
  Campaign campaign;
  campaign.full = full;
  campaign.file = std::move(file);
  constexpr std::size_t most_cells = 20'000;  // each is a row of tables and reports
  for (const Experiment& e : campaign.file.experiments) {
    std::size_t cells = 1;
    for (const auto& [name, values] : e.factors) cells = std::min(most_cells + 1, cells * std::max<std::size_t>(1, values.size()));
    if (cells > most_cells)
      return fail(Error{.what = e.id + ": its factors combine to more than " + std::to_string(most_cells) + " cells",
                        .hint = "use fewer values",
                        .line = e.line_of("factors"),
                        .where = campaign.file.path});
  }
  campaign.cells = expand(campaign.file, full);
  for (const Cell& cell : campaign.cells) {
    auto job = TRY(make_job(catalog, campaign.file, cell));
    if (!job->once) {
      const Experiment& e = campaign.file.experiments[cell.experiment];
      const auto ties = cell.texts.find("ties");
      const bool all_ties = ties != cell.texts.end() && ties->second == "all";
      for (const std::string& measure : e.measures)
        TRY(check_measure(measure, *job, e.keep_choices, all_ties).map_error([&](Error error) {
          error.where = campaign.file.path;
          error.line = e.line_of("measures");
          error.what = e.id + ": " + error.what;
          return error;
        }));
    }
    campaign.ids.push_back(cell_id(*job));
    campaign.jobs.push_back(std::move(job));
  }
  return campaign;
}

Result<void> greet_programs(const Campaign& campaign) {
  std::set<std::string> greeted;
  for (std::size_t c = 0; c < campaign.jobs.size(); ++c)
    if (campaign.jobs[c]->greet)
      TRY(campaign.jobs[c]->greet(greeted).map_error(at_key(campaign.file, campaign.cells[c], "agents")));
  return {};
}

std::string text_of(const Failure& failure, const Campaign& campaign) {
  const Cell& cell = campaign.cells[failure.cell];
  return campaign.file.path + ": " + campaign.file.experiments[cell.experiment].id +
         (cell.factors.empty() ? "" : " (" + text_of(cell.factors) + ")") + ": " + failure.error.message();
}

Done TaskRunner::run(const Campaign& campaign, const Task& task, const std::stop_token& stop) {
  const auto begin = Clock::now();
  Done done;
  done.task = task;
  try {
    if (job_ != campaign.jobs[task.cell]) {
      worker_ = campaign.jobs[task.cell]->worker();
      job_ = campaign.jobs[task.cell];
    }
    auto units = worker_(task.first, task.count, stop);
    if (units)
      done.units = std::move(*units);
    else
      done.error = units.error();
  } catch (const std::bad_alloc&) {
    done.error = Error{"out of memory", {}};
  } catch (const std::exception& thrown) {  // costs this cell only
    done.error = Error{thrown.what(), {}};
  }
  done.seconds = seconds_since(begin);
  return done;
}

Result<bool> ThreadExecutor::run(const Campaign& campaign, const NextTask& next, const Finish& finish,
                                 const std::stop_token& stop) {
  // Not on_threads, which joins all threads: these may be abandoned in a long game, so their state is shared and outlives the call.
  struct Shared {
    std::mutex mutex;
    std::condition_variable changed;
    std::vector<Done> finished;
    int running = 0;
    bool closed = false;  // the results are no longer read
    std::stop_source halt;
    std::exception_ptr thrown;  // outside a game: out of memory
  };
  const auto shared = std::make_shared<Shared>();
  shared->running = threads_;
  std::vector<std::thread> pool;
  // An exception joins the threads first: they use the locals.
  const std::shared_ptr<void> waiting(nullptr, [&](void*) {
    shared->halt.request_stop();
    for (std::thread& thread : pool)
      if (thread.joinable()) thread.join();
  });
  const auto play = [shared, &campaign, &next] {
    TaskRunner runner;
    const std::stop_token halt = shared->halt.get_token();
    for (;;) {
      std::optional<Task> task;
      {
        const std::lock_guard lock(shared->mutex);
        if (!halt.stop_requested()) task = next();
      }
      if (!task) break;
      Done done = runner.run(campaign, *task, halt);
      const std::lock_guard lock(shared->mutex);
      if (shared->closed) return;
      shared->finished.push_back(std::move(done));
      shared->changed.notify_one();
    }
  };
  const auto work = [shared, play] {
    std::exception_ptr thrown;
    try {
      play();
    } catch (...) {
      thrown = std::current_exception();
      shared->halt.request_stop();
    }
    const std::lock_guard lock(shared->mutex);
    if (thrown) shared->thrown = thrown;
    --shared->running;
    shared->changed.notify_one();
  };
  try {
    while (static_cast<int>(pool.size()) < threads_) pool.emplace_back(work);
  } catch (const std::system_error&) {  // no more threads: continue with fewer
    if (pool.empty()) throw;
    const std::lock_guard lock(shared->mutex);
    shared->running -= threads_ - static_cast<int>(pool.size());
  }
  std::optional<Error> trouble;
  std::optional<Clock::time_point> stopped;
  bool left_behind = false;
  for (;;) {
    std::vector<Done> finished;
    bool last;
    {
      std::unique_lock lock(shared->mutex);
      shared->changed.wait_for(lock, std::chrono::milliseconds(50),
                               [&] { return !shared->finished.empty() || shared->running == 0; });
      finished = std::exchange(shared->finished, {});
      last = shared->running == 0;
    }
    if (!trouble || !finished.empty()) {
      if (auto kept = finish(std::move(finished)); !kept && !trouble) trouble = kept.error();
    }
    if (last) break;
    if ((stop.stop_requested() || trouble) && !stopped) {
      stopped = Clock::now();
      shared->halt.request_stop();
    }
    // Abandon games that ignore the stop token if the program is about to exit.
    if (patience_ && stopped && !trouble && seconds_since(*stopped) > *patience_) {
      const std::lock_guard lock(shared->mutex);
      left_behind = shared->running > 0;
      if (left_behind) {
        shared->closed = true;
        finished = std::exchange(shared->finished, {});
        if (!finished.empty() && !trouble)
          if (auto kept = finish(std::move(finished)); !kept) trouble = kept.error();
        break;
      }
    }
  }
  for (std::thread& thread : pool) {
    if (left_behind)
      thread.detach();
    else
      thread.join();
  }
  if (!left_behind && shared->thrown) std::rethrow_exception(shared->thrown);
  if (trouble) return fail(*trouble);
  return !left_behind;
}

Result<RunReport> run_campaign(const Campaign& campaign, Store& store, Executor& executor, const std::stop_token& stop,
                               const ProgressSink& progress) {
  const auto begin = Clock::now();
  RunReport report;
  std::vector<std::int64_t> keys;
  std::vector<std::vector<std::uint64_t>> present;
  for (std::size_t c = 0; c < campaign.cells.size(); ++c) {
    const auto key = TRY(store.cell(*campaign.jobs[c]));
    keys.push_back(key);
    auto numbers = TRY(store.numbers(key, campaign.cells[c].games));
    report.found += numbers.size();
    report.wanted += campaign.cells[c].games;
    present.push_back(std::move(numbers));
  }
  Agenda agenda(campaign, present);
  Keeper keeper(campaign, store, keys, agenda, executor.workers(), progress, report);
  TRY(keeper.look_back());
  const auto whole = TRY(executor.run(
      campaign, [&] { return agenda.next(); }, [&](std::vector<Done> finished) { return keeper(std::move(finished)); }, stop));
  keeper.show(true);
  report.abandoned = !whole;
  report.complete = true;
  for (std::size_t c = 0; c < campaign.cells.size(); ++c) report.complete &= agenda.left(c) == 0;
  report.seconds = seconds_since(begin);
  return report;
}

}  // namespace banmen::lab
