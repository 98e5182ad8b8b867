#include "serve/lab_requests.hpp"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "core/control.hpp"
#include "core/text.hpp"
#include "host/files.hpp"
#include "host/threads.hpp"
#include "lab/claims.hpp"
#include "lab/run.hpp"
#include "play/documents.hpp"
#include "play/record_json.hpp"
#include "serve/fields.hpp"
#include "serve/position_facts.hpp"
#include "serve/study_jobs.hpp"

namespace banmen::serve {
namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

/// A mark that changes whenever a store changes, whichever process writes it.
std::string mark_of(const std::string& path) {
  std::string mark;
  for (const char* ending : {"", "-wal"}) {
    std::error_code error;
    const auto size = std::filesystem::file_size(path + ending, error);
    const auto time = std::filesystem::last_write_time(path + ending, error);
    mark += error ? "-;" : std::to_string(size) + "@" + std::to_string(time.time_since_epoch().count()) + ";";
  }
  return mark;
}

/// Experiments that the page starts, watches, stops and resumes: the papers' quick runs and the operator's files. At most one runs
/// at a time, on all cores, at a lower priority than games.
class LabRuns {
 public:
  /// The catalog and the options must outlive this object.
  LabRuns(const Catalog& catalog, const LabRequests::Options& options) : catalog_(catalog), options_(options) {
    const auto add = [&](lab::RunRequest request, std::string name, std::string title, std::string title_ja) {
      auto entry = std::make_unique<Entry>();
      request.folder = options_.results;
      if (options_.results != lab::RunRequest().folder) request.command += " --out " + options_.results;
      entry->request = std::move(request);
      entry->name = std::move(name);
      entry->title = std::move(title);
      entry->title_ja = std::move(title_ja);
      entries_.push_back(std::move(entry));
    };
    const auto papers = lab::paper_names();
    const auto files = lab::read_run_files({}, papers);
    if (!files) {
      ready_ = fail(files.error());
      return;
    }
    add({{}, papers, "all", "banmen reproduce all --quick", {}, false, {}, {}}, "all", "The five papers, run again",
        "五つの論文の追試");
    for (std::size_t k = 0; k < papers.size(); ++k)
      add({{}, {papers[k]}, papers[k], "banmen reproduce " + papers[k] + " --quick", {}, false, {}, {}}, papers[k],
          (*files)[k].title, (*files)[k].title_ja);
    for (const std::string& path : options_.experiments) {
      const auto file = lab::read_run_files({path}, {});
      if (!file) {
        ready_ = fail(file.error());
        return;
      }
      const std::string& name = file->front().name;
      if (find(name) != nullptr) {
        ready_ = fail(
            Error{"two runs have the name '" + name + "'", "rename one file: stores and reports are named after it", 0, 0, path});
        return;
      }
      if (const auto prepared = lab::prepare_run(catalog_, {{path}, {}, "", "", options_.results}); !prepared) {
        ready_ = fail(prepared.error());
        return;
      }
      // The report has the name that `banmen run` gives it.
      add({{path}, {}, "", "banmen run " + path + " --full", {}, true, {}, {}}, name, file->front().title, "");
    }
    looking_ = std::jthread([this](const std::stop_token& stop) { look(stop); });
  }

  /// Stops the running experiment and waits for it.
  ~LabRuns() {
    (void)end(Clock::now());
    looking_ = {};
    for (const auto& entry : entries_)
      if (entry->thread.joinable()) entry->thread.join();
  }
  LabRuns(const LabRuns&) = delete;
  LabRuns& operator=(const LabRuns&) = delete;

  /// An error if an operator's file can't be read.
  [[nodiscard]] const Result<void>& ready() const { return ready_; }

