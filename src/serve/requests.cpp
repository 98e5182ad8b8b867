#include "serve/requests.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "core/text.hpp"
#include "play/agents.hpp"
#include "play/documents.hpp"
#include "play/record.hpp"
#include "play/record_json.hpp"
#include "serve/fields.hpp"
#include "serve/page.hpp"

namespace banmen::serve {
namespace {

constexpr double longest_analysis = 60;  // seconds
constexpr double longest_side_work = 120;

/// The operations of docs/openapi.json. A part in braces matches one part of a path.
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

/// Opens a game from a record or by name.
Result<std::pair<Replay, std::optional<Record::Ending>>> shown_game(const Whitelist& offer, const std::string& game,
                                                                    const std::string& position,
                                                                    const std::vector<std::string>& moves,
                                                                    const std::string& text) {
  if (text.empty()) {
    auto opened = open_at(offer, game, position, moves);
    if (!opened) return fail(opened.error());
    return std::pair(Replay{std::move(opened->game), std::move(opened->session)}, std::optional<Record::Ending>());
  }
  const auto record = read_record(text);
  if (!record) return fail(record.error());
  auto shown = offer.replay(*record);
  if (!shown) return fail(shown.error());
  return std::pair(std::move(*shown), record->ending);
}

Response show(const Whitelist& offer, const Json& body) {
  Fields fields(body);
  const std::string record = fields.text("record");
  const std::string game = record.empty() ? fields.needed_text("game") : fields.text("game");
  const std::string position = fields.text("position");
  const std::vector<std::string> moves = fields.texts("moves");
  const auto ply = fields.number("ply", 0, 1'000'000);
  if (!record.empty() && !(position.empty() && moves.empty()))
    fields.refuse({"give 'record' or 'position', not both", "a record has its own position and moves"});
  if (const auto read = fields.finish(); !read) return refusal(read.error());
  auto shown = shown_game(offer, game, position, moves, record);
  if (!shown) return refusal(shown.error());
  auto& [replay, ending] = *shown;
  const std::size_t plies = replay.session->history().size();
  if (ply && *ply > plies)
    return refusal({fmt::format("the game has {} plies, so there is no ply {}", plies, *ply), fmt::format("use 0 to {}", plies)});
  if (ply && *ply < plies) {
    ending.reset();
    while (replay.session->history().size() > *ply) replay.session->undo();
  }
  return document(show_document(*replay.game, *replay.session, replay.session->picture(), ending, true));
}

Reply analyse(const Whitelist& offer, const Json& body, std::uint64_t most_memory) {
  Fields fields(body);
  const std::string name = fields.needed_text("game");
  const std::string position = fields.text("position");
  const std::vector<std::string> moves = fields.texts("moves");
  const std::string agent = fields.text("agent");
  const auto lines = static_cast<int>(fields.number("lines", 1, 10000).value_or(3));
  const double seconds = fields.real("seconds", 0, longest_analysis).value_or(0);
  const std::uint64_t seed = fields.number("seed", 0, ~std::uint64_t{0}).value_or(1);
  if (const auto read = fields.finish(); !read) return refusal(read.error());
  const auto prepare = [&offer, name, position, moves, agent, lines, seconds, seed, most_memory]() -> Settled {
    auto opened = open_at(offer, name, position, moves);
    if (!opened) return refusal(opened.error());
    const std::shared_ptr<const OpenGame> game = std::move(opened->game);
    const std::shared_ptr<const Session> session = std::move(opened->session);
    if (session->is_over()) return refusal({"the game is over in this position, so there is nothing to analyse", {}});
    if (session->turn() == chance) return refusal({"chance acts in this position", "give the roll or other outcome with 'moves'"});
    const auto engaged = offer.look_up(*game, agent.empty() ? default_agent(*game) : agent, most_memory);
    if (!engaged) return refusal(engaged.error());
    return Later{Lane::analysis, longest_analysis + 10,
                 [game, session, engaged = *engaged, lines, seconds, seed](const std::stop_token& stop) {
                   const auto made = make_agent(*game, engaged.name);
                   if (!made) return refusal(made.error());
                   if (const auto ready = (*made)->new_game(); !ready) return refusal(ready.error());
                   AnyQuestion ask;
                   ask.seed = seed;
                   ask.lines = lines;
                   ask.seconds = seconds;
                   ask.stop = stop;
                   const auto answer = (*made)->think(*session, ask);
                   if (!answer) return refusal(answer.error());
                   return document(analyse_document(*game, *session, **made, *answer, lines, (*made)->repeatable() && seconds == 0,
                                                    !stop.stop_requested()));
                 },
                 engaged->cost};
  };
  return Prepared{longest_side_work, [prepare](const std::stop_token&) -> std::function<Settled(double)> {
                    return [settled = prepare()](double) { return settled; };
                  }};
}

constexpr int most_a_minute = 30;
constexpr double longest_wait = 20;  // seconds until a new table is stored

Response table_refusal(int status, const TableError& error) { return document({{"error", error.document()}}, status); }

ClockRule clock_of(Fields& fields) {
  ClockRule rule;
  const Json* clock = fields.object("clock");
  if (clock == nullptr) return rule;
  Fields parts(*clock);
  const std::string kind = parts.needed_text("kind");
  rule.kind = of_word<ClockRule::Kind>(kind).value_or(ClockRule::Kind::none);
  if (rule.kind != ClockRule::Kind::none) {
    const auto seconds = parts.real("seconds", 1, 7 * 24 * 3600);
    if (!seconds) parts.refuse({"'seconds' of a clock is required", "such as 30"});
    rule.seconds = seconds.value_or(0);
  } else if (!kind.empty() && kind != "none") {
    parts.refuse({"unknown clock '" + kind.substr(0, 40) + "'", "expected none, move or fischer"});
  }
  if (kind == "fischer") rule.increment = parts.real("increment", 0, 3600).value_or(0);
  if (const auto read = parts.finish(); !read) fields.refuse(read.error());
  return rule;
}

/// The game at its start, at a position, or at the end of a record.
Result<Opened> opened_game(const Whitelist& offer, const std::string& game, const std::string& position, const std::string& text) {
  if (text.empty()) return open_at(offer, game, position, {});
  const auto record = read_record(text);
  if (!record) return fail_in("record", record.error());
  auto replayed = offer.replay(*record);
  if (!replayed) return fail_in("record", replayed.error());
  if (!game.empty()) {
    const auto named = offer.share(game);
    if (!named) return fail(named.error());
    if ((*named)->name() != replayed->game->name())
      return fail_in("record",
                     {"the record is a game of " + replayed->game->name() + ", but the table is for " + (*named)->name(), {}});
  }
  // Shares the open game with other tables.
  auto shared = open_at(offer, record->game, record->position, replayed->session->history());
  if (!shared) return fail_in("record", shared.error());
  return shared;
}

Result<TableRequest> table_request(const Whitelist& offer, const Json& body, std::uint64_t most_memory) {
  Fields fields(body);
  const std::string name = fields.text("game"), position = fields.text("position"), record = fields.text("record");
  if (name.empty() && record.empty()) fields.refuse({"'game' is required, as a text", "the list of games is at /api/games"});
  if (!position.empty() && !record.empty())
    fields.refuse({"give 'record' or 'position', not both", "a record has its own position"});
  const std::vector<SeatRequest> asked = read_seats(fields, true);
  TableRequest requested;
  requested.options.clock = clock_of(fields);
  requested.options.listed = fields.flag("listed", true);
  requested.options.kept = fields.flag("kept", true);
  requested.options.takeback = fields.flag("takeback", true);
  requested.options.watch = fields.flag("watch", true);
  requested.options.claim_after = fields.real("claim_after", 1, 24 * 3600).value_or(120);
  const std::string seating = fields.text("seating"), substitute = fields.text("substitute");
  if (!seating.empty() && seating != "chosen" && seating != "drawn")
    fields.refuse({"unknown seating '" + seating.substr(0, 40) + "'", "expected chosen or drawn"});
  requested.options.drawn = seating == "drawn";
  if (const auto read = fields.finish(); !read) return fail(read.error());

  auto opened = opened_game(offer, name, position, record);
  if (!opened) return fail(opened.error());
  requested.opened = std::move(*opened);
  const OpenGame& game = *requested.opened.game;
  if (asked.size() != static_cast<std::size_t>(game.players()))
    return fail(fmt::format("{} has {} seats, but {} are given", game.name(), game.players(), asked.size()),
                "name one per seat: open, agent or bot");
  Session& session = *requested.opened.session;
  if (session.is_over() || session.repeated()) return fail("the game is over already", "start from an earlier position");
  const std::vector<std::string> moves = session.history();
  while (session.undo()) {
  }
  for (const std::string& move : moves) {
    requested.played.push_back({move, session.turn(), 0, -1});
    (void)session.play(move);
  }
  for (std::size_t k = 0; k < asked.size(); ++k) {
    TableSeat seat;
    seat.who = asked[k].who;
    seat.name = asked[k].name;
    if (seat.who == SeatWho::agent) {
      auto agent = offer.look_up(game, asked[k].agent, most_memory);
      if (!agent) return fail_in(fmt::format("seats[{}].agent", k), agent.error());
      seat.agent = std::move(*agent);
    }
    requested.seats.push_back(std::move(seat));
  }
  auto stand_in = offer.look_up(game, substitute.empty() ? "random" : substitute, most_memory);
  if (!stand_in) return fail_in("substitute", stand_in.error());
  requested.substitute = std::move(*stand_in);
  return requested;
}

Response opened_document(const OpenedTable& opened) {
  const std::string link = "/#table?id=" + opened.id;
  Json seats = Json::array(), links = Json::array();
  for (const auto& [seat, token] : opened.seats) {
    seats.push_back({{"seat", static_cast<int>(seat)}, {"token", token}});
    links.push_back({{"seat", static_cast<int>(seat)}, {"link", fmt::format("{}&seat={}&token={}", link, seat, token)}});
  }
  return document(
      {{"id", opened.id},
       {"host", opened.host},
       {"join", opened.join},
       {"seats", seats},
       {"links",
        {{"join", link + "&join=" + opened.join}, {"watch", link}, {"host", link + "&host=" + opened.host}, {"seats", links}}}},
      201);
}

Response no_more_tables(const std::string& what, const char* hint) {
  Response refused = table_refusal(429, {"too_many", Error{what, hint}});
  refused.headers.emplace_back("Retry-After", "60");
  return refused;
}

Settled open_requested(Tables& tables, Result<TableRequest> requested, double now) {
  if (!requested) return refusal(requested.error());
  if (!is_this_machine(requested->address) && tables.of_address(requested->address) >= Tables::most_of_an_address)
    return no_more_tables(fmt::format("{} unfinished tables were opened from your address", Tables::most_of_an_address),
                          "finish or close one of them");
  auto answer = std::make_shared<Pending>();
  const auto opened = tables.open(std::move(*requested), now, [answer](const OpenedTable& table, const Result<void>& kept) {
    answer->put(kept ? opened_document(table) : table_refusal(503, {"not_kept", kept.error()}));
  });
  if (!opened) return refusal(opened.error());
  if (answer->response) return std::move(*answer->response);
  return Awaited{answer, longest_wait, table_refusal(503, {"not_kept", Error{"the table was not stored in time", {}}})};
}

Reply open_table(Tables& tables, RateLimit& limit, const Whitelist& offer, const HubOptions& options, const Json& body,
                 const RawRequest& asked, double now) {
  if (!options.random) return table_refusal(404, {"none", Error{"this server has no tables", {}}});
  if (!limit.admits(asked.address, now))
    return no_more_tables(fmt::format("more than {} tables in one minute", most_a_minute), "wait a minute");
  return Prepared{longest_wait,
                  [&tables, &offer, body, address = asked.address,
                   most = asked.most_memory](const std::stop_token&) -> std::function<Settled(double)> {
                    auto requested = std::make_shared<Result<TableRequest>>(table_request(offer, body, most));
                    if (*requested) (*requested)->address = address;
                    return [&tables, requested](double then) { return open_requested(tables, std::move(*requested), then); };
                  }};
}

/// A page of the list of tables.
Response list_tables(Tables& tables, std::map<std::string, std::string> asked, double now) {
  std::size_t limit = Tables::usual_page;
  if (const std::string& given = asked["limit"]; !given.empty()) {
    const auto [end, wrong] = std::from_chars(given.data(), given.data() + given.size(), limit);
    if (wrong != std::errc() || end != given.data() + given.size() || limit == 0 || limit > Tables::longest_page)
      return refusal(400, {fmt::format("'limit' must be from 1 to {}", Tables::longest_page), {}});
  }
  return {200, tables.listed(asked["after"].substr(0, 40), limit, now)};
}

Response looked_at(const Tables& tables, const std::string& id, const std::string& part, double now) {
  const Table* table = tables.find(id);
  if (table == nullptr || (!part.empty() && part != "record"))
    return table_refusal(404, {"unknown", Error{"there is no table '" + id.substr(0, 40) + "'",
                                                "it may be over: finished games are at /api/finished"}});
  if (part.empty()) return document(*tables.document(id, now));
  if (!table->options().watch && table->phase() != Phase::ended)
    return table_refusal(403, {"no_watching", Error{"only people with the link to join may watch this table", {}}});
  const Record record = table->record();
  Json out = record_document(record);
  out["record"] = write_record(record);
  return document(out);
}

std::string decoded(std::string text) {
  std::replace(text.begin(), text.end(), '+', ' ');
  return unescaped(text);
}

std::map<std::string, std::string> asked_for(std::string_view query) {
  std::map<std::string, std::string> out;
  while (!query.empty()) {
    const std::string_view part = query.substr(0, query.find('&'));
    query.remove_prefix(std::min(query.size(), part.size() + 1));
    const std::size_t equals = part.find('=');
    if (!part.empty())
      out[decoded(std::string(part.substr(0, equals)))] =
          equals == std::string_view::npos ? "" : decoded(std::string(part.substr(equals + 1)));
  }
  return out;
}

/// Answers /api/tables… and /api/finished….
Reply answer_table_request(Tables& tables, RateLimit& limit, const Whitelist& offer, const HubOptions& options,
                           const Request& request, const RawRequest& asked, bool is_operator, double now) {
  constexpr std::string_view all = "/api/tables", finished = "/api/finished";
  const std::string& path = request.path;
  if (path == all) {
    if (request.method == "GET") return list_tables(tables, asked_for(asked.query), now);
    if (!options.everybody_opens && !is_operator)
      return table_refusal(401, {"operators", Error{"only the operator may open tables on this server", {}}});
    return open_table(tables, limit, offer, options, request.body, asked, now);
  }
  if (path.starts_with(all)) {
    const std::string rest = path.substr(all.size() + 1);
    const std::size_t slash = rest.find('/');
    return looked_at(tables, rest.substr(0, slash), slash == std::string::npos ? "" : rest.substr(slash + 1), now);
  }
  if (!options.finished)
    return table_refusal(404, {"nothing_kept", Error{"this server stores no games", "start it with --data DIR"}});
  const std::string id = path.size() > finished.size() ? path.substr(finished.size() + 1) : "";
  constexpr double longest_look = 20;
  return Later{Lane::side, longest_look, [find = options.finished, id, asked = asked_for(asked.query)](const std::stop_token&) {
                 return document_or_refusal(find(id, asked));
               }};
}

/// True for requests whose body may hold a whole record.
bool carries_record(std::string_view path) {
  return path == "/api/record/read" || path == "/api/record/write" || path == "/api/show";
}

Response nothing_here() { return refusal(404, {"there is nothing at this address", "docs/serve.md lists all addresses"}); }

/// Answers a request whose body is too long to be parsed on the hub's thread.
Reply answer_record_request(const Whitelist& offer, const HubOptions& options, const RawRequest& asked, bool is_operator) {
  const auto work = [&offer, lab = options.lab, method = asked.method, path = asked.path, body = std::string(asked.body),
                     is_operator](const std::stop_token& stop) {
    constexpr int deepest_tree = 64;  // variations of variations
    auto read = read_object(body, path == "/api/record/write" ? deepest_tree : deepest_json);
    if (!read) return refusal(read.error());
    if (path == "/api/show") return show(offer, *read);
    return lab(Request{method, path, std::move(*read)}, is_operator, stop).value_or(nothing_here());
  };
  return Later{Lane::side, longest_side_work, work};
}

}  // namespace

std::size_t longest_body(std::string_view path) { return carries_record(path) ? std::size_t{1} << 20 : std::size_t{64} << 10; }

bool RateLimit::admits(const std::string& address, double now) {
  if (is_this_machine(address)) return true;
  constexpr double minute = 60;
  std::erase_if(counts_, [&](const auto& one) { return now - one.second.since >= minute; });
  Count& count = counts_.try_emplace(address, Count{now, 0}).first->second;
  return ++count.tables <= most_a_minute;
}

Reply answer_request(Tables& tables, RateLimit& limit, const Whitelist& offer, const HubOptions& options, const RawRequest& asked,
                     double now) {
  const auto& [method, path, query, authorization, body, address, most_memory] = asked;
  const auto* const endpoint =
      std::find_if(endpoints.begin(), endpoints.end(), [&](const Endpoint& one) { return fits(one.path, path); });
  if (endpoint == endpoints.end()) return nothing_here();
  const bool known = method == "GET" || method == "POST";
  if (const std::string methods(endpoint->methods); !known || methods.find(method) == std::string::npos)
    return refusal(405, {"this address does not support " + method.substr(0, 16), "use " + methods}, {{"Allow", methods}});
  constexpr std::string_view bearer = "Bearer ";
  const bool is_operator = !options.key.empty() && authorization.starts_with(bearer) &&
                           equal_secrets(std::string_view(authorization).substr(bearer.size()), options.key);
  if (!authorization.empty() && !is_operator)
    return refusal(401, {"this is not the operator's key", "it is in the address that banmen serve prints"});
  Request request{method, path, Json::object()};
  const Error no_laboratory{"this server offers no experiments or studies", {}};
  if (carries_record(path)) {
    if (path != "/api/show" && !options.lab) return refusal(404, no_laboratory);
    return answer_record_request(offer, options, asked, is_operator);
  }
  if (method == "POST") {
    auto read = read_object(body);
    if (!read) return refusal(read.error());
    request.body = std::move(*read);
  }
  if (path.starts_with("/api/tables") || path.starts_with("/api/finished"))
    return answer_table_request(tables, limit, offer, options, request, asked, is_operator, now);
  if (path == "/api/health") return health(options, is_operator);
  if (path == "/api/operations") return operations();
  if (path == "/api/openapi.json") return {Response{200, std::string(openapi_document()), "application/json", {}}};
  if (path == "/api/games")
    return Later{Lane::side, longest_side_work, [&offer](const std::stop_token&) { return document(offer.games()); }};
  if (constexpr std::string_view one = "/api/games/"; path.starts_with(one))
    return Later{Lane::side, longest_side_work, [&offer, name = unescaped(path.substr(one.size()))](const std::stop_token& stop) {
                   return document_or_refusal(offer.game(name, stop));
                 }};
  if (path == "/api/agents")
    return Later{Lane::side, longest_side_work, [&offer](const std::stop_token&) { return document_or_refusal(offer.agents()); }};
  if (path == "/api/analyse") return analyse(offer, request.body, most_memory);
  if (!options.lab) return refusal(404, no_laboratory);
  return Later{Lane::side, 0, [lab = options.lab, request, is_operator](const std::stop_token& stop) {
                 return lab(request, is_operator, stop).value_or(nothing_here());
               }};
}

}  // namespace banmen::serve
