#include <fmt/format.h>

#include "play/record_json.hpp"
#include "serve/message.hpp"
#include "serve/requests.hpp"

namespace banmen::serve {
namespace {

constexpr int most_a_minute = 30;
constexpr double longest_wait = 20;  // seconds until a new table is kept

Response table_refusal(int status, const TableError& error) {
  Response response = document({{"error", error.document()}});
  response.status = status;
  return response;
}

ClockRule clock_of(Fields& fields) {
  ClockRule rule;
  const Json* clock = fields.object("clock");
  if (clock == nullptr) return rule;
  Fields parts(*clock);
  const std::string kind = parts.needed_text("kind");
  if (kind == "move" || kind == "fischer") {
    rule.kind = kind == "move" ? ClockRule::Kind::move : ClockRule::Kind::fischer;
    const auto seconds = parts.real("seconds", 1, 7 * 24 * 3600);
    if (!seconds) parts.refuse({"'seconds' of a clock must be given", "30, for instance"});
    rule.seconds = seconds.value_or(0);
  } else if (!kind.empty() && kind != "none") {
    parts.refuse({"there is no clock '" + kind.substr(0, 40) + "'", "'kind' is none, move or fischer"});
  }
  if (kind == "fischer") rule.increment = parts.real("increment", 0, 3600).value_or(0);
  if (const auto read = parts.finish(); !read) fields.refuse(read.error());
  return rule;
}

struct SeatAsked {
  TableSeat seat;
  std::string agent;
};

std::vector<SeatAsked> seats_of(Fields& fields) {
  std::vector<SeatAsked> seats;
  const Json* all = fields.list("seats");
  if (all == nullptr) {
    fields.refuse({"'seats' must be given, as a list", "[{\"who\":\"open\"},{\"who\":\"agent\",\"agent\":\"random\"}]"});
    return seats;
  }
  for (const Json& one : *all) {
    if (!one.is_object()) {
      fields.refuse({"a seat must be an object", "{\"who\":\"open\"}"});
      return seats;
    }
    Fields parts(one);
    SeatAsked asked;
    const std::string who = parts.needed_text("who");
    asked.agent = parts.text("agent");
    if (const std::string name = parts.text("name"); !name.empty()) {
      auto checked = checked_name(name);
      if (!checked) parts.refuse(checked.error());
      if (checked) asked.seat.name = *checked;
    }
    if (who == "agent") asked.seat.who = TableSeat::Who::agent;
    if (who == "bot") asked.seat.who = TableSeat::Who::bot;
    if (!who.empty() && who != "open" && who != "agent" && who != "bot")
      parts.refuse({"nobody is '" + who.substr(0, 40) + "'", "'who' is open, agent or bot"});
    if (who == "agent" && asked.agent.empty()) parts.refuse({"'agent' must be given, as a text", "such as uct:playouts=500"});
    if (const auto read = parts.finish(); !read) fields.refuse(read.error());
    seats.push_back(std::move(asked));
  }
  return seats;
}

/// The game at its start, at a position, or where a record left it.
Result<Opened> opened_game(const Offer& offer, const std::string& game, const std::string& position, const std::string& text) {
  if (text.empty()) return open_at(offer, game, position, {});
  const auto at_record = [](Error error) {
    error.where = "record";
    return fail(std::move(error));
  };
  const auto record = read_record(text);
  if (!record) return at_record(record.error());
  auto replayed = offer.replay(*record);
  if (!replayed) return at_record(replayed.error());
  if (!game.empty()) {
    const auto named = offer.share(game);
    if (!named) return fail(named.error());
    if ((*named)->name() != replayed->table->name())
      return at_record({"this is a record of " + replayed->table->name() + ", and the table is for " + (*named)->name(), {}});
  }
  // The same game as at other tables of it.
  auto shared = open_at(offer, record->game, record->position, replayed->session->history());
  if (!shared) return at_record(shared.error());
  return shared;
}

Result<TableWish> wish_of(const Offer& offer, const Json& body) {
  Fields fields(body);
  const std::string game = fields.text("game"), position = fields.text("position"), record = fields.text("record");
  if (game.empty() && record.empty()) fields.refuse({"'game' must be given, as a text", "the list of games is at /api/games"});
  if (!position.empty() && !record.empty()) fields.refuse({"either 'position' or 'record'", "a record has its own position"});
  const std::vector<SeatAsked> asked = seats_of(fields);
  TableWish wish;
  wish.options.clock = clock_of(fields);
  wish.options.listed = fields.flag("listed", true);
  wish.options.kept = fields.flag("kept", true);
  wish.options.takeback = fields.flag("takeback", true);
  wish.options.watch = fields.flag("watch", true);
  wish.options.claim_after = fields.real("claim_after", 1, 24 * 3600).value_or(120);
  const std::string seating = fields.text("seating"), substitute = fields.text("substitute");
  if (!seating.empty() && seating != "chosen" && seating != "drawn")
    fields.refuse({"there is no seating '" + seating.substr(0, 40) + "'", "'seating' is chosen or drawn"});
  wish.options.drawn = seating == "drawn";
  if (const auto read = fields.finish(); !read) return fail(read.error());

  auto opened = opened_game(offer, game, position, record);
  if (!opened) return fail(opened.error());
  wish.opened = std::move(*opened);
  const OpenGame& table = *wish.opened.table;
  if (asked.size() != static_cast<std::size_t>(table.players()))
    return fail(fmt::format("{} has {} seats, but {} are given", table.name(), table.players(), asked.size()),
                "say for each whether it is open, an agent's or a bot's");
  Session& session = *wish.opened.session;
  if (session.is_over() || session.repeated()) return fail("the game is over already", "begin before its end");
  const std::vector<std::string> moves = session.history();
  while (session.undo()) {
  }
  for (const std::string& move : moves) {
    wish.played.push_back({move, session.turn(), 0, -1});
    (void)session.play(move);
  }
  const auto engaged = [&](const std::string& name, const std::string& where) -> Result<Engaged> {
    auto agent = offer.look_up(table, name);
    if (agent) return agent;
    Error error = agent.error();
    error.where = where;
    return fail(std::move(error));
  };
  for (std::size_t k = 0; k < asked.size(); ++k) {
    TableSeat seat = asked[k].seat;
    if (seat.who == TableSeat::Who::agent) {
      auto agent = engaged(asked[k].agent, fmt::format("seats[{}].agent", k));
      if (!agent) return fail(agent.error());
      seat.agent = std::move(*agent);
    }
    wish.seats.push_back(std::move(seat));
  }
  auto stand_in = engaged(substitute.empty() ? "random" : substitute, "substitute");
  if (!stand_in) return fail(stand_in.error());
  wish.substitute = std::move(*stand_in);
  return wish;
}

Response opened_document(const OpenedTable& opened) {
  const std::string link = "/#table?id=" + opened.id;
  Json seats = Json::array(), links = Json::array();
  for (const auto& [seat, token] : opened.seats) {
    seats.push_back({{"seat", static_cast<int>(seat)}, {"token", token}});
    links.push_back({{"seat", static_cast<int>(seat)}, {"link", fmt::format("{}&seat={}&token={}", link, seat, token)}});
  }
  Response response = document(
      {{"id", opened.id},
       {"host", opened.host},
       {"join", opened.join},
       {"seats", seats},
       {"links",
        {{"join", link + "&join=" + opened.join}, {"watch", link}, {"host", link + "&host=" + opened.host}, {"seats", links}}}});
  response.status = 201;
  return response;
}

Settled open_wished(Tables& tables, Result<TableWish> wish, double now) {
  if (!wish) return refusal(wish.error());
  auto answer = std::make_shared<Pending>();
  const auto opened = tables.open(std::move(*wish), now, [answer](const OpenedTable& table, const Result<void>& kept) {
    answer->put(kept ? opened_document(table) : table_refusal(503, {"not_kept", kept.error()}));
  });
  if (!opened) return refusal(opened.error());
  if (answer->response) return std::move(*answer->response);
  return Awaited{answer, longest_wait, table_refusal(503, {"not_kept", Error{"the table was not kept in time", {}}})};
}

Reply open_table(Tables& tables, Doorkeeper& door, const Offer& offer, const HubOptions& options, const Json& body,
                 const std::string& address, double now) {
  if (!options.random) return table_refusal(404, {"none", Error{"this server has no tables", {}}});
  if (!door.admits(address, now)) {
    Response refused = table_refusal(
        429, {"too_many", Error{fmt::format("{} tables were opened in this minute", most_a_minute), "wait a minute"}});
    refused.headers.emplace_back("Retry-After", "60");
    return refused;
  }
  // A record may be long, and playing it out takes its time: nobody else's.
  if (body.is_object() && body.contains("record"))
    return Prepared{longest_wait, [&tables, &offer, body](const std::stop_token&) -> std::function<Settled(double)> {
                      auto wish = std::make_shared<Result<TableWish>>(wish_of(offer, body));
                      return [&tables, wish](double then) { return open_wished(tables, std::move(*wish), then); };
                    }};
  return std::visit([](auto settled) -> Reply { return settled; }, open_wished(tables, wish_of(offer, body), now));
}

Response looked_at(const Tables& tables, const std::string& id, const std::string& part, double now) {
  const SharedTable* table = tables.find(id);
  if (table == nullptr || (!part.empty() && part != "record"))
    return table_refusal(404, {"unknown", Error{"there is no table '" + id.substr(0, 40) + "'",
                                                "it may be over: finished games are at /api/finished"}});
  if (part.empty()) return document(*tables.document(id, now));
  if (!table->options().watch && table->phase() != Phase::ended)
    return table_refusal(403, {"no_watching", Error{"this table is for those who play at it", {}}});
  const Record record = table->record();
  Json out = record_document(record);
  out["record"] = write_record(record);
  return document(out);
}

int hex(char c) { return c >= '0' && c <= '9' ? c - '0' : (c | 32) >= 'a' && (c | 32) <= 'f' ? (c | 32) - 'a' + 10 : -1; }

std::string decoded(std::string_view text) {
  std::string out;
  for (std::size_t k = 0; k < text.size(); ++k) {
    if (text[k] == '%' && k + 2 < text.size() && hex(text[k + 1]) >= 0 && hex(text[k + 2]) >= 0) {
      out += static_cast<char>(hex(text[k + 1]) * 16 + hex(text[k + 2]));
      k += 2;
    } else {
      out += text[k] == '+' ? ' ' : text[k];
    }
  }
  return out;
}

std::map<std::string, std::string> asked_for(std::string_view query) {
  std::map<std::string, std::string> out;
  while (!query.empty()) {
    const std::string_view part = query.substr(0, query.find('&'));
    query.remove_prefix(std::min(query.size(), part.size() + 1));
    const std::size_t equals = part.find('=');
    if (!part.empty())
      out[decoded(part.substr(0, equals))] = equals == std::string_view::npos ? "" : decoded(part.substr(equals + 1));
  }
  return out;
}

}  // namespace

bool Doorkeeper::admits(const std::string& address, double now) {
  if (address.empty() || address.starts_with("127.") || address == "::1") return true;
  constexpr double minute = 60;
  std::erase_if(counts_, [&](const auto& one) { return now - one.second.since >= minute; });
  Count& count = counts_.try_emplace(address, Count{now, 0}).first->second;
  return ++count.tables <= most_a_minute;
}

std::optional<Reply> answer_table_request(Tables& tables, Doorkeeper& door, const Offer& offer, const HubOptions& options,
                                          const Request& request, const std::string& query, const std::string& address,
                                          bool is_operator, double now) {
  constexpr std::string_view all = "/api/tables", finished = "/api/finished";
  const std::string& path = request.path;
  if (path == all) {
    if (request.method == "GET") return document(tables.listed(now));
    if (!options.everybody_opens && !is_operator)
      return table_refusal(401, {"operators", Error{"only who runs this server opens tables here", {}}});
    return open_table(tables, door, offer, options, request.body, address, now);
  }
  if (path.starts_with(all)) {
    const std::string rest = path.substr(all.size() + 1);
    const std::size_t slash = rest.find('/');
    return looked_at(tables, rest.substr(0, slash), slash == std::string::npos ? "" : rest.substr(slash + 1), now);
  }
  if (!path.starts_with(finished)) return std::nullopt;
  if (!options.finished)
    return table_refusal(404, {"nothing_kept", Error{"this server keeps no games", "start it with --data DIR"}});
  const std::string id = path.size() > finished.size() ? path.substr(finished.size() + 1) : "";
  constexpr double longest_look = 20;
  return Later{Lane::side, longest_look, [find = options.finished, id, asked = asked_for(query)](const std::stop_token&) {
                 const auto found = find(id, asked);
                 return found ? document(*found) : refusal(found.error());
               }};
}

}  // namespace banmen::serve
