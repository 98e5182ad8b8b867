// What a hub wants done by those who have sockets, threads and files.
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "serve/fields.hpp"
#include "serve/job.hpp"
#include "serve/keeping.hpp"

namespace banmen::serve {

struct Wishes {
  std::vector<Outgoing> out;
  std::vector<Job> jobs;
  std::vector<JobId> stops;
  std::vector<Commit> commits;

  void send(Client client, const Json& message, Outgoing::Group group = Outgoing::Group::none, bool replaces = false) {
    out.push_back({client, write(message), group, replaces, 0});
  }
  JobId begin(Lane lane, double limit, std::function<Result<Answer>(const std::stop_token&)> work) {
    jobs.push_back({++last_job_, lane, limit, std::move(work)});
    return last_job_;
  }

 private:
  JobId last_job_ = 0;
};

}  // namespace banmen::serve
