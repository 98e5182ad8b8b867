#include "serve/requests.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/text.hpp"
#include "play/agents.hpp"
#include "play/documents.hpp"
#include "play/record.hpp"
#include "serve/fields.hpp"
#include "serve/message.hpp"
#include "serve/page.hpp"
#include "serve/table.hpp"

namespace banmen::serve {
namespace {

constexpr double longest_analysis = 60;  // seconds
constexpr double longest_side_work = 120;

/// Everything that is asked by HTTP, as docs/openapi.json describes it: a part in braces stands for one part of a path.
struct Endpoint {
  std::string_view path;
  std::string_view methods;
};
constexpr std::array endpoints = {
    Endpoint{"/api/health", "GET"},
    Endpoint{"/api/operations", "GET"},
    Endpoint{"/api/openapi.json", "GET"},
    Endpoint{"/api/games", "GET"},
    Endpoint{"/api/games/{game}", "GET"},
    Endpoint{"/api/agents", "GET"},
    Endpoint{"/api/show", "POST"},
    Endpoint{"/api/analyse", "POST"},
    Endpoint{"/api/tables", "GET, POST"},
    Endpoint{"/api/tables/{id}", "GET"},
    Endpoint{"/api/tables/{id}/record", "GET"},
    Endpoint{"/api/finished", "GET"},
    Endpoint{"/api/finished/{id}", "GET"},
    Endpoint{"/api/record/read", "POST"},
    Endpoint{"/api/record/write", "POST"},
    Endpoint{"/api/studies", "GET"},
    Endpoint{"/api/studies/{game}/{study}", "POST"},
    Endpoint{"/api/jobs/{job}", "GET, POST"},
    Endpoint{"/api/position", "POST"},
    Endpoint{"/api/claims", "GET"},
    Endpoint{"/api/experiments", "GET"},
    Endpoint{"/api/experiments/{name}", "GET, POST"},
    Endpoint{"/api/experiments/{name}/report", "GET"},
};

bool fits(std::string_view pattern, std::string_view path) {
  const auto wanted = split(pattern, '/'), given = split(path, '/');
  return std::equal(wanted.begin(), wanted.end(), given.begin(), given.end(), [](std::string_view one, std::string_view other) {
    return one == other || (one.starts_with('{') && !other.empty());
  });
}

const Endpoint* find_endpoint(std::string_view path) {
  const auto found = std::find_if(endpoints.begin(), endpoints.end(), [&](const Endpoint& one) { return fits(one.path, path); });
  return found == endpoints.end() ? nullptr : &*found;
}

Response operations() {
  Json all = Json::array();
  for (const Endpoint& one : endpoints)
    for (const char* method : {"GET", "POST"})
      if (one.methods.find(method) != std::string_view::npos) all.push_back({{"method", method}, {"path", one.path}});
  return document({{"operations", all}});
}

Response health(const HubOptions& options, bool is_operator) {
  Json out = {{"ok", true}, {"version", options.version}, {"page", options.page_missing.empty()}, {"operator", is_operator}};
  out["opens_tables"] = options.random && (options.everybody_opens || is_operator);
  if (!options.page_missing.empty()) out["page_missing"] = options.page_missing;
  return document(out);
}

/// A game that a client may look at, from a record or from its name.
Result<std::pair<Replay, std::optional<Record::Ending>>> shown_game(const Offer& offer, const std::string& game,
                                                                    const std::string& position,
                                                                    const std::vector<std::string>& moves,
                                                                    const std::string& text) {
  if (text.empty()) {
    auto opened = open_at(offer, game, position, moves);
    if (!opened) return fail(opened.error());
    return std::pair(Replay{std::move(opened->table), std::move(opened->session)}, std::optional<Record::Ending>());
  }
  const auto record = read_record(text);
  if (!record) return fail(record.error());
  auto shown = offer.replay(*record);
  if (!shown) return fail(shown.error());
  return std::pair(std::move(*shown), record->ending);
}

// A long game is played again beside everything else; a position is shown at once.
constexpr std::size_t quickly_played = 200;

Reply show(const Offer& offer, const Json& body) {
  Fields fields(body);
  const std::string record = fields.text("record");
  const std::string game = record.empty() ? fields.needed_text("game") : fields.text("game");
  const std::string position = fields.text("position");
  const std::vector<std::string> moves = fields.texts("moves");
  const auto ply = fields.number("ply", 0, 1'000'000);
  if (!record.empty() && !(position.empty() && moves.empty())) fields.refuse({"'record' excludes 'position' and 'moves'", {}});
  if (const auto read = fields.finish(); !read) return refusal(read.error());
  const auto work = [&offer, record, game, position, moves, ply](const std::stop_token&) {
    auto shown = shown_game(offer, game, position, moves, record);
    if (!shown) return refusal(shown.error());
    auto& [replay, ending] = *shown;
    const std::size_t plies = replay.session->history().size();
    if (ply && *ply > plies)
      return refusal({fmt::format("the game has {} plies, so there is no ply {}", plies, *ply), fmt::format("0 to {}", plies)});
    if (ply && *ply < plies) {
      ending.reset();
      while (replay.session->history().size() > *ply) replay.session->undo();
    }
    return document(show_document(*replay.table, *replay.session, replay.session->picture(), ending, true));
  };
  if (!record.empty() || moves.size() > quickly_played) return Later{Lane::side, longest_side_work, work};
  return work({});
}

Reply analyse(const Offer& offer, const Json& body, bool beside = false) {
  Fields fields(body);
  const std::string game = fields.needed_text("game");
  const std::string position = fields.text("position");
  const std::vector<std::string> moves = fields.texts("moves");
  const std::string agent = fields.text("agent");
  const auto lines = static_cast<int>(fields.number("lines", 1, 10000).value_or(3));
  const double seconds = fields.real("seconds", 0, longest_analysis).value_or(0);
  const std::uint64_t seed = fields.number("seed", 0, ~std::uint64_t{0}).value_or(1);
  if (const auto read = fields.finish(); !read) return refusal(read.error());
  if (!beside && moves.size() > quickly_played)
    return Later{Lane::analysis, longest_analysis + 10, [&offer, body](const std::stop_token& stop) {
                   Reply reply = analyse(offer, body, true);
                   const auto* later = std::get_if<Later>(&reply);
                   return later != nullptr ? later->work(stop) : std::get<Response>(std::move(reply));
                 }};
  auto opened = open_at(offer, game, position, moves);
  if (!opened) return refusal(opened.error());
  const std::shared_ptr<const OpenGame> table = std::move(opened->table);
  const std::shared_ptr<const Session> session = std::move(opened->session);
  if (session->is_over()) return refusal({"the game is over in this position, so there is nothing to analyse", {}});
  if (session->turn() == chance) return refusal({"chance acts in this position", "play an outcome first, with 'moves'"});
  auto engaged = offer.engage(*table, agent.empty() ? default_agent(*table) : agent);
  if (!engaged) return refusal(engaged.error());
  return Later{Lane::analysis, longest_analysis + 10,
               [table, session, engaged = *engaged, lines, seconds, seed](const std::stop_token& stop) {
                 const auto made = make_agent(*table, engaged.name);
                 if (!made) return refusal(made.error());
                 if (const auto ready = (*made)->new_game(); !ready) return refusal(ready.error());
                 Ask ask;
                 ask.seed = seed;
                 ask.lines = lines;
                 ask.seconds = seconds;
                 ask.stop = stop;
                 const auto answer = (*made)->think(*session, ask);
                 if (!answer) return refusal(answer.error());
                 return document(analyse_document(*table, *session, **made, *answer, lines, (*made)->repeatable() && seconds == 0,
                                                  !stop.stop_requested()));
               }};
}

}  // namespace

std::size_t longest_body(std::string_view path) {
  const bool record = path == "/api/record/read" || path == "/api/record/write" || path == "/api/show";
  return record ? std::size_t{1} << 20 : std::size_t{64} << 10;
}

Reply answer_request(const Offer& offer, const HubOptions& options, const std::string& method, const std::string& path,
                     const std::string& authorization, std::string_view body, const AskTables& tables) {
  const Endpoint* endpoint = find_endpoint(path);
  if (endpoint == nullptr) return refusal(404, {"there is nothing at this address", "docs/serve.md lists what there is"});
  const bool known = method == "GET" || method == "POST";
  if (!known || endpoint->methods.find(method) == std::string_view::npos) {
    Response refused =
        refusal(405, {"this address is not asked by " + method.substr(0, 16), "use " + std::string(endpoint->methods)});
    refused.headers.emplace_back("Allow", endpoint->methods);
    return refused;
  }
  constexpr std::string_view bearer = "Bearer ";
  const bool is_operator = !options.key.empty() && authorization.starts_with(bearer) &&
                           equal_secrets(std::string_view(authorization).substr(bearer.size()), options.key);
  if (!authorization.empty() && !is_operator)
    return refusal(401, {"this is not the operator's key", "it stands in the address that banmen serve prints"});
  Request request{method, path, Json::object()};
  if (method == "POST") {
    constexpr int deepest_tree = 64;  // variations of variations
    auto read = read_object(body, path == "/api/record/write" ? deepest_tree : deepest_json);
    if (!read) return refusal(read.error());
    request.body = std::move(*read);
  }
  if (auto reply = tables(request, is_operator)) return std::move(*reply);
  if (path == "/api/health") return health(options, is_operator);
  if (path == "/api/operations") return operations();
  if (path == "/api/openapi.json") return {Response{200, std::string(openapi_document()), "application/json", {}}};
  if (path == "/api/games")
    return Later{Lane::side, longest_side_work, [&offer](const std::stop_token&) { return document(offer.games()); }};
  if (constexpr std::string_view one = "/api/games/"; path.starts_with(one))
    return Later{Lane::side, longest_side_work, [&offer, name = unescaped(path.substr(one.size()))](const std::stop_token& stop) {
                   const auto game = offer.game(name, stop);
                   return game ? document(*game) : refusal(game.error());
                 }};
  if (path == "/api/agents")
    return Later{Lane::side, longest_side_work, [&offer](const std::stop_token&) {
                   const auto agents = offer.agents();
                   return agents ? document(*agents) : refusal(agents.error());
                 }};
  if (path == "/api/show") return show(offer, request.body);
  if (path == "/api/analyse") return analyse(offer, request.body);
  if (!options.lab) return refusal(404, {"this server has no laboratory", {}});
  return Later{Lane::side, 0, [lab = options.lab, request, is_operator](const std::stop_token& stop) {
                 auto answer = lab(request, is_operator, stop);
                 return answer ? std::move(*answer)
                               : refusal(404, {"there is nothing at this address", "docs/serve.md lists what there is"});
               }};
}

}  // namespace banmen::serve
