// Requests on studies, experiments, claims, exact values and records: what stands behind the server's socket, without one.
//
//   GET  /api/studies                      POST /api/studies/GAME/ID    {parameter: value…, "background"?: true}   (operator)
//   GET  /api/jobs/ID                      POST /api/jobs/ID            {"do": "stop"}                             (operator)
//   GET  /api/claims                       POST /api/position           {"game", "position"?, "moves"?: […]}
//   GET  /api/experiments                  GET  /api/experiments/NAME, /api/experiments/NAME/report
//   POST /api/experiments/NAME             {"do": "start" | "stop"}                                               (operator)
//   POST /api/record/read {"text"}         POST /api/record/write       a record's document
#pragma once

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "catalog/catalog.hpp"
#include "catalog/json.hpp"
#include "lab/run.hpp"
#include "play/record.hpp"
#include "serve/fields.hpp"

namespace banmen::serve {

// Experiments that a page starts, watches, stops and goes on with: the papers' quick runs, and files that the operator named. At
// most one is at work at a time, on all cores, at a lower priority than whoever plays.

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

class LabRequests {
 public:
  struct Options {
    std::string results = "results";       // folder of stores and reports
    std::vector<std::string> experiments;  // files of the operator's
    std::vector<std::string> databases;
    int threads = 0;                // for studies and experiments; 0: as many as the machine runs at once
    double position_seconds = 0.3;  // that an exact value may take, and the studies of a position as much again
    OpenByName open = {};           // games that clients may name; empty: those of the catalog that are no file of their own
  };
  /// The catalog must outlive it.
  LabRequests(const Catalog& catalog, Options options);
  /// Stops what runs and waits for it; see `end`. No other thread may be asking any more.
  ~LabRequests();
  LabRequests(const LabRequests&) = delete;
  LabRequests& operator=(const LabRequests&) = delete;

  /// Whether the operator's files can be read: to be asked before anything is served.
  [[nodiscard]] Result<void> ready() const;

  /// The answer, or nothing where the path is not one of these. `stop`: nobody waits for it any more. May be called from several
  /// threads at once. It answers within moments, except for three: POST /api/position takes up to twice its seconds, POST
  /// /api/record/… replays the record, and POST /api/studies/… without "background" runs the study to its end on the calling
  /// thread.
  std::optional<Response> answer(const Request& request, bool is_operator, const std::stop_token& stop = {});

  /// Starts an experiment as its request does: "all", a paper, or a file's name.
  Result<void> start(const std::string& name);
  /// How a run that was started here ended; nothing while it runs.
  [[nodiscard]] std::optional<EndOfRun> ended(const std::string& name);

  /// Stops everything for good and waits at most so long. False: something that does not look at its stop token is still at work,
  /// and the program must end without destroying this (std::_Exit).
  bool end(std::chrono::milliseconds patience);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace banmen::serve
