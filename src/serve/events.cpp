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

namespace {

template <class T>
Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json seats_json(const std::vector<Seat>& seats) {
  Json all = Json::array();
  for (const Seat seat : seats) all.push_back(static_cast<int>(seat));
  return all;
}

Json seats_json(const Table& table, const Attendance& there, double now) {
  Json all = Json::array();
  for (Seat k = 0; k < table.players(); ++k) {
    const TableSeat& one = table.seat(k);
    Json out = {{"seat", static_cast<int>(k)}, {"name", table.game().session().seat_name(k)}, {"who", word(one.who)}};
    if (!one.name.empty()) out["person"] = one.name;
    if (one.who == SeatWho::agent) out["agent"] = one.agent.shown;
    if (table.policy().tokens) {
      const bool present = one.who == SeatWho::agent || there.seats[static_cast<std::size_t>(k)] != 0;
      out["present"] = present;
      if (!present && one.who != SeatWho::open)
        out["away"] = std::floor(std::max(0.0, now - there.since[static_cast<std::size_t>(k)]));
    }
    if (one.substituted) out["substitute"] = table.plan().substitute.shown;
    if (!one.out.empty()) out["out"] = one.out;
    all.push_back(std::move(out));
  }
  return all;
}

Json clock_json(const Table& table, double now) {
  const ClockRule& rule = table.clock().rule();
  Json out = {{"kind", word(rule.kind)}};
  if (rule.kind == ClockRule::Kind::none) return out;
  out["seconds"] = rule.seconds;
  if (rule.kind == ClockRule::Kind::fischer) out["increment"] = rule.increment;
  Json left = Json::array();
  for (Seat seat = 0; seat < table.players(); ++seat) left.push_back(std::round(table.clock().left(seat, now) * 1000) / 1000);
  out["left"] = left;
  const auto running = table.clock().running();
  out["running"] = running ? Json(static_cast<int>(*running)) : Json(nullptr);
  return out;
}

Json offers_json(const Table& table) {
  Json all = Json::array();
  for (const TableOffer& one : table.offers())
    all.push_back({{"what", word(one.what)},
                   {"by", static_cast<int>(one.by)},
                   {"yes", seats_json(one.yes)},
                   {"waits", seats_json(table.waits(one))}});
  return all;
}

/// A number if a double holds it exactly, else text.
void add_seed(Json& message, const Table& table) {
  constexpr std::uint64_t most_exact = std::uint64_t{1} << 53;
  const std::uint64_t seed = table.game().seed();
  if (table.shows_seed()) message["seed"] = seed <= most_exact ? Json(seed) : Json(std::to_string(seed));
}

}  // namespace

Json turn_json(Seat turn) { return turn == chance ? Json("chance") : turn == over ? Json("over") : Json(static_cast<int>(turn)); }

Json ended_json(const LiveGame& game, const std::string& verdict) {
  const auto& ending = game.ending();
  if (!ending) return nullptr;
  Json out = {{"how", ending->how}, {"seat", nullptr}};
  for (Seat seat = 0; seat < game.open_game().players(); ++seat)
    if (game.open_game().seat_name(seat) == ending->seat) out["seat"] = static_cast<int>(seat);
  if (!verdict.empty()) out["verdict"] = verdict;
  return out;
}

// ---- Messages

Json to_json(const Notice& notice) {
  return std::visit(Overloaded{[](const Refused& one) -> Json {
                                 return {{"type", "refused"}, {"ply", or_null(one.ply)}, {"error", one.error.document()}};
                               },
                               [](const Problem& one) -> Json {
                                 return {{"type", "error"}, {"error", one.error.document()}};
                               },
                               [](const Unseated& one) -> Json {
                                 return {{"type", "unseated"}, {"why", one.why}};
                               },
                               [](const Rematch& one) {
                                 Json out = {{"type", "rematch"}, {"table", one.table}};
                                 if (one.seat) out["seat"] = static_cast<int>(*one.seat);
                                 if (!one.token.empty()) out["token"] = one.token;
                                 if (!one.host.empty()) out["host"] = one.host;
                                 return out;
                               }},
                    notice);
}

