#include "serve/study_jobs.hpp"

#include <algorithm>
#include <system_error>

#include "core/control.hpp"
#include "core/text.hpp"
#include "host/threads.hpp"
#include "lab/job.hpp"
#include "lab/run.hpp"
#include "play/agents.hpp"
#include "play/documents.hpp"
#include "serve/fields.hpp"

namespace banmen::serve {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::size_t most_at_once = 4, most_kept = 64;

/// A field as text, as on the command line.
Result<std::string> value_of(const std::string& name, const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_boolean()) return std::string(value.get<bool>() ? "true" : "false");
  if (value.is_number()) return value.dump();
  if (value.is_array()) {
    std::string words;
    for (const Json& word : value) {
      if (!word.is_string()) return fail("'" + name + "' must be a list of texts");
      words += (words.empty() ? "" : "\n") + word.get<std::string>();
    }
    return words;
  }
  return fail("'" + name + "' must be a text, a number, true or false, or a list of texts");
}

/// Refuses programs and files, also inside the name of an agent or a game.
Result<void> names_nothing_outside(const Parameter& parameter, const std::string& value) {
  if (value.empty()) return {};
  if (parameter.file) return fail("'" + parameter.name + "' names a file, but clients may not name files", "leave it out");
  if (parameter.kind != Parameter::Kind::text) return {};
  std::string spaced = value;
  std::replace(spaced.begin(), spaced.end(), '\n', ' ');
  for (const std::string_view word : words(spaced))
    if (is_program(word) || word.find("cmd=") != std::string_view::npos || word.find("db=") != std::string_view::npos)
      return fail("'" + parameter.name + "' names a program or a file, but clients may not name them", "choose another agent");
  return {};
}

}  // namespace

struct StudyJobs::Asked {
  std::string title;
  Study study;
  Values values;
  std::uint64_t seed = 1;
};

struct StudyJobs::Job {
  std::string title;
  std::stop_source stop;
  Clock::time_point begun = Clock::now();

  mutable std::mutex mutex;  // guards the members below
  std::string state = "running";
  std::uint64_t done = 0, total = 0;
  std::string unit;
  double seconds = 0;
  Json findings, error;
  std::thread thread;

  [[nodiscard]] bool running() const {
    const std::lock_guard lock(mutex);
    return state == "running";
  }
};

StudyJobs::StudyJobs(const Catalog& catalog, int threads)
    : catalog_(catalog), threads_(threads > 0 ? threads : machine_threads()) {}

StudyJobs::~StudyJobs() {
  all_.request_stop();
  for (auto& [id, job] : jobs_) job->stop.request_stop();
  for (auto& [id, job] : jobs_)
    if (job->thread.joinable()) job->thread.join();
}

Result<StudyJobs::Asked> StudyJobs::read(const std::string& game, const std::string& id, const Json& fields) const {
  const auto& entries = catalog_.entries();
  const auto entry = std::find_if(entries.begin(), entries.end(), [&](const GameEntry& one) { return one.id == game; });
  std::vector<std::string> names;
  if (entry == entries.end()) {
    for (const GameEntry& one : entries)
      if (!one.studies.empty()) names.push_back(one.id);
    return fail(ErrorKind::unknown_name, "there are no studies of '" + game + "'", suggest(game, names));
  }
  for (const Study& study : entry->studies) {
    names.push_back(study.id);
    if (study.id != id) continue;
    Asked asked{entry->id + " " + study.id, study, {}, 1};
    if (!fields.is_object() && !fields.is_null()) return fail("the parameters must be an object");
    std::vector<std::pair<std::string, std::string>> given;
    for (const auto& [name, value] : fields.items()) {
      if (name == "background" || value.is_null()) continue;
      auto text = value_of(name, value);
      if (!text) return fail(text.error());
      const auto parameter =
          std::find_if(study.parameters.begin(), study.parameters.end(), [&](const Parameter& p) { return p.name == name; });
      if (parameter == study.parameters.end() && name == "seed") {
        if (!value.is_number_unsigned()) return fail("'seed' must be a whole number, 0 or more");
        asked.seed = value.get<std::uint64_t>();
        continue;
      }
      if (parameter != study.parameters.end())
        if (const auto ok = names_nothing_outside(*parameter, *text); !ok) return fail(ok.error());
      given.emplace_back(name, std::move(*text));
    }
    // As on the command line, missing required parameters are reported first.
    for (const Parameter& parameter : study.parameters) {
      const bool there = std::any_of(given.begin(), given.end(), [&](const auto& pair) { return pair.first == parameter.name; });
      if (parameter.required && !there)
        return parameter.file
                   ? fail("'" + asked.title + "' needs a file, but clients may not name files", "run it on the command line")
                   : fail("'" + parameter.name + "' is missing", parameter.help);
    }
    auto values = check_values(asked.title, study.parameters, given);
    if (!values) return fail(values.error());
    asked.values = std::move(*values);
    return asked;
  }
  return fail(ErrorKind::unknown_name, "there is no study '" + id + "' of " + game, suggest(id, names));
}

