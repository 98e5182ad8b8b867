#include "serve/events.hpp"

#include <algorithm>
#include <cmath>

#include "catalog/scene_json.hpp"
#include "core/text.hpp"
#include "play/documents.hpp"
#include "serve/table.hpp"

namespace banmen::serve {

Json TableError::document() const {
  Json out = error_document(error);
  if (!key.empty()) out["key"] = "table." + key;
  return out;
}

tl::unexpected<TableError> refuse(std::string key, std::string what, std::string hint) {
  return tl::unexpected<TableError>(TableError{std::move(key), Error{std::move(what), std::move(hint)}});
}

tl::unexpected<TableError> refuse(Error error) { return tl::unexpected<TableError>(TableError{{}, std::move(error)}); }

std::string_view word(ClockRule::Kind kind) {
  switch (kind) {
    case ClockRule::Kind::none: break;
    case ClockRule::Kind::move: return "move";
    case ClockRule::Kind::fischer: return "fischer";
  }
  return "none";
}

std::string_view word(Phase phase) {
  switch (phase) {
    case Phase::waiting: return "waiting";
    case Phase::running: return "running";
    case Phase::paused: return "paused";
    case Phase::ended: break;
  }
  return "ended";
}

// ---- Values

std::vector<std::string> picture_lines(const Session& session) {
  std::vector<std::string> lines;
  const std::string plain = session.picture().plain();
  for (const std::string_view line : split(plain, '\n'))
    if (!line.empty()) lines.emplace_back(line);
  return lines;
}

std::optional<Ending> ending_of(const LiveGame& game, const std::string& verdict) {
  if (!game.ending()) return std::nullopt;
  Ending out{game.ending()->how, {}, verdict};
  for (Seat seat = 0; seat < game.open_game().players(); ++seat)
    if (game.open_game().seat_name(seat) == game.ending()->seat) out.seat = seat;
  return out;
}

Standing standing_of(const LiveGame& game, const std::string& verdict) {
  const Session& session = game.session();
  return {session.position(), game.is_over() ? over : session.turn(), session.score(), session.result(), ending_of(game, verdict)};
}

Moved last_move(const LiveGame& game, Seat mover, const std::string& verdict) {
  const Session& session = game.session();
  Moved out{session.history().size() - 1, mover, session.history().back(), session.steps(), {}, standing_of(game, verdict)};
  if (!session.layout()) out.picture = picture_lines(session);
  return out;
}

// ---- JSON

namespace {

template <class T>
Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json seat_json(std::optional<Seat> seat) { return seat ? Json(static_cast<int>(*seat)) : Json(nullptr); }

Json seats_json(const std::vector<Seat>& seats) {
  Json all = Json::array();
  for (const Seat seat : seats) all.push_back(static_cast<int>(seat));
  return all;
}

void add_standing(Json& message, const Standing& standing) {
  message["position"] = standing.position;
  message["turn"] = turn_json(standing.turn);
  message["score"] = standing.score;
  message["result"] = or_null(standing.result);
  message["ended"] = to_json(standing.ended);
}

/// Fields that only some events have.
template <class Message>
void add_some(Json& message, const Message& event) {
  if (event.clock) message["clock"] = to_json(*event.clock);
  if constexpr (requires { event.phase; })
    if (event.phase) message["phase"] = word(*event.phase);
  if constexpr (requires { event.seed; })
    if (event.seed) message["seed"] = seed_json(*event.seed);
}

Json message_of(const Moved& event) {
  Json out = {{"type", "moved"}, {"ply", event.ply}, {"seat", turn_json(event.seat)}, {"move", event.move}};
  out["steps"] = scene::to_json(event.steps);
  if (event.picture) out["picture"] = *event.picture;
  add_standing(out, event.standing);
  add_some(out, event);
  return out;
}

Json message_of(const Ended& event) {
  Json out = {{"type", "ended"}};
  out.update(to_json(std::optional(event.ending)));
  out["result"] = or_null(event.result);
  add_some(out, event);
  return out;
}

Json message_of(const Offers& event) {
  Json out = {{"type", "offers"}, {"offers", to_json(event.offers)}};
  if (event.refused) out["refused"] = {{"what", word(event.refused->what)}, {"by", static_cast<int>(event.refused->by)}};
  return out;
}

Json message_of(const Presence& event) {
  return {{"type", "presence"}, {"seats", to_json(event.seats)}, {"watchers", event.watchers}, {"phase", word(event.phase)}};
}

Json message_of(const Thinking& event) {
  Json out = {{"type", "thinking"}, {"seat", static_cast<int>(event.seat)}, {"agent", event.agent}};
  add_some(out, event);
  if (event.waits) out["waits"] = true;
  return out;
}

Json message_of(const Refused& event) {
  return {{"type", "refused"}, {"ply", or_null(event.ply)}, {"error", event.error.document()}};
}

Json message_of(const Problem& event) { return {{"type", "error"}, {"error", event.error.document()}}; }

Json message_of(const Unseated& event) { return {{"type", "unseated"}, {"why", event.why}}; }

Json message_of(const Rematch& event) {
  Json out = {{"type", "rematch"}, {"table", event.table}};
  if (event.seat) out["seat"] = static_cast<int>(*event.seat);
  if (!event.token.empty()) out["token"] = event.token;
  if (!event.host.empty()) out["host"] = event.host;
  return out;
}

}  // namespace

Json to_json(const Event& event) {
  return std::visit([](const auto& one) { return message_of(one); }, event);
}

Outgoing outgoing(Client client, const Event& event) {
  using Group = Outgoing::Group;
  const Group group = std::visit(Overloaded{[](const Refused&) { return Group::none; }, [](const Problem&) { return Group::none; },
                                            [](const Unseated&) { return Group::none; }, [](const Rematch&) { return Group::none; },
                                            [](const auto&) { return Group::game; }},
                                 event);
  return {client, write(to_json(event)), group, false, 0};
}

std::string with_fields(std::string message, const Json& more, std::string_view name, const std::string& serialised) {
  message.pop_back();
  if (!more.empty()) message.append(",").append(write(more), 1).pop_back();
  message.append(",\"").append(name).append("\":").append(serialised).append("}");
  return message;
}

Json to_json(const std::vector<OfferNow>& offers) {
  Json all = Json::array();
  for (const OfferNow& one : offers)
    all.push_back({{"what", word(one.what)},
                   {"by", static_cast<int>(one.by)},
                   {"yes", seats_json(one.yes)},
                   {"waits", seats_json(one.waits)}});
  return all;
}

Json to_json(const ClockNow& clock) {
  Json out = {{"kind", word(clock.rule.kind)}};
  if (clock.rule.kind == ClockRule::Kind::none) return out;
  out["seconds"] = clock.rule.seconds;
  if (clock.rule.kind == ClockRule::Kind::fischer) out["increment"] = clock.rule.increment;
  Json left = Json::array();
  for (const double seconds : clock.left) left.push_back(std::round(seconds * 1000) / 1000);
  out["left"] = left;
  out["running"] = seat_json(clock.running);
  return out;
}

Json to_json(const std::vector<SeatNow>& seats) {
  Json all = Json::array();
  for (const SeatNow& one : seats) {
    Json out = {{"seat", static_cast<int>(one.seat)}, {"name", one.name}, {"who", one.who}};
    if (one.present) out["present"] = *one.present;
    if (!one.person.empty()) out["person"] = one.person;
    if (!one.agent.empty()) out["agent"] = one.agent;
    if (one.away) out["away"] = *one.away;
    if (!one.substitute.empty()) out["substitute"] = one.substitute;
    if (!one.out.empty()) out["out"] = one.out;
    all.push_back(std::move(out));
  }
  return all;
}

Json to_json(const std::optional<Ending>& ending) {
  if (!ending) return nullptr;
  Json out = {{"how", ending->how}, {"seat", seat_json(ending->seat)}};
  if (!ending->verdict.empty()) out["verdict"] = ending->verdict;
  return out;
}

Json turn_json(Seat turn) { return turn == chance ? Json("chance") : turn == over ? Json("over") : Json(static_cast<int>(turn)); }

Json seed_json(std::uint64_t seed) {
  constexpr std::uint64_t most_exact = std::uint64_t{1} << 53;  // of numbers in a browser
  return seed <= most_exact ? Json(seed) : Json(std::to_string(seed));
}

// ---- Documents of a table

Json table_message(const Table& table, const Attendance& there, double now) {
  const LiveGame& game = table.game();
  const Session& session = game.session();
  const TableOptions& options = table.options();
  Json message = {{"type", "table"}, {"seats", to_json(table.seats_now(there, now))}};
  if (table.policy().tokens) {
    message["table"] = table.id();
    message["phase"] = word(table.phase());
    message["clock"] = to_json(table.clock().read(now));
    message["watchers"] = there.watchers;
    message["options"] = {{"takeback", options.takeback},
                          {"listed", options.listed},
                          {"kept", options.kept},
                          {"watch", options.watch},
                          {"seating", options.drawn ? "drawn" : "chosen"},
                          {"substitute", table.plan().substitute.shown},
                          {"claim_after", options.claim_after}};
    message["offers"] = to_json(table.offers_now());
  } else {
    message["paused"] = table.paused();
  }
  message["game"] = game.open_game().name();
  message["ply"] = table.ply();
  message["start"] = session.start();
  message["history"] = session.history();
  message["layout"] = layout_document(game.open_game(), session);
  message["scene"] = scene::to_json(session.scene());
  message["picture"] = picture_lines(session);
  add_standing(message, table.standing());
  if (table.shows_seed()) message["seed"] = seed_json(game.seed());
  return message;
}

Json summary(const Table& table, const Attendance& there, double now) {
  const auto open = std::count_if(table.seats().begin(), table.seats().end(),
                                  [](const TableSeat& one) { return one.who == TableSeat::Who::open; });
  return {{"id", table.id()},
          {"game", table.game().open_game().name()},
          {"seats", to_json(table.seats_now(there, now))},
          {"phase", word(table.phase())},
          {"ply", table.ply()},
          {"clock", to_json(table.clock().read(now))},
          {"watchers", there.watchers},
          {"open", open},
          {"created", table.plan().created}};
}

Json whole_document(const Table& table, const Attendance& there, double now) {
  const Session& session = table.game().session();
  Json out = summary(table, there, now);
  out["turn"] = table.phase() == Phase::ended ? Json("over") : turn_json(session.turn());
  out["start"] = session.start();
  out["moves"] = session.history();
  out["position"] = session.position();
  out["result"] = or_null(session.result());
  out["ended"] = to_json(table.ending());
  out["kept"] = table.options().kept;
  out["listed"] = table.options().listed;
  if (table.shows_seed()) out["seed"] = seed_json(table.game().seed());
  return out;
}

Json missed(const Table& table, std::size_t from) {
  const std::unique_ptr<Session> session = table.game().session().copy();
  while (session->history().size() > from) (void)session->undo();
  Json all = Json::array();
  for (std::size_t k = from; k < table.played().size(); ++k) {
    const KeptMove& move = table.played()[k];
    (void)session->play(move.text);
    all.push_back({{"ply", k},
                   {"seat", turn_json(static_cast<Seat>(move.seat))},
                   {"move", move.text},
                   {"steps", scene::to_json(session->steps())}});
  }
  return all;
}

}  // namespace banmen::serve