  Json list() {
    Json runs = Json::array();
    std::error_code ignored;
    const std::lock_guard lock(mutex_);
    for (const auto& entry : entries_) {
      entry->asked = Clock::now();
      runs.push_back({{"name", entry->name},
                      {"title", entry->title},
                      {"state", entry->state == "idle" && entry->complete ? "done" : entry->state},
                      {"cells", entry->cells},
                      {"done", entry->cells_done},
                      {"seconds_left", entry->seconds_left < 0 ? Json(nullptr) : Json(entry->seconds_left)},
                      {"report", std::filesystem::exists(path_of(entry->name, ".html"), ignored)},
                      {"can_start", true}});
      if (!entry->title_ja.empty()) runs.back()["title_ja"] = entry->title_ja;
    }
    for (const std::string& name : older_reports())
      runs.push_back({{"name", name},
                      {"title", name},
                      {"state", "done"},
                      {"cells", nullptr},
                      {"done", nullptr},
                      {"seconds_left", nullptr},
                      {"report", true},
                      {"can_start", false}});
    changed_.notify_all();
    return {{"runs", std::move(runs)}};
  }

  /// The state of a run: progress, and its figures so far with the fields of `banmen run --json`.
  Result<Json> state(const std::string& name) {
    const std::unique_lock lock(mutex_);
    Entry* entry = find(name);
    if (entry == nullptr) {
      const auto older = older_reports();
      if (std::find(older.begin(), older.end(), name) == older.end()) return fail(unknown(name));
      const auto text = read_file(path_of(name, ".json"));
      if (!text) return fail(text.error());
      const Json figures = Json::parse(*text, nullptr, false);
      if (!figures.is_object()) return fail(ErrorKind::failed, "the report '" + name + "' can't be read");
      Json document{{"name", name}, {"state", "done"}, {"can_start", false}};
      document.update(figures);
      return document;
    }
    entry->asked = Clock::now();
    changed_.notify_all();
    std::uint64_t done = 0, wanted = 0;
    for (const Entry::Games& games : entry->campaigns) {
      done += games.done;
      wanted += games.wanted;
    }
    const bool running = entry->state == "running";
    Json document{{"name", entry->name},
                  {"title", entry->title},
                  {"state", entry->state == "idle" && entry->complete ? "done" : entry->state},
                  {"stopping", running && entry->stopping},
                  {"can_start", true},
                  {"progress",
                   {{"done", done},
                    {"total", wanted},
                    {"unit", "games"},
                    {"seconds", running ? seconds_since(entry->begun) : entry->seconds},
                    {"seconds_left", !running || entry->seconds_left < 0 ? Json(nullptr) : Json(entry->seconds_left)}}},
                  {"standings", entry->standings},
                  {"error", entry->error}};
    if (entry->figures.is_object())
      for (const auto& [key, value] : entry->figures.items()) document[key] = value;
    else
      document["cells"] = Json::array();
    if (!entry->title_ja.empty()) document["title_ja"] = entry->title_ja;
    return document;
  }