Result<Json> StudyJobs::run(const std::string& game, const std::string& study, const Json& fields, const std::stop_token& stop) {
  const auto what = read(game, study, fields);
  if (!what) return fail(what.error());
  const auto begun = Clock::now();
  std::stop_source either;
  const std::stop_callback when_asked(stop, [&] { either.request_stop(); });
  const std::stop_callback at_the_end(all_.get_token(), [&] { either.request_stop(); });
  const Control control{threads_, what->seed, either.get_token(), {}};
  const auto found = guarded<Findings>([&] { return what->study.run(what->values, control); });
  if (!found) return fail(found.error());
  return lab::findings_document(*found, found->complete && !control.stop.stop_requested(), seconds_since(begun));
}

Result<std::string> StudyJobs::start(const std::string& game, const std::string& study, const Json& fields) {
  auto what = read(game, study, fields);
  if (!what) return fail(what.error());
  const std::lock_guard lock(mutex_);
  if (all_.stop_requested()) return fail(ErrorKind::stopped, "the server is shutting down");
  const auto running = std::count_if(jobs_.begin(), jobs_.end(), [](const auto& one) { return one.second->running(); });
  if (static_cast<std::size_t>(running) >= most_at_once)
    return fail(ErrorKind::no_answer, std::to_string(most_at_once) + " studies are running already",
                "stop one, or wait until one ends");
  for (auto one = jobs_.begin(); jobs_.size() >= most_kept && one != jobs_.end();)
    if (one->second->running()) {
      ++one;
    } else {
      one->second->thread.join();
      one = jobs_.erase(one);
    }
  const auto job = std::make_shared<Job>();
  job->title = what->title;
  const auto work = [this, job, what = std::move(*what)] {
    run_behind(Behind::analyses);
    Control control{threads_, what.seed, job->stop.get_token(), {}};
    control.progress = [&](std::uint64_t done, std::uint64_t total, std::string_view unit) {
      const std::lock_guard inner(job->mutex);
      job->done = done;
      job->total = total;
      job->unit = unit;
    };
    const auto found = guarded<Findings>([&] { return what.study.run(what.values, control); });
    const bool stopped = control.stop.stop_requested();
    const std::lock_guard inner(job->mutex);
    job->seconds = seconds_since(job->begun);
    if (found) {
      job->findings = lab::findings_document(*found, found->complete && !stopped, job->seconds);
      job->state = stopped && !found->complete ? "stopped" : "done";
    } else if (stopped || found.error().kind == ErrorKind::stopped) {
      job->state = "stopped";
    } else {
      job->error = error_document(found.error());
      job->state = "failed";
    }
  };
  try {
    job->thread = std::thread(work);
  } catch (const std::system_error&) {
    return fail(ErrorKind::failed, "can't start another thread");
  }
  jobs_.emplace(++last_, job);
  return std::to_string(last_);
}

std::optional<Json> StudyJobs::state(const std::string& id) const {
  const std::lock_guard lock(mutex_);
  for (const auto& [number, job] : jobs_) {
    if (std::to_string(number) != id) continue;
    const std::lock_guard inner(job->mutex);
    const double seconds = job->state == "running" ? seconds_since(job->begun) : job->seconds;
    return Json{{"job", id},
                {"study", job->title},
                {"state", job->state},
                {"progress", {{"done", job->done}, {"total", job->total}, {"unit", job->unit}, {"seconds", seconds}}},
                {"findings", job->findings},
                {"error", job->error}};
  }
  return std::nullopt;
}

bool StudyJobs::stop(const std::string& id) {
  const std::lock_guard lock(mutex_);
  for (const auto& [number, job] : jobs_)
    if (std::to_string(number) == id) return job->stop.request_stop(), true;
  return false;
}

bool StudyJobs::end(Clock::time_point until) {
  all_.request_stop();
  std::map<std::uint64_t, std::shared_ptr<Job>> jobs;
  {
    const std::lock_guard lock(mutex_);
    jobs = jobs_;
  }
  for (const auto& [number, job] : jobs) job->stop.request_stop();
  while (std::any_of(jobs.begin(), jobs.end(), [](const auto& one) { return one.second->running(); })) {
    if (Clock::now() >= until) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return true;
}

}  // namespace banmen::serve
