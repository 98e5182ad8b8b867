// Experiments that a page starts, watches, stops and goes on with: the papers' quick runs, and files that the operator named. At
// most one is at work at a time, on all cores, at a lower priority than whoever plays.
#pragma once

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "catalog/catalog.hpp"
#include "catalog/json.hpp"
#include "lab/run.hpp"

namespace banmen::serve {

/// How a run ended, as `banmen reproduce` says it on a terminal.
struct EndOfRun {
  std::vector<std::string> lines;  // the summary, what differs, "report: …"; after a failure only why
  int status = 0;                  // the command's exit status
};

class LabRuns {
 public:
  struct Setting {
    std::string folder = "results";  // of stores and reports
    std::vector<std::string> files;  // experiments of the operator's
    int threads = 0;                 // 0: as many as the machine runs at once
  };
  /// The catalog must outlive it.
  LabRuns(const Catalog& catalog, Setting setting);
  /// Stops what runs and waits for it.
  ~LabRuns();
  LabRuns(const LabRuns&) = delete;
  LabRuns& operator=(const LabRuns&) = delete;

  /// Whether every file of the operator's can be read; to be asked before anything is served.
  [[nodiscard]] const Result<void>& ready() const { return ready_; }

  [[nodiscard]] Json list();
  /// All that is known of a run: its figures so far, in the members of `banmen run --json`, and how far it is.
  [[nodiscard]] Result<Json> state(const std::string& name);
  /// The last report as a page.
  [[nodiscard]] Result<std::string> report(const std::string& name);
  Result<void> start(const std::string& name);
  Result<void> stop(const std::string& name);
  /// Of a run that was started here and has come to its end.
  [[nodiscard]] std::optional<EndOfRun> ended(const std::string& name);
  /// Stops everything, now and for good; false where something has not come to an end by then.
  bool end(std::chrono::steady_clock::time_point until);

 private:
  struct Entry;
  Entry* find(const std::string& name);
  [[nodiscard]] Error unknown(const std::string& name);
  /// Reports of earlier runs in the folder that no entry makes: their names.
  [[nodiscard]] std::vector<std::string> older_reports() const;
  [[nodiscard]] std::string path_of(const std::string& name, const char* ending) const;
  void work(Entry& entry);
  /// Looks at the stores of runs that somebody watches, now and then.
  void look(const std::stop_token& stop);
  void look_at(Entry& entry);

  const Catalog& catalog_;
  Setting setting_;
  Result<void> ready_;
  mutable std::mutex mutex_;  // of the entries' states
  std::condition_variable_any changed_;
  std::vector<std::unique_ptr<Entry>> entries_;
  bool ending_ = false;
  bool reading_ = false;  // stores, just now, which may take a while
  std::jthread looking_;
};

}  // namespace banmen::serve