  /// The last report as HTML.
  Result<std::string> report(const std::string& name) {
    const auto older = older_reports();
    if (find(name) == nullptr && std::find(older.begin(), older.end(), name) == older.end()) return fail(unknown(name));
    const std::string path = path_of(name, ".html");
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored))
      return fail(ErrorKind::unknown_name, "there is no report of '" + name + "' yet",
                  "it is written when the run ends or is stopped");
    return read_file(path);
  }

  Result<void> start(const std::string& name) {
    const std::lock_guard lock(mutex_);
    Entry* entry = find(name);
    if (entry == nullptr) return fail(unknown(name));
    if (ending_) return fail(ErrorKind::stopped, "the server is shutting down");
    for (const auto& other : entries_)
      if (other->state == "running")
        return fail(ErrorKind::no_answer, "'" + other->name + "' is running", "stop it, or wait until it ends");
    if (entry->thread.joinable()) entry->thread.join();  // of the previous run, which has ended
    entry->state = "running";
    entry->stopping = false;
    entry->stop = {};
    entry->error = nullptr;
    entry->end.reset();
    entry->begun = Clock::now();
    entry->seconds_left = -1;
    entry->standings = Json::array();
    try {
      entry->thread = std::thread([this, entry] { work(*entry); });
    } catch (const std::system_error&) {
      entry->state = "idle";
      return fail(ErrorKind::failed, "can't start another thread");
    }
    changed_.notify_all();
    return {};
  }

  Result<void> stop(const std::string& name) {
    const std::lock_guard lock(mutex_);
    Entry* entry = find(name);
    if (entry == nullptr) return fail(unknown(name));
    if (entry->state != "running") return fail("'" + name + "' is not running");
    entry->stopping = true;
    entry->stop.request_stop();
    return {};
  }

  /// The end of a run that was started here; nothing while it runs.
  std::optional<EndOfRun> ended(const std::string& name) {
    const std::lock_guard lock(mutex_);
    const Entry* entry = find(name);
    return entry == nullptr ? std::nullopt : entry->end;
  }

  /// Stops all runs for good; false if one of them has not ended by then.
  bool end(Clock::time_point until) {
    std::unique_lock lock(mutex_);
    ending_ = true;
    looking_.request_stop();
    for (const auto& entry : entries_) entry->stop.request_stop();
    return changed_.wait_until(lock, until, [&] {
      return !reading_ && std::none_of(entries_.begin(), entries_.end(), [](const auto& e) { return e->state == "running"; });
    });
  }

 private:
  struct Entry {
    lab::RunRequest request;
    std::string name, title, title_ja;  // no Japanese title: empty

    // Guarded by LabRuns::mutex_.
    std::shared_ptr<const lab::Run> run;  // null until first needed
    std::string state = "idle";           // idle, running, done, stopped, failed
    bool stopping = false;
    std::stop_source stop;
    std::thread thread;
    Clock::time_point begun{};
    double seconds = 0, seconds_left = -1;
    struct Games {
      std::string file;
      std::uint64_t done = 0, wanted = 0;
    };
    std::vector<Games> campaigns;
    Json standings = Json::array();
    Json figures;  // the fields of `banmen run --json`; null: not read yet
    Json error;
    std::size_t cells = 0, cells_done = 0;
    bool complete = false;
    std::optional<EndOfRun> end;
    Clock::time_point asked{}, looked{};
    double look_took = 0;
    std::string mark;  // of the stores when they were last read

    /// Updates the figures from what is in the stores and returns the number of games by file.
    std::vector<Games> take(const std::vector<lab::Evaluation>& all, Json report, std::string seen) {
      figures = std::move(report);
      mark = std::move(seen);
      cells = cells_done = 0;
      complete = true;
      std::vector<Games> files;
      for (const lab::Evaluation& one : all) {
        complete &= one.complete;
        files.push_back({one.campaign->file.name});
        for (std::size_t c = 0; c < one.games.size(); ++c) {
          const std::uint64_t games = one.campaign->cells[c].games;
          ++cells;
          cells_done += one.games[c] >= games;
          files.back().done += std::min(one.games[c], games);
          files.back().wanted += games;
        }
      }
      return files;
    }
  };

  Entry* find(const std::string& name) {
    for (const auto& entry : entries_)
      if (entry->name == name) return entry.get();
    return nullptr;
  }

  Error unknown(const std::string& name) {
    std::vector<std::string> names;
    for (const auto& entry : entries_) names.push_back(entry->name);
    return {"there is no run '" + name + "'", suggest(name, names), 0, 0, {}, ErrorKind::unknown_name};
  }

  std::string path_of(const std::string& name, const char* ending) const {
    return (std::filesystem::path(options_.results) / (name + ending)).string();
  }

  /// Names of reports in the folder that no entry makes.
  std::vector<std::string> older_reports() const {
    std::vector<std::string> names;
    std::error_code error;
    for (const auto& file : std::filesystem::directory_iterator(options_.results, error)) {
      const std::string name = file.path().stem().string();
      const auto known = [&](const auto& entry) { return entry->name == name; };
      if (file.path().extension() != ".html" || !file.is_regular_file(error)) continue;
      if (!std::filesystem::is_regular_file(path_of(name, ".json"), error)) continue;
      if (std::none_of(entries_.begin(), entries_.end(), known)) names.push_back(name);
    }
    std::sort(names.begin(), names.end());
    return names;
  }

  void work(Entry& entry) {
    run_behind(Behind::analyses);
    std::shared_ptr<const lab::Run> run;
    const auto whole = [&]() -> Result<lab::RunEnd> {
      // The operator's file may have changed since the last run.
      auto prepared = lab::prepare_run(catalog_, entry.request);
      if (!prepared) return fail(prepared.error());
      for (const lab::Campaign& campaign : prepared->campaigns)
        if (const auto ok = lab::greet_programs(campaign); !ok) return fail(ok.error());
      run = std::make_shared<const lab::Run>(std::move(*prepared));
      {
        const std::lock_guard lock(mutex_);
        entry.run = run;
        entry.mark.clear();
        entry.campaigns.clear();
        for (const lab::Campaign& campaign : run->campaigns) {
          std::uint64_t wanted = 0;
          for (const lab::Cell& cell : campaign.cells) wanted += cell.games;
          entry.campaigns.push_back({campaign.file.name, 0, wanted});
        }
      }
      lab::RunWatch watch;
      watch.progress = [&](const lab::Campaign& campaign, const std::vector<lab::Standing>& rows, double left) {
        Json standings = lab::standings_document(campaign, rows);
        const std::lock_guard lock(mutex_);
        // Standings of earlier files stay.
        std::erase_if(entry.standings.get_ref<Json::array_t&>(),
                      [&](const Json& row) { return row["paper"] == campaign.file.name; });
        for (Json& row : standings) entry.standings.push_back(std::move(row));
        for (Entry::Games& games : entry.campaigns) {
          if (games.file != campaign.file.name) continue;
          games.done = games.wanted = 0;
          for (const lab::Standing& row : rows) {
            games.done += row.done;
            games.wanted += row.wanted;
          }
        }
        entry.seconds_left = left;
      };
      lab::ThreadExecutor executor(options_.threads > 0 ? options_.threads : machine_threads());
      return lab::perform(*run, executor, entry.stop.get_token(), watch);
    };
    const auto end = guarded<lab::RunEnd>(whole);
    EndOfRun said;
    Json figures, error;
    if (end) {
      said.lines = lab::closing_lines(*end);
      said.status = end->stopped ? 130 : end->troubled ? 1 : 0;
      figures = lab::report_document(end->head, end->all, end->page);
    } else {
      said.lines = {end.error().message()};
      said.status = end.error().kind == ErrorKind::failed ? 1 : 2;
      error = error_document(end.error());
    }
    const std::lock_guard lock(mutex_);
    entry.seconds = seconds_since(entry.begun);
    entry.seconds_left = -1;
    entry.error = std::move(error);
    entry.state = !end ? "failed" : end->stopped ? "stopped" : "done";
    if (end) {
      std::string mark;
      for (const lab::Evaluation& one : end->all) mark += mark_of(one.store);
      entry.take(end->all, std::move(figures), std::move(mark));
      entry.looked = Clock::now();
    }
    entry.end = std::move(said);
    changed_.notify_all();
  }

  /// Polls the stores of runs that a client watches.
  void look(const std::stop_token& stop) {
    run_behind(Behind::analyses);
    while (!stop.stop_requested()) {
      std::vector<Entry*> wanted;
      {
        std::unique_lock lock(mutex_);
        // At most once a second, and at most a fifth of a core.
        const auto due = [&](const Entry& entry) {
          const auto now = Clock::now();
          if (entry.asked == Clock::time_point{} || now - entry.asked > 10s) return false;
          return entry.looked == Clock::time_point{} ||
                 now - entry.looked > std::max<Clock::duration>(1s, 4ms * static_cast<long>(1000 * entry.look_took));
        };
        changed_.wait_for(lock, stop, 500ms,
                          [&] { return std::any_of(entries_.begin(), entries_.end(), [&](const auto& e) { return due(*e); }); });
        if (stop.stop_requested()) return;
        for (const auto& entry : entries_)
          if (due(*entry)) wanted.push_back(entry.get());
        reading_ = true;
      }
      for (Entry* entry : wanted)
        if (!stop.stop_requested()) look_at(*entry);
      const std::lock_guard lock(mutex_);
      reading_ = false;
      changed_.notify_all();
    }
  }

  void look_at(Entry& entry) {
    const auto begun = Clock::now();
    std::shared_ptr<const lab::Run> run;
    std::string before;
    {
      const std::lock_guard lock(mutex_);
      run = entry.run;
      before = entry.mark;
    }
    std::string mark = before;
    const auto all = guarded<std::vector<lab::Evaluation>>([&]() -> Result<std::vector<lab::Evaluation>> {
      if (run == nullptr) {
        auto prepared = lab::prepare_run(catalog_, entry.request);
        if (!prepared) return fail(prepared.error());
        run = std::make_shared<const lab::Run>(std::move(*prepared));
      }
      std::vector<lab::Evaluation> seen;
      mark.clear();
      for (const lab::Campaign& campaign : run->campaigns) mark += mark_of(run->store_of(campaign));
      if (mark == before) return seen;
      for (const lab::Campaign& campaign : run->campaigns) {
        auto one = lab::look_at(*run, campaign);
        if (!one) return fail(one.error());
        seen.push_back(std::move(*one));
      }
      return seen;
    });
    Json figures;
    if (all && mark != before) figures = lab::report_document(lab::head_of(*run, *all), *all, path_of(run->name, ".html"));
    const std::lock_guard lock(mutex_);
    entry.looked = Clock::now();
    entry.look_took = seconds_since(begun);
    if (!all) {
      if (entry.state == "idle") entry.error = error_document(all.error());
      return;
    }
    // A run that has ended meanwhile has newer figures.
    if (mark == before || entry.mark != before || (entry.run != nullptr && entry.run != run)) return;
    entry.run = run;
    auto campaigns = entry.take(*all, std::move(figures), std::move(mark));
    if (entry.state != "running") entry.campaigns = std::move(campaigns);
  }

  const Catalog& catalog_;
  const LabRequests::Options& options_;
  Result<void> ready_;
  mutable std::mutex mutex_;  // guards the entries
  std::condition_variable_any changed_;
  std::vector<std::unique_ptr<Entry>> entries_;
  bool ending_ = false;
  bool reading_ = false;  // a store is being read
  std::jthread looking_;
};