Json to_json(const Event& event, const Table& table, const Attendance& there, double now) {
  const bool shared = table.policy().tokens;
  Json out = std::visit(
      Overloaded{[&](const Moved& one) {
                   Json out = {{"type", "moved"}, {"ply", one.ply}, {"seat", turn_json(one.seat)}, {"move", one.move}};
                   out["steps"] = scene::to_json(one.steps);
                   if (one.picture) out["picture"] = *one.picture;
                   out["position"] = one.position;
                   out["turn"] = turn_json(one.turn);
                   out["score"] = one.score;
                   out["result"] = or_null(one.result);
                   out["ended"] = ended_json(table.game(), table.verdict());
                   if (shared) out["phase"] = word(table.phase());
                   if (shared) add_seed(out, table);
                   return out;
                 },
                 [&](const Ended&) {
                   Json out = ended_json(table.game(), table.verdict());
                   out["type"] = "ended";
                   out["result"] = or_null(table.game().session().result());
                   if (shared) add_seed(out, table);
                   return out;
                 },
                 [&](const Offers& one) {
                   Json out = {{"type", "offers"}, {"offers", offers_json(table)}};
                   if (one.refused) out["refused"] = {{"what", word(*one.refused)}, {"by", static_cast<int>(one.by)}};
                   return out;
                 },
                 [&](const Presence&) -> Json {
                   return {{"type", "presence"},
                           {"seats", seats_json(table, there, now)},
                           {"watchers", there.watchers},
                           {"phase", word(table.phase())}};
                 },
                 [&](const Thinking& one) {
                   const Seat seat = table.turn();
                   Json out = {{"type", "thinking"}, {"seat", static_cast<int>(seat)}, {"agent", table.agent_at(seat)->shown}};
                   if (one.waits) out["waits"] = true;
                   return out;
                 },
                 [](const Problem& one) { return to_json(Notice(one)); }},
      event);
  const bool timed =
      std::holds_alternative<Moved>(event) || std::holds_alternative<Ended>(event) || std::holds_alternative<Thinking>(event);
  if (timed && table.policy().timed) out["clock"] = clock_json(table, now);
  return out;
}

std::string with_fields(std::string message, const Json& more, std::string_view name, const std::string& serialised) {
  message.pop_back();
  if (!more.empty()) message.append(",").append(write(more), 1).pop_back();
  message.append(",\"").append(name).append("\":").append(serialised).append("}");
  return message;
}

// ---- Documents of a table

Json table_message(const Table& table, const Attendance& there, double now) {
  const LiveGame& game = table.game();
  const Session& session = game.session();
  const TableOptions& options = table.options();
  Json message = {{"type", "table"}, {"seats", seats_json(table, there, now)}};
  if (table.policy().tokens) {
    message["table"] = table.id();
    message["phase"] = word(table.phase());
    message["clock"] = clock_json(table, now);
    message["watchers"] = there.watchers;
    message["options"] = {{"takeback", options.takeback},
                          {"listed", options.listed},
                          {"kept", options.kept},
                          {"watch", options.watch},
                          {"seating", options.drawn ? "drawn" : "chosen"},
                          {"substitute", table.plan().substitute.shown},
                          {"claim_after", options.claim_after}};
    message["offers"] = offers_json(table);
  } else {
    message["paused"] = table.paused();
  }
  message["game"] = game.open_game().name();
  message["ply"] = table.ply();
  message["start"] = session.start();
  message["history"] = session.history();
  message["layout"] = layout_document(game.open_game(), session);
  message["scene"] = scene::to_json(session.scene());
  message["picture"] = picture_lines(session.picture());
  message["position"] = session.position();
  message["turn"] = turn_json(game.is_over() ? over : session.turn());
  message["score"] = session.score();
  message["result"] = or_null(session.result());
  message["ended"] = ended_json(game, table.verdict());
  add_seed(message, table);
  return message;
}

Json summary(const Table& table, const Attendance& there, double now) {
  const auto open =
      std::count_if(table.seats().begin(), table.seats().end(), [](const TableSeat& one) { return one.who == SeatWho::open; });
  return {{"id", table.id()},
          {"game", table.game().open_game().name()},
          {"seats", seats_json(table, there, now)},
          {"phase", word(table.phase())},
          {"ply", table.ply()},
          {"clock", clock_json(table, now)},
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
  out["ended"] = ended_json(table.game(), table.verdict());
  out["kept"] = table.options().kept;
  out["listed"] = table.options().listed;
  add_seed(out, table);
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
