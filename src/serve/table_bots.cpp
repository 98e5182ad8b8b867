// What bots do at shared tables. They are no guests: nobody sends them messages, only the referee's lines.
#include <fmt/format.h>

#include "play/agents.hpp"
#include "serve/tables.hpp"

namespace banmen::serve {

Ruled<BotSeat> Tables::bot_seat(const std::string& id, const std::string& token, double now) const {
  const SharedTable* table = find(id);
  // Played again, the game is at another table, and the bot still has the link to the first one.
  if (table == nullptr || table->phase() == Phase::ended)
    for (const auto& [other, entry] : tables_) {
      if (entry->is_new || entry->table.plan().origin != id || !entry->table.seat_of_token(token)) continue;
      if (table == nullptr || entry->table.plan().created >= table->plan().created) table = &entry->table;
    }
  if (table == nullptr) return refuse("unknown", "there is no table '" + id.substr(0, 40) + "'");
  const auto seat = table->seat_of_token(token);
  if (!seat) return refuse("wrong_token", "this token opens no seat of table " + id);
  if (table->seat(*seat).who != TableSeat::Who::bot) return refuse("persons_seat", "this seat is for a person, not for a bot");
  if (table->phase() == Phase::ended && !may_play_again(table->id(), now)) return refuse("over", "the game is over");
  return BotSeat{table->id(), *seat};
}

bool Tables::may_play_again(const std::string& id, double now) const {
  const auto found = tables_.find(id);
  if (found == tables_.end()) return false;
  const Entry& entry = *found->second;
  for (std::size_t k = 0; k < entry.there.seats.size(); ++k)
    if (entry.table.seats()[k].who == TableSeat::Who::human &&
        (entry.there.seats[k] != 0 || now - entry.there.since[k] < EngineReferee::patience))
      return entry.rematch.empty();
  return false;
}

bool Tables::bot_arrives(Client bot, const std::string& id, Seat seat, const std::string& title, double now) {
  const auto found = tables_.find(id);
  if (found == tables_.end() || found->second->change) return false;
  Entry& entry = *found->second;
  Client& there = entry.there.seats[static_cast<std::size_t>(seat)];
  if (there != 0) places_.erase(there);  // the same bot from elsewhere: the older one is told to go
  there = bot;
  places_[bot] = {id, seat, false, false};
  entry.people_changed = true;
  change(entry, {}, now, [&](SharedTable& next) -> Ruling {
    next.greet_bot(seat, title, moment(now));
    next.begin(entry.there, options_.random, moment(now));
    return {};
  });
  return true;
}

std::optional<Seat> Tables::bot_place(Client bot) const {
  const auto place = places_.find(bot);
  return place == places_.end() ? std::nullopt : place->second.seat;
}

bool Tables::bot_has_moved(Client bot) const {
  const auto place = places_.find(bot);
  if (place == places_.end()) return true;
  const Entry& entry = *tables_.at(place->second.table);
  return entry.change || !entry.held.empty();
}

void Tables::bot_moves(Client bot, std::size_t ply, const std::string& move, double now) {
  Entry* entry = entry_of(bot);
  if (entry == nullptr || entry->table.ply() != ply || entry->table.turn() != places_[bot].seat) return;
  entry->held = move;
  go_on(*entry, now);
}

bool Tables::bot_fails(Client bot, const std::string& verdict, double now) {
  Entry* entry = entry_of(bot);
  if (entry == nullptr) return true;
  if (entry->change) return false;
  const Seat seat = *places_[bot].seat;
  if (entry->table.phase() == Phase::ended || entry->table.phase() == Phase::waiting) return true;
  change(*entry, {}, now, [&](SharedTable& next) -> Ruling {
    next.forfeit(seat, verdict, moment(now));
    return {};
  });
  return true;
}

void Tables::miss_bot(Entry& entry, double now) {
  if (entry.removed || entry.change || entry.table.phase() != Phase::running) return;
  const Seat turn = entry.table.turn();
  if (turn < 0 || entry.table.seat(turn).who != TableSeat::Who::bot || entry.table.agent_at(turn) != nullptr) return;
  const auto k = static_cast<std::size_t>(turn);
  if (entry.there.seats[k] != 0 || now - entry.there.since[k] < EngineReferee::patience) return;
  change(entry, {}, now, [&](SharedTable& next) -> Ruling {
    next.forfeit(turn, fmt::format("it left, and did not come back within {:g} s", EngineReferee::patience), moment(now));
    return {};
  });
}

}  // namespace banmen::serve
