// What a shared table says of itself: messages to those at it, documents to those who ask.
#include <algorithm>
#include <cmath>

#include "catalog/scene_json.hpp"
#include "serve/shared_table.hpp"

namespace banmen::serve {

Json SharedTable::seat_documents(const Attendance& there, double now) const {
  Json all = Json::array();
  for (Seat k = 0; k < players(); ++k) {
    const TableSeat& one = seat(k);
    const auto index = static_cast<std::size_t>(k);
    const bool present = one.who == TableSeat::Who::agent || there.seats[index] != 0;
    Json out = {
        {"seat", static_cast<int>(k)}, {"name", game_.session().seat_name(k)}, {"who", word(one.who)}, {"present", present}};
    if (!one.name.empty()) out["person"] = one.name;
    if (one.who == TableSeat::Who::agent) out["agent"] = one.agent.shown;
    if (!present && one.who != TableSeat::Who::open) out["away"] = std::floor(std::max(0.0, now - there.since[index]));
    if (one.substituted) out["substitute"] = plan_.substitute.shown;
    if (!one.out.empty()) out["out"] = one.out;
    all.push_back(std::move(out));
  }
  return all;
}

std::vector<std::string> SharedTable::names() const {
  std::vector<std::string> all;
  for (const TableSeat& one : plan_.seats)
    if (!one.name.empty()) all.push_back(one.name);
  return all;
}

Json SharedTable::offers_document() const {
  const auto numbers = [](const std::vector<Seat>& seats) {
    Json all = Json::array();
    for (const Seat seat : seats) all.push_back(static_cast<int>(seat));
    return all;
  };
  Json all = Json::array();
  for (const TableOffer& one : offers_)
    all.push_back(
        {{"what", one.what}, {"by", static_cast<int>(one.by)}, {"yes", numbers(one.yes)}, {"waits", numbers(waits(one))}});
  return all;
}

void SharedTable::say_offers(const TableOffer* refused) {
  Json message = {{"type", "offers"}, {"offers", offers_document()}};
  if (refused != nullptr) message["refused"] = {{"what", refused->what}, {"by", static_cast<int>(refused->by)}};
  said.push_back({std::move(message), {}, nullptr});
}

Json SharedTable::choices_for(std::optional<Seat> at) const { return chooses(at) ? choices_of(game_.session()) : Json(nullptr); }

bool SharedTable::chooses(std::optional<Seat> at) const {
  return phase_ == Phase::running && at && *at == turn() && agent_at(*at) == nullptr;
}

Json SharedTable::table_message(const Attendance& there, double now) const {
  const TableOptions& options = plan_.options;
  Json message = {{"type", "table"},
                  {"table", plan_.id},
                  {"phase", word(phase_)},
                  {"seats", seat_documents(there, now)},
                  {"clock", clock_.document(now)},
                  {"watchers", there.watchers},
                  {"options",
                   {{"takeback", options.takeback},
                    {"listed", options.listed},
                    {"kept", options.kept},
                    {"watch", options.watch},
                    {"seating", options.drawn ? "drawn" : "chosen"},
                    {"substitute", plan_.substitute.shown},
                    {"claim_after", options.claim_after}}},
                  {"offers", offers_document()}};
  add_board(message, game_);
  add_standing(message, game_, nullptr, verdict_);
  if (phase_ == Phase::ended) message["seed"] = seed_document(game_.seed());
  return message;
}

Json SharedTable::presence_message(const Attendance& there, double now) const {
  return {{"type", "presence"}, {"seats", seat_documents(there, now)}, {"watchers", there.watchers}, {"phase", word(phase_)}};
}

Json SharedTable::summary(const Attendance& there, double now) const {
  const auto open =
      std::count_if(plan_.seats.begin(), plan_.seats.end(), [](const TableSeat& one) { return one.who == TableSeat::Who::open; });
  return {{"id", plan_.id},
          {"game", game_.table().name()},
          {"seats", seat_documents(there, now)},
          {"phase", word(phase_)},
          {"ply", ply()},
          {"clock", clock_.document(now)},
          {"watchers", there.watchers},
          {"open", open},
          {"created", plan_.created}};
}

Json SharedTable::whole_document(const Attendance& there, double now) const {
  const Session& session = game_.session();
  const auto result = session.result();
  Json out = summary(there, now);
  out["turn"] = phase_ == Phase::ended ? Json("over") : turn_json(session.turn());
  out["start"] = session.start();
  out["moves"] = session.history();
  out["position"] = session.position();
  out["result"] = result ? Json(*result) : Json(nullptr);
  out["ended"] = ended_document(game_, verdict_);
  out["kept"] = plan_.options.kept;
  out["listed"] = plan_.options.listed;
  if (phase_ == Phase::ended) out["seed"] = seed_document(game_.seed());
  return out;
}

Json SharedTable::missed(std::size_t from) const {
  const std::unique_ptr<Session> session = game_.session().copy();
  while (session->history().size() > from) (void)session->undo();
  Json all = Json::array();
  for (std::size_t k = from; k < played_.size(); ++k) {
    (void)session->play(played_[k].text);
    all.push_back({{"ply", k},
                   {"seat", turn_json(static_cast<Seat>(played_[k].seat))},
                   {"move", played_[k].text},
                   {"steps", scene::to_json(session->steps())}});
  }
  return all;
}

}  // namespace banmen::serve
