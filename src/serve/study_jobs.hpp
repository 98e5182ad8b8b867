// Runs studies: synchronously on the calling thread, or in the background as jobs with progress that can be stopped.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>

#include "catalog/catalog.hpp"
#include "catalog/json.hpp"
#include "core/control.hpp"

namespace banmen::serve {

class StudyJobs {
 public:
  /// The catalog must outlive this object.
  StudyJobs(const Catalog& catalog, int threads);
  /// Stops running jobs and waits for them.
  ~StudyJobs();
  StudyJobs(const StudyJobs&) = delete;
  StudyJobs& operator=(const StudyJobs&) = delete;

  /// The document of the command. `fields`: the study's parameters by name, and "seed" if it has no parameter of that name.
  Result<Json> run(const std::string& game, const std::string& study, const Json& fields, const std::stop_token& stop);
  /// Starts the same in the background, at a lower priority, and returns the job's id.
  Result<std::string> start(const std::string& game, const std::string& study, const Json& fields);
  /// Progress and findings of a job; nothing if there is no such job.
  [[nodiscard]] std::optional<Json> state(const std::string& id) const;
  bool stop(const std::string& id);
  /// Stops all jobs for good; false if one of them has not ended by then.
  bool end(std::chrono::steady_clock::time_point until);

 private:
  struct Asked;
  struct Job;
  Result<Asked> read(const std::string& game, const std::string& study, const Json& fields) const;

  const Catalog& catalog_;
  int threads_;
  std::stop_source all_;
  mutable std::mutex mutex_;
  std::uint64_t last_ = 0;
  std::map<std::uint64_t, std::shared_ptr<Job>> jobs_;
};

}  // namespace banmen::serve
