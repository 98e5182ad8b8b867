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

/// How a run ended, as `banmen reproduce` says it on a terminal.
struct EndOfRun {
  std::vector<std::string> lines;  // the summary, what differs, "report: …"; after a failure only why
  int status = 0;                  // the command's exit status
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
