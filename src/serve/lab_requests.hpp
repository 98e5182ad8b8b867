// HTTP requests on studies, experiments, claims, exact values and records, without a socket.
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

/// The end of a run, as `banmen reproduce` reports it on a terminal.
struct EndOfRun {
  std::vector<std::string> lines;  // summary, differences, "report: …"; after a failure the reason alone
  int status = 0;                  // the command's exit status
};

class LabRequests {
 public:
  struct Options {
    std::string results = "results";       // folder for stores and reports
    std::vector<std::string> experiments;  // the operator's files
    std::vector<std::string> databases;
    int threads = 0;                // for studies and experiments; 0: one per hardware thread
    double position_seconds = 0.3;  // limit for an exact value, and again for the studies of the position
    OpenByName open = {};           // games that clients may name; empty: those of the catalog but files
  };
  /// The catalog must outlive this object.
  LabRequests(const Catalog& catalog, Options options);
  /// Stops all work and waits for it; see `end`. No other thread may call `answer` any more.
  ~LabRequests();
  LabRequests(const LabRequests&) = delete;
  LabRequests& operator=(const LabRequests&) = delete;

  /// An error if an operator's file can't be read. Check it before serving.
  [[nodiscard]] Result<void> ready() const;

  /// The response, or nothing if the path is none of these. `stop`: the client has disconnected. Thread-safe. Returns quickly with
  /// three exceptions: POST /api/position takes up to twice `position_seconds`, POST /api/record/… replays the record, and
  /// POST /api/studies/… without "background" runs the study to its end on the calling thread.
  std::optional<Response> answer(const Request& request, bool is_operator, const std::stop_token& stop = {});

  /// Starts an experiment: "all", a paper, or a file's name.
  Result<void> start(const std::string& name);
  /// The end of a run that was started here; nothing while it runs.
  [[nodiscard]] std::optional<EndOfRun> ended(const std::string& name);

  /// Stops all work for good and waits at most this long. False: some work ignores its stop token, and the program must exit
  /// without destroying this object (std::_Exit).
  bool end(std::chrono::milliseconds patience);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace banmen::serve