/// The parts of a path after "/api/".
std::vector<std::string> parts_of(std::string_view path) {
  constexpr std::string_view prefix = "/api/";
  std::vector<std::string> parts;
  if (!path.starts_with(prefix)) return parts;
  for (const std::string_view part : split(path.substr(prefix.size()), '/')) parts.push_back(unescaped(part));
  return parts;
}

Response needs_key() {
  return refusal(401, {"this needs the operator's key", "open the address that the server printed when it started"},
                 {{"WWW-Authenticate", "Bearer"}});
}

Result<std::string> what_to_do(const Json& body, const std::vector<std::string>& deeds) {
  Fields fields(body);
  std::string deed = fields.needed_text("do");
  if (std::find(deeds.begin(), deeds.end(), deed) == deeds.end())
    fields.refuse({"unknown action '" + deed + "'", suggest(deed, deeds)});
  if (const auto read = fields.finish(); !read) return fail(read.error());
  return deed;
}

/// Opens games of the catalog, but no files.
OpenByName names_of(const Catalog& catalog) {
  return [&catalog](std::string_view name) -> Result<std::unique_ptr<OpenGame>> {
    if (names_a_file(name)) return fail("clients may not name files", "use a name that 'banmen games' lists");
    return catalog.open(name);
  };
}

}  // namespace

