#include "serve/lab_requests.hpp"

#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "core/text.hpp"
#include "host/files.hpp"
#include "lab/claims.hpp"
#include "lab/run.hpp"
#include "play/record_json.hpp"
#include "serve/fields.hpp"
#include "serve/message.hpp"
#include "serve/position_facts.hpp"
#include "serve/study_jobs.hpp"

namespace banmen::serve {
namespace {

/// The parts of a path behind "/api/".
std::vector<std::string> parts_of(std::string_view path) {
  constexpr std::string_view prefix = "/api/";
  std::vector<std::string> parts;
  if (!path.starts_with(prefix)) return parts;
  for (const std::string_view part : split(path.substr(prefix.size()), '/')) parts.push_back(unescaped(part));
  return parts;
}

bool ours(const std::vector<std::string>& parts) {
  static const std::vector<std::string> firsts{"studies", "jobs", "position", "claims", "experiments", "record"};
  return !parts.empty() && std::find(firsts.begin(), firsts.end(), parts.front()) != firsts.end();
}

Response no_such_path(const std::string& path) {
  return refusal(404, Error{"there is nothing at '" + path + "'", "docs/serve.md lists what can be asked"});
}

Response needs_key() {
  Response response =
      refusal(401, Error{"this needs the operator's key", "open the address that the server printed when it started"});
  response.headers.emplace_back("WWW-Authenticate", "Bearer");
  return response;
}

Response other_method(const std::string& allowed) {
  Response response = refusal(405, Error{"this path takes " + allowed, {}});
  response.headers.emplace_back("Allow", allowed);
  return response;
}

/// Fields that nobody reads are refused, so that a misspelt one is not lost in silence.
Result<void> only(const Json& body, const std::vector<std::string>& keys) {
  if (!body.is_object()) return fail("an object is wanted");
  for (const auto& [key, value] : body.items())
    if (std::find(keys.begin(), keys.end(), key) == keys.end())
      return fail("there is no field '" + key + "' here", suggest(key, keys));
  return {};
}

Result<std::string> text_in(const Json& body, const char* key, bool needed) {
  if (!body.contains(key) || body[key].is_null()) {
    if (needed) return fail(std::string("'") + key + "' is missing");
    return std::string();
  }
  if (!body[key].is_string()) return fail(std::string("'") + key + "' is a text");
  return body[key].get<std::string>();
}

Result<std::string> what_to_do(const Json& body, const std::vector<std::string>& deeds) {
  if (const auto ok = only(body, {"do"}); !ok) return fail(ok.error());
  auto deed = text_in(body, "do", true);
  if (deed && std::find(deeds.begin(), deeds.end(), *deed) == deeds.end())
    return fail("there is nothing to do called '" + *deed + "'", suggest(*deed, deeds));
  return deed;
}

/// Games of the catalog, but no file: a name with a slash would be one.
OpenByName names_of(const Catalog& catalog) {
  return [&catalog](std::string_view name) -> Result<std::unique_ptr<OpenGame>> {
    if (name.substr(0, name.find(':')).find('/') != std::string_view::npos)
      return fail("a client can't name a file", "games are named as 'banmen games' lists them");
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
        runs(all, {options.results, options.experiments, options.threads}),
        positions(all, {options.databases, options.position_seconds, options.open}) {}

  Response study(const Request& request, const std::vector<std::string>& path, const std::stop_token& stop);
  Response job(const Request& request, const std::string& id, bool is_operator);
  Response experiment(const Request& request, const std::vector<std::string>& path, bool is_operator);
  Response position(const Request& request, const std::stop_token& stop) const;
  [[nodiscard]] Response record(const Request& request, const std::string& how) const;
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
    return fail("'" + results.string() + "' is no folder, so no results can lie in it",
                "its own folder is '" + (results.has_parent_path() ? results.parent_path() : ".").string() + "'");
  for (const std::string& path : parts_->options.databases)
    if (!is_plain_file(path) || access(path.c_str(), R_OK) != 0) return fail("can't read the database '" + path + "'");
  return parts_->runs.ready();
}

bool LabRequests::knows(std::string_view path) { return ours(parts_of(path)); }

bool LabRequests::takes_long(const Request& request) {
  const auto path = parts_of(request.path);
  if (request.method != "POST" || path.empty()) return false;
  if (path.front() == "studies") return !(request.body.is_object() && request.body.value("background", Json()) == true);
  return path.front() == "position" || path.front() == "record";
}

std::optional<Response> LabRequests::answer(const Request& request, bool is_operator, const std::stop_token& stop) {
  const auto path = parts_of(request.path);
  if (!ours(path)) return std::nullopt;
  const bool get = request.method == "GET", post = request.method == "POST";
  const std::string& first = path.front();
  if (first == "studies" && path.size() == 1) return get ? document(lab::studies_document(parts_->catalog)) : other_method("GET");
  if (first == "studies" && path.size() == 3) {
    if (!post) return other_method("POST");
    return is_operator ? parts_->study(request, path, stop) : needs_key();
  }
  if (first == "jobs" && path.size() == 2)
    return get || post ? parts_->job(request, path[1], is_operator) : other_method("GET, POST");
  if (first == "claims" && path.size() == 1) {
    if (!get) return other_method("GET");
    const auto ledger = lab::the_ledger();
    return ledger ? document(lab::claims_document(*ledger)) : refusal(ledger.error());
  }
  if (first == "experiments" && path.size() == 1) return get ? document(parts_->runs.list()) : other_method("GET");
  if (first == "experiments" && path.size() <= 3) return parts_->experiment(request, path, is_operator);
  if (first == "position" && path.size() == 1) return post ? parts_->position(request, stop) : other_method("POST");
  if (first == "record" && path.size() == 2 && (path[1] == "read" || path[1] == "write"))
    return post ? parts_->record(request, path[1]) : other_method("POST");
  return no_such_path(request.path);
}

Response LabRequests::Parts::study(const Request& request, const std::vector<std::string>& path, const std::stop_token& stop) {
  const Json& body = request.body;
  if (!body.is_object() && !body.is_null()) return refusal(400, Error{"an object is wanted", {}});
  const Json background = body.is_object() ? body.value("background", Json(false)) : Json(false);
  if (!background.is_boolean()) return refusal(400, Error{"'background' is true or false", {}});
  if (!background.get<bool>()) {
    const auto found = studies.run(path[1], path[2], body, stop);
    return found ? document(*found) : refusal(found.error());
  }
  const auto id = studies.start(path[1], path[2], body);
  return id ? document({{"job", *id}}, 202) : refusal(id.error());
}

Response LabRequests::Parts::job(const Request& request, const std::string& id, bool is_operator) {
  if (request.method == "POST") {
    if (!is_operator) return needs_key();
    const auto deed = what_to_do(request.body, {"stop"});
    if (!deed) return refusal(deed.error());
    studies.stop(id);
  }
  const auto state = studies.state(id);
  return state ? document(*state) : refusal(404, Error{"there is no job '" + id.substr(0, 40) + "'", "it may have been long ago"});
}

Response LabRequests::Parts::experiment(const Request& request, const std::vector<std::string>& path, bool is_operator) {
  const std::string& name = path[1];
  if (path.size() == 3) {
    if (path[2] != "report") return no_such_path(request.path);
    if (request.method != "GET") return other_method("GET");
    auto page = runs.report(name);
    if (!page) return refusal(page.error());
    // Its style stands in it, and nothing else may be loaded, run or followed: the page shows it in a frame.
    return {200,
            std::move(*page),
            "text/html; charset=utf-8",
            {{"Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"}}};
  }
  if (request.method == "POST") {
    if (!is_operator) return needs_key();
    const auto deed = what_to_do(request.body, {"start", "stop"});
    if (!deed) return refusal(deed.error());
    const auto done = *deed == "start" ? runs.start(name) : runs.stop(name);
    if (!done) return done.error().kind == ErrorKind::unknown_name ? refusal(done.error()) : refusal(409, done.error());
  } else if (request.method != "GET") {
    return other_method("GET, POST");
  }
  const auto state = runs.state(name);
  return state ? document(*state) : refusal(state.error());
}

Response LabRequests::Parts::position(const Request& request, const std::stop_token& stop) const {
  const Json& body = request.body;
  if (const auto ok = only(body, {"game", "position", "moves"}); !ok) return refusal(ok.error());
  const auto game = text_in(body, "game", true), position = text_in(body, "position", false);
  if (!game || !position) return refusal(game ? position.error() : game.error());
  std::vector<std::string> moves;
  if (body.contains("moves")) {
    if (!body["moves"].is_array()) return refusal(400, Error{"'moves' is a list of texts", {}});
    for (const Json& move : body["moves"]) {
      if (!move.is_string()) return refusal(400, Error{"'moves' is a list of texts", {}});
      moves.push_back(move.get<std::string>());
    }
  }
  const auto facts = positions.of(*game, *position, moves, stop);
  return facts ? document(*facts) : refusal(facts.error());
}

Response LabRequests::Parts::record(const Request& request, const std::string& how) const {
  if (how == "write") {
    const auto text = write_record_document(options.open, request.body);
    return text ? document({{"text", *text}}) : refusal(text.error());
  }
  if (const auto ok = only(request.body, {"text"}); !ok) return refusal(ok.error());
  const auto text = text_in(request.body, "text", true);
  if (!text) return refusal(text.error());
  const auto record = read_record_document(options.open, *text);
  return record ? document(*record) : refusal(record.error());
}

Result<void> LabRequests::start(const std::string& name) { return parts_->runs.start(name); }

std::optional<EndOfRun> LabRequests::ended(const std::string& name) { return parts_->runs.ended(name); }

bool LabRequests::end(std::chrono::milliseconds patience) {
  const auto until = std::chrono::steady_clock::now() + patience;
  const bool studies = parts_->studies.end(until);
  return parts_->runs.end(until) && studies;
}

}  // namespace banmen::serve
