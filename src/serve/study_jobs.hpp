// Studies that a page asks for: at once, on the calling thread, or in the background as jobs that can be watched and stopped.
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
  /// The catalog must outlive it.
  StudyJobs(const Catalog& catalog, int threads);
  /// Stops what runs and waits for it.
  ~StudyJobs();
  StudyJobs(const StudyJobs&) = delete;
  StudyJobs& operator=(const StudyJobs&) = delete;

  /// The command's document. `fields`: values of the study's parameters by name, "seed" where it has none of that name.
  Result<Json> run(const std::string& game, const std::string& study, const Json& fields, const std::stop_token& stop);
  /// The same in the background, at a lower priority: the job's id.
  Result<std::string> start(const std::string& game, const std::string& study, const Json& fields);
  /// How far a job is, and its findings where there are any; nothing where there is no such job.
  [[nodiscard]] std::optional<Json> state(const std::string& id) const;
  bool stop(const std::string& id);
  /// Stops everything, now and for good; false where something has not come to an end by then.
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