struct LabRequests::Parts {
  const Catalog& catalog;
  Options options;
  StudyJobs studies;
  LabRuns runs;
  PositionFacts positions;

  Parts(const Catalog& all, Options given)
      : catalog(all),
        options(std::move(given)),
        studies(all, options.threads),
        runs(all, options),
        positions(all, {options.databases, options.position_seconds, options.open}) {}

  Response study(const std::string& game, const std::string& study, const Json& body, const std::stop_token& stop) {
    const Json background = body.is_object() ? body.value("background", Json(false)) : Json(false);
    if (!background.is_boolean()) return refusal(400, Error{"'background' must be true or false", {}});
    if (!background.get<bool>()) return document_or_refusal(studies.run(game, study, body, stop));
    const auto id = studies.start(game, study, body);
    return id ? document({{"job", *id}}, 202) : refusal(id.error());
  }

  Response job(const std::string& id, const Json* body) {
    if (body != nullptr) {
      if (const auto deed = what_to_do(*body, {"stop"}); !deed) return refusal(deed.error());
      studies.stop(id);
    }
    const auto state = studies.state(id);
    return state ? document(*state) : refusal(404, Error{"there is no job '" + id.substr(0, 40) + "'", "it may have been removed"});
  }

  Response experiment(const std::string& name, const Json* body) {
    if (body != nullptr) {
      const auto deed = what_to_do(*body, {"start", "stop"});
      if (!deed) return refusal(deed.error());
      const auto done = *deed == "start" ? runs.start(name) : runs.stop(name);
      if (!done) return done.error().kind == ErrorKind::unknown_name ? refusal(done.error()) : refusal(409, done.error());
    }
    return document_or_refusal(runs.state(name));
  }

