#include "serve/tables.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "play/agents.hpp"

namespace banmen::serve {
namespace {

constexpr double forgotten_after = 600;  // seconds; an empty table that waits or has ended
constexpr double abandoned_after = 7 * 24 * 3600;

Error too_many_tables() {
  return {fmt::format("there are {} tables already", Tables::most_tables), "try again later", 0, 0, {}, ErrorKind::no_answer};
}

}  // namespace

// ---- Changes

void Tables::change(Entry& entry, Sender by, double now, const Rule& rule) {
  if (!entry.table.policy().stored) {  // nothing to wait for, so no copy of a long game
    const std::size_t before = entry.table.ply();
    if (const auto ruled = rule(entry.table); !ruled) {
      entry.table.said.clear();
      return refuse_to(entry, by, ruled.error(), now);
    }
    return made(entry, by, before, now);
  }
  Table next = entry.table;
  if (const auto ruled = rule(next); !ruled) return refuse_to(entry, by, ruled.error(), now);
  keep(entry, {std::move(next), std::move(by), now}, now);
}

void Tables::refuse_to(Entry& entry, const Sender& by, const TableError& why, double now) {
  if (by.client == 0) {  // dice or an agent: an error in the game itself
    for (const Client guest : entry.guests) send_error(guest, why);
    if (entry.table.acts()) change(entry, {}, now, [&](Table& next) { return next.stop_short(moment(now)); });
    return;
  }
  if (by.moves)
    send(by.client, Refused{by.ply, why});
  else
    send_error(by.client, why);
  if ((by.moves || by.answer) && entry.guests.contains(by.client)) send_table(entry, by.client, now);
}

void Tables::keep(Entry& entry, Change change, double now) {
  if (!options_.keeps || !(change.next.lasting() || entry.is_new)) return settle(entry, std::move(change), now);
  entry.commit = ++last_commit_;
  commits_.emplace(entry.commit, entry.table.id());
  effects_.commits.push_back({entry.commit, change.next.kept(entry.is_new ? nullptr : &entry.table, now, moment(now).wall)});
  entry.change.emplace(std::move(change));
}

void Tables::committed(std::uint64_t id, const Result<void>& kept, double now) {
  const auto found = commits_.find(id);
  if (found == commits_.end()) return;
  const std::string table = found->second;
  commits_.erase(found);
  const auto at = tables_.find(table);
  if (at == tables_.end() || !at->second->change || at->second->commit != id) return;
  Entry& entry = *at->second;
  Change change = std::move(*entry.change);
  entry.change.reset();
  if (kept) return settle(entry, std::move(change), now);
  not_kept(entry, change.by, now);
  drain(entry, now);
}

void Tables::not_kept(Entry& entry, const Sender& by, double now) {
  // The store's own error names its path; only the operator sees it.
  Error what{"the server could not store this, so it was not done", "nothing is lost; try again in a moment"};
  what.kind = ErrorKind::failed;
  const TableError error{"not_kept", std::move(what)};
  if (by.failed) by.failed(error.error);
  if (entry.is_new) return remove(entry, "closed", now);
  if (by.client != 0) return refuse_to(entry, by, error, now);
  entry.again = now + 1;  // retry; the disk may have room again
}

void Tables::settle(Entry& entry, Change change, double now) {
  const std::size_t before = entry.table.ply();
  entry.table = std::move(change.next);
  entry.is_new = false;
  entry.table.stored(change.made, now);
  made(entry, change.by, before, now);
}

void Tables::made(Entry& entry, const Sender& by, std::size_t before, double now) {
  Table& table = entry.table;
  lists_.clear();
  if (by.settled) by.settled();
  if (!table.drawn_from.empty()) {
    const Attendance there = entry.there;
    for (std::size_t k = 0; k < table.drawn_from.size(); ++k) {
      entry.there.seats[k] = there.seats[table.drawn_from[k]];
      entry.there.since[k] = there.since[table.drawn_from[k]];
      if (entry.there.seats[k] != 0) places_[entry.there.seats[k]].seat = static_cast<Seat>(k);
    }
  }
  if (table.ply() != before || table.refresh || table.phase() == Phase::ended) {
    stop_thinking(entry);
    entry.held.clear();
  }
  tell(entry, by, now);
  if (table.rematch_agreed()) begin_rematch(entry, now);
  if (const auto orphan = std::exchange(entry.orphan, std::nullopt); orphan && table.phase() == Phase::waiting)
    return change(entry, {}, now, [&](Table& next) { return next.stand(*orphan, moment(now)); });
  drain(entry, now);
}

void Tables::tell(Entry& entry, const Sender& by, double now) {
  Table& table = entry.table;
  const std::vector<Event> said = std::exchange(table.said, {});
  const bool whole = std::exchange(table.refresh, false);
  table.drawn_from.clear();
  entry.people_changed |= whole;
  if (whole || by.answer) {
    const std::string message = write(table_message(table, entry.there, now));
    for (const Client guest : entry.guests)
      if (whole || guest == by.client) send_table(entry, guest, message, guest == by.client ? by : Sender{});
  }
  for (const Event& one : said) {
    const auto* moved = std::get_if<Moved>(&one);
    if (moved == nullptr) {
      send_all(entry, one, now);
      continue;
    }
    if (whole) continue;  // part of the whole table
    const bool last = moved->ply + 1 == table.ply();
    const std::string text = write(to_json(one, table, entry.there, now));
    for (const Client guest : entry.guests) {
      const bool chooses = last && table.chooses(places_.at(guest).seat);
      effects_.out.push_back({guest, with_fields(text, {}, "choices", chooses ? choices_text(table.game().session()) : "null"),
                              Outgoing::Group::game, false, 0});
    }
  }
}

void Tables::drain(Entry& entry, double now) {
  while (!entry.removed && !entry.change && !entry.waiting.empty()) {
    const Waiting next = std::move(entry.waiting.front());
    entry.waiting.pop_front();
    if (entry_of(next.client) == &entry) handle(next.client, entry, next.message, next.now);
  }
  continue_game(entry, now);
}

// ---- Agents and dice

void Tables::continue_game(Entry& entry, double now) {
  if (entry.removed || entry.change || entry.job != 0 || entry.again > now || !entry.table.acts()) return;
  if (slow_.contains(entry.owner)) return;
  if (is_unattended(entry)) return entry.table.search_waits(now);
  const Seat turn = entry.table.turn();
  if (turn == chance) return change(entry, {}, now, [&](Table& next) { return next.roll_on(moment(now)); });
  if (turn < 0) return;
  const bool agent = entry.table.agent_at(turn) != nullptr;
  if (!agent && entry.table.seat(turn).who != SeatWho::bot) return;
  if (entry.held.empty()) {
    if (agent) return think(entry, now);
    if (const Client bot = entry.there.seats[static_cast<std::size_t>(turn)]; bot != 0 && bots_turn) bots_turn(bot, now);
    return;
  }
  change(entry, {}, now, [&, move = entry.held](Table& next) { return next.agent_moves(move, moment(now)); });
}

void Tables::think(Entry& entry, double now) {
  Table& table = entry.table;
  const Lane lane = table.agents_only() ? Lane::background : Lane::move;
  const std::string payer = entry.owner != 0 ? address_of(entry.owner) : entry.payer.value_or("restored");
  const JobId job = shares_.enter(lane, payer, table.agent_at(table.turn())->cost, now,
                                  [this, &entry](JobId started, double then) { search(entry, started, then); });
  if (!shares_.waits(job)) return;
  entry.job = job;
  table.search_waits(now);
  send_all(entry, Thinking{true}, now);
}

void Tables::search(Entry& entry, JobId job, double now) {
  Table& table = entry.table;
  const Seat turn = table.turn();
  table.search_starts(now);
  double limit = longest_move;
  if (table.clock().running() == turn) limit = std::min(limit, std::max(0.05, 0.8 * table.clock().left(turn, now)));
  send_all(entry, Thinking{}, now);
  entry.job = job;
  thinking_.emplace(job, &entry);
  effects_.jobs.push_back({job, table.agents_only() ? Lane::background : Lane::move, limit,
                           [thinker = table.thinker()](const std::stop_token& stop) { return thinker.think(stop); }});
}

bool Tables::is_unattended(const Entry& entry) { return entry.owner == 0 && entry.guests.empty() && entry.table.agents_only(); }

void Tables::finished(JobId job, const Result<AnyAnswer>& answer, double now) {
  const auto found = thinking_.find(job);
  if (found == thinking_.end()) return;
  Entry& entry = *found->second;
  thinking_.erase(found);
  entry.job = 0;
  if (answer && !answer->lines.empty()) {
    entry.held = answer->lines.front().move;
    return continue_game(entry, now);
  }
  if (entry.change) {  // ask it again
    entry.again = now;
    return;
  }
  const Error error = answer ? Error{"the agent returned no move", {}} : answer.error();
  const Seat turn = entry.table.turn();
  if (error.kind == ErrorKind::stopped && entry.table.clock().running() == turn) return;  // its flag falls
  const Engaged& agent = *entry.table.agent_at(turn);
  if (!is_program(agent.name)) return refuse_to(entry, {}, {"", error}, now);
  change(entry, {}, now,
         [&, verdict = agent.shown + ": " + error.what](Table& next) { return next.forfeit(turn, verdict, moment(now)); });
}

std::optional<Client> Tables::waiting_for(JobId job) const {
  const auto found = thinking_.find(job);
  return found == thinking_.end() ? std::nullopt : std::optional(found->second->owner);
}

void Tables::stop_thinking(Entry& entry) {
  if (entry.job == 0) return;
  if (!shares_.cancel(entry.job)) effects_.stops.push_back(entry.job);
  thinking_.erase(entry.job);
  entry.job = 0;
}

// ---- Time

void Tables::tick(double now) {
  removed_.clear();
  std::vector<Entry*> all;
  for (const auto& [id, entry] : tables_) all.push_back(entry.get());
  for (Entry* entry : all) {
    if (entry->removed) continue;
    if (!entry->change && entry->table.phase() == Phase::running && entry->table.clock().fallen(now))
      change(*entry, {}, now, [&](Table& next) { return next.flag(moment(now)); });
    miss_bot(*entry, now);
    if (entry->again > 0 && entry->again <= now) {
      entry->again = 0;
      continue_game(*entry, now);
    }
    if (!entry->removed && std::exchange(entry->people_changed, false)) send_all(*entry, Presence{}, now);
    expire(*entry, now);
  }
  forget_some(now);
}

void Tables::forget_some(double now) {
  std::vector<std::pair<double, Entry*>> over;
  for (const auto& [id, entry] : tables_)
    if (!entry->change && entry->guests.empty() && entry->table.phase() == Phase::ended)
      over.emplace_back(entry->empty_since, entry.get());
  if (over.size() <= most_over) return;
  const auto last = over.begin() + static_cast<std::ptrdiff_t>(over.size() - most_over);
  std::nth_element(over.begin(), last, over.end());
  for (auto one = over.begin(); one != last; ++one) remove(*one->second, "closed", now);
}

void Tables::expire(Entry& entry, double now) {
  if (entry.removed || entry.change || !entry.guests.empty()) return;
  const Phase phase = entry.table.phase();
  const double patience = phase == Phase::waiting || phase == Phase::ended ? forgotten_after : abandoned_after;
  if (now - entry.empty_since >= patience) remove(entry, "closed", now);
}

// ---- Opening and removing tables

Tables::Entry& Tables::place(Table table, double now) {
  const std::string id = table.id();
  Entry& entry = *tables_.emplace(id, std::make_unique<Entry>(std::move(table))).first->second;
  entry.there = {std::vector<Client>(entry.table.seats().size()), std::vector<double>(entry.table.seats().size(), now)};
  entry.empty_since = now;
  return entry;
}

void Tables::add(Table table, std::optional<std::string> payer, Sender by, double now) {
  Entry& added = place(std::move(table), now);
  added.payer = std::move(payer);
  change(added, std::move(by), now, [&](Table& next) { return next.begin(added.there, options_.random, moment(now)); });
}

Result<void> Tables::open(TableRequest requested, double now,
                          const std::function<void(const OpenedTable&, const Result<void>& kept)>& told) {
  if (tables_.size() >= most_tables) return fail(too_many_tables());
  const std::string address = std::move(requested.address);
  OpenedTable opened;
  do opened.id = new_table_id(options_.random);
  while (tables_.contains(opened.id));
  opened.host = new_token(options_.random);
  opened.join = new_token(options_.random);
  Table::Plan plan;
  plan.id = opened.id;
  plan.options = requested.options;
  plan.seats = std::move(requested.seats);
  plan.substitute = std::move(requested.substitute);
  plan.host = token_hash(opened.host);
  plan.join = token_hash(opened.join);
  plan.seed = new_seed(options_.random);
  plan.created = moment(now).wall;
  for (std::size_t k = 0; k < plan.seats.size(); ++k) {
    if (plan.seats[k].who == SeatWho::agent) continue;
    opened.seats.emplace_back(static_cast<Seat>(k), new_token(options_.random));
    plan.seats[k].token = token_hash(opened.seats.back().second);
  }
  Sender by;
  by.settled = [told, opened] { told(opened, {}); };
  by.failed = [told, opened](const Error& why) { told(opened, fail(why)); };
  add(Table(std::move(plan), std::move(requested.opened), std::move(requested.played)), address, std::move(by), now);
  return {};
}

void Tables::remove(Entry& entry, const char* why, double now) {
  stop_thinking(entry);
  lists_.clear();
  for (const Client guest : entry.guests) {
    send(guest, Unseated{why});
    places_.erase(guest);
  }
  entry.guests.clear();
  std::erase_if(places_, [&](const auto& one) { return one.second.entry == &entry; });
  entry.removed = true;
  // A finished game stays in the store.
  if (options_.keeps && !entry.is_new && entry.table.phase() != Phase::ended) {
    Kept gone = entry.table.kept(&entry.table, now, moment(now).wall);
    gone.gone = true;
    effects_.commits.push_back({++last_commit_, std::move(gone)});
  }
  const auto found = tables_.find(entry.table.id());
  removed_.push_back(std::move(found->second));
  tables_.erase(found);
}

std::vector<Error> Tables::restore(const std::vector<Kept>& all, double now) {
  std::vector<Error> failed;
  std::vector<Entry*> restored;
  for (const Kept& kept : all) {
    if (kept.gone || tables_.contains(kept.id)) continue;
    auto table = Table::restore(offer_, kept, now);
    if (!table) {
      failed.push_back(table.error());
      continue;
    }
    restored.push_back(&place(std::move(*table), now));
    restored.back()->is_new = false;
  }
  for (Entry* entry : restored) continue_game(*entry, now);
  return failed;
}

void Tables::begin_rematch(Entry& entry, double now) {
  Table& table = entry.table;
  table.forget_rematch();
  if (tables_.size() >= most_tables) {
    for (const Client guest : entry.guests) send_error(guest, {"too_many", too_many_tables()});
    return;
  }
  const auto game = offer_.share(table.game().open_game().name());
  if (!game) {
    for (const Client guest : entry.guests) send_error(guest, {"", game.error()});
    return;
  }
  Opened opened{*game, (*game)->session()};
  if (!table.game().session().from_initial()) (void)opened.session->restart(table.game().session().start());
  Table::Plan plan = table.rematch_plan();
  do plan.id = new_table_id(options_.random);
  while (tables_.contains(plan.id));
  plan.seed = new_seed(options_.random);
  plan.created = moment(now).wall;
  if (plan.origin.empty()) plan.origin = table.id();
  // Connected clients get new tokens; for others the old ones stay valid.
  std::map<Client, Rematch> told;
  for (const Client guest : entry.guests) told[guest] = {plan.id};
  const std::size_t count = plan.seats.size();
  for (std::size_t k = 0; k < count; ++k) {
    const Client there = entry.there.seats[k];
    if (there == 0 || table.seats()[k].who != SeatWho::human) continue;
    const std::string token = new_token(options_.random);
    const std::size_t seat = (k + 1) % count;
    plan.seats[seat].token = token_hash(token);
    told[there].seat = static_cast<Seat>(seat);
    told[there].token = token;
  }
  const auto host = std::find_if(entry.guests.begin(), entry.guests.end(), [&](Client one) { return places_.at(one).host; });
  if (host != entry.guests.end()) {
    const std::string token = new_token(options_.random);
    plan.host = token_hash(token);
    told[*host].host = token;
  }
  Sender by;
  by.settled = [this, told, old = table.id(), id = plan.id, now] {
    if (const auto found = tables_.find(old); found != tables_.end()) found->second->rematch = id;
    for (const auto& [client, message] : told) send(client, message);
    if (bots_move_on) bots_move_on(old, id, now);
  };
  by.failed = [this, told](const Error& why) {
    for (const auto& [client, message] : told) send_error(client, {"not_kept", why});
  };
  add(Table(std::move(plan), std::move(opened), {}), entry.payer, std::move(by), now);
}

// ---- Documents

const Table* Tables::find(const std::string& id) const {
  const auto found = tables_.find(id);
  return found == tables_.end() || found->second->is_new ? nullptr : &found->second->table;
}

std::size_t Tables::of_address(const std::string& address) const {
  return static_cast<std::size_t>(std::count_if(tables_.begin(), tables_.end(), [&](const auto& one) {
    return one.second->payer == address && one.second->table.phase() != Phase::ended;
  }));
}

const std::string& Tables::listed(const std::string& after, std::size_t limit, double now) {
  constexpr double remembered = 1;  // seconds
  constexpr std::size_t most_lists = 64;
  Listed& list = lists_[{after, limit}];
  if (!list.text.empty() && now - list.made < remembered) return list.text;
  Json all = Json::array(), next = nullptr;
  for (auto at = tables_.upper_bound(after); at != tables_.end(); ++at) {
    const Entry& entry = *at->second;
    if (entry.is_new || !entry.table.options().listed || entry.table.phase() == Phase::ended) continue;
    if (all.size() == limit) {
      next = all.back()["id"];
      break;
    }
    all.push_back(summary(entry.table, entry.there, now));
  }
  if (lists_.size() > most_lists) lists_.clear();
  return (lists_[{after, limit}] = {now, serve::document({{"tables", all}, {"next", next}}).body}).text;
}

std::optional<Json> Tables::document(const std::string& id, double now) const {
  const auto found = tables_.find(id);
  if (found == tables_.end() || found->second->is_new) return std::nullopt;
  const Table& table = found->second->table;
  const bool open = table.options().watch || table.phase() == Phase::ended;
  return open ? whole_document(table, found->second->there, now) : summary(table, found->second->there, now);
}

// ---- Bots. They are not guests: they get the referee's lines only, no messages.

Ruled<BotSeat> Tables::bot_seat(const std::string& id, const std::string& token, double now) const {
  const Table* table = find(id);
  // After a rematch the bot still has the link to the first table.
  if (table == nullptr || table->phase() == Phase::ended)
    for (const auto& [other, entry] : tables_) {
      if (entry->is_new || entry->table.plan().origin != id || !entry->table.seat_of_token(token)) continue;
      if (table == nullptr || entry->table.plan().created >= table->plan().created) table = &entry->table;
    }
  if (table == nullptr) return refuse("unknown", "there is no table '" + id.substr(0, 40) + "'");
  const auto seat = table->seat_of_token(token);
  if (!seat) return refuse("wrong_token", "this token opens no seat of table " + id);
  if (table->seat(*seat).who != SeatWho::bot) return refuse("persons_seat", "this seat is for a person, not for a bot");
  if (table->phase() == Phase::ended && !may_play_again(table->id(), now)) return refuse("over", "the game is over");
  return BotSeat{table->id(), *seat};
}

bool Tables::may_play_again(const std::string& id, double now) const {
  const auto found = tables_.find(id);
  if (found == tables_.end()) return false;
  const Entry& entry = *found->second;
  for (std::size_t k = 0; k < entry.there.seats.size(); ++k)
    if (entry.table.seats()[k].who == SeatWho::human &&
        (entry.there.seats[k] != 0 || now - entry.there.since[k] < EngineReferee::patience))
      return entry.rematch.empty();
  return false;
}

bool Tables::bot_arrives(Client bot, const std::string& id, Seat seat, const std::string& title, double now) {
  const auto found = tables_.find(id);
  if (found == tables_.end() || found->second->change) return false;
  Entry& entry = *found->second;
  Client& there = entry.there.seats[static_cast<std::size_t>(seat)];
  if (there != 0) places_.erase(there);  // the same bot on another connection: the older one is closed
  lists_.clear();
  there = bot;
  places_[bot] = {&entry, seat};
  entry.people_changed = true;
  change(entry, {}, now, [&](Table& next) -> Ruling {
    next.greet_bot(seat, title, moment(now));
    return next.begin(entry.there, options_.random, moment(now));
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
  const Entry& entry = *place->second.entry;
  return entry.change || !entry.held.empty();
}

void Tables::bot_moves(Client bot, std::size_t ply, const std::string& move, double now) {
  Entry* entry = entry_of(bot);
  if (entry == nullptr || entry->table.ply() != ply || entry->table.turn() != places_[bot].seat) return;
  entry->held = move;
  continue_game(*entry, now);
}

bool Tables::bot_fails(Client bot, const std::string& verdict, double now) {
  Entry* entry = entry_of(bot);
  if (entry == nullptr) return true;
  if (entry->change) return false;
  const Seat seat = *places_[bot].seat;
  if (entry->table.phase() == Phase::ended || entry->table.phase() == Phase::waiting) return true;
  change(*entry, {}, now, [&](Table& next) { return next.forfeit(seat, verdict, moment(now)); });
  return true;
}

void Tables::miss_bot(Entry& entry, double now) {
  if (entry.removed || entry.change || entry.table.phase() != Phase::running) return;
  const Seat turn = entry.table.turn();
  if (turn < 0 || entry.table.seat(turn).who != SeatWho::bot || entry.table.agent_at(turn) != nullptr) return;
  const auto k = static_cast<std::size_t>(turn);
  if (entry.there.seats[k] != 0 || now - entry.there.since[k] < EngineReferee::patience) return;
  change(entry, {}, now, [&](Table& next) {
    return next.forfeit(turn, fmt::format("it disconnected and did not return within {:g} s", EngineReferee::patience),
                        moment(now));
  });
}

}  // namespace banmen::serve