  Response report(const std::string& name) {
    auto page = runs.report(name);
    if (!page) return refusal(page.error());
    // Shown in a frame: it may use its inline style and load, run or follow nothing.
    return {200,
            std::move(*page),
            "text/html; charset=utf-8",
            {{"Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"}}};
  }

  [[nodiscard]] Response position(const Json& body, const std::stop_token& stop) const {
    Fields fields(body);
    const std::string game = fields.needed_text("game"), position = fields.text("position");
    const std::vector<std::string> moves = fields.texts("moves");
    if (const auto read = fields.finish(); !read) return refusal(read.error());
    return document_or_refusal(positions.of(game, position, moves, stop));
  }

  [[nodiscard]] Response record(const std::string& how, const Json& body) const {
    if (how == "write") {
      const auto text = write_record_document(options.open, body);
      return text ? document({{"text", *text}}) : refusal(text.error());
    }
    Fields fields(body);
    const std::string text = fields.needed_text("text");
    if (const auto read = fields.finish(); !read) return refusal(read.error());
    return document_or_refusal(read_record_document(options.open, text));
  }
};

LabRequests::LabRequests(const Catalog& catalog, Options options) {
  if (!options.open) options.open = names_of(catalog);
  parts_ = std::make_unique<Parts>(catalog, std::move(options));
}

LabRequests::~LabRequests() = default;

Result<void> LabRequests::ready() const {
  const std::filesystem::path results = parts_->options.results;
  std::error_code ignored;
  if (const auto what = std::filesystem::status(results, ignored); exists(what) && !is_directory(what))
    return fail("'" + results.string() + "' is not a folder, so it can't hold results",
                "did you mean its folder, '" + (results.has_parent_path() ? results.parent_path() : ".").string() + "'?");
  for (const std::string& path : parts_->options.databases)
    if (!is_plain_file(path) || access(path.c_str(), R_OK) != 0) return fail("can't read the database '" + path + "'");
  return parts_->runs.ready();
}

std::optional<Response> LabRequests::answer(const Request& request, bool is_operator, const std::stop_token& stop) {
  const auto path = parts_of(request.path);
  if (path.empty()) return std::nullopt;
  const std::string& first = path.front();
  const bool posted = request.method == "POST";
  const Json* body = posted ? &request.body : nullptr;
  // answer_request has checked path and method against the endpoints.
  if (posted && !is_operator && (first == "studies" || first == "jobs" || first == "experiments")) return needs_key();
  if (first == "studies" && path.size() == 1) return document(lab::studies_document(parts_->catalog));
  if (first == "studies" && path.size() == 3) return parts_->study(path[1], path[2], request.body, stop);
  if (first == "jobs" && path.size() == 2) return parts_->job(path[1], body);
  if (first == "claims") return document_or_refusal(lab::the_ledger().map(lab::claims_document));
  if (first == "experiments" && path.size() == 1) return document(parts_->runs.list());
  if (first == "experiments" && path.size() == 2) return parts_->experiment(path[1], body);
  if (first == "experiments") return parts_->report(path[1]);
  if (first == "position") return parts_->position(request.body, stop);
  if (first == "record" && path.size() == 2) return parts_->record(path[1], request.body);
  return std::nullopt;
}

Result<void> LabRequests::start(const std::string& name) { return parts_->runs.start(name); }

std::optional<EndOfRun> LabRequests::ended(const std::string& name) { return parts_->runs.ended(name); }

bool LabRequests::end(std::chrono::milliseconds patience) {
  const auto until = std::chrono::steady_clock::now() + patience;
  const bool studies = parts_->studies.end(until);
  return parts_->runs.end(until) && studies;
}

}  // namespace banmen::serve
