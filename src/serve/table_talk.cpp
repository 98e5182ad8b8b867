// What those at a shared table send, and who of them is where.
#include <fmt/format.h>

#include <algorithm>

#include "core/text.hpp"
#include "serve/tables.hpp"

namespace banmen::serve {
namespace {

TableError plain(const Error& error) { return {"", error}; }

/// As `Fields::number`, for a seat of this table.
std::optional<Seat> seat_field(Fields& fields, const SharedTable& table) {
  const auto seat = fields.number("seat", 0, static_cast<std::uint64_t>(table.players() - 1));
  return seat ? std::optional(static_cast<Seat>(*seat)) : std::nullopt;
}

std::string name_field(Fields& fields) {
  const std::string text = fields.text("name");
  if (text.empty()) return {};
  auto name = checked_name(text);
  if (name) return *name;
  fields.refuse(name.error());
  return {};
}

}  // namespace

// ---- Who is where

Tables::Entry* Tables::entry_of(Client client) {
  const auto place = places_.find(client);
  if (place == places_.end()) return nullptr;
  return tables_.at(place->second.table).get();
}

bool Tables::may_analyse(Client client) const {
  const auto place = places_.find(client);
  if (place == places_.end() || !place->second.seat) return true;
  const SharedTable& table = tables_.at(place->second.table)->table;
  return !table.between_people();
}

void Tables::count_watchers(Entry& entry) {
  entry.there.watchers = static_cast<std::size_t>(
      std::count_if(entry.guests.begin(), entry.guests.end(), [&](Client one) { return !places_.at(one).seat; }));
  entry.people_changed = true;
}

void Tables::attach(Entry& entry, Client client, Seat seat, double now) {
  Client& there = entry.there.seats[static_cast<std::size_t>(seat)];
  if (there == client) return;
  if (places_[client].seat) detach(entry, client, now);
  if (there != 0) {  // the same seat on another device
    places_[there].seat.reset();
    wishes_.send(there, {{"type", "unseated"}, {"why", "elsewhere"}});
    send_table(entry, there, now);
  }
  there = client;
  places_[client].seat = seat;
  count_watchers(entry);
}

void Tables::detach(Entry& entry, Client client, double now) {
  for (std::size_t k = 0; k < entry.there.seats.size(); ++k)
    if (entry.there.seats[k] == client) {
      entry.there.seats[k] = 0;
      entry.there.since[k] = now;
    }
  places_[client].seat.reset();
  count_watchers(entry);
}

void Tables::leave(Client client, double now) {
  Entry* entry = entry_of(client);
  if (entry == nullptr) return;
  entry->guests.erase(client);
  detach(*entry, client, now);
  places_.erase(client);
  if (entry->guests.empty()) entry->empty_since = now;
}

// ---- Messages

void Tables::join(Client client, const Json& message, double now) {
  Fields fields(message);
  const std::string id = fields.needed_text("table");
  const auto found = tables_.find(id);
  if (found == tables_.end() || found->second->is_new)
    return send_error(client, {"unknown", Error{"there is no table '" + id.substr(0, 40) + "'",
                                                "it may be over: finished games are in the list of those"}});
  Entry& entry = *found->second;
  if (!entry.change) return arrive(client, entry, message, now);
  if (const auto place = places_.find(client); place == places_.end() || place->second.table != id) {
    leave(client, now);
    places_[client] = {id, std::nullopt, false, false, true};
  }
  entry.waiting.push_back({client, message, now});
}

void Tables::receive(Client client, const Json& message, double now) {
  Entry& entry = *entry_of(client);
  const std::string what = message.at("type");
  if (what == "choices") {
    const auto answer = answer_choices(message, entry.table.game().session(), entry.table.chooses(places_[client].seat));
    if (!answer) return send_error(client, plain(answer.error()));
    return wishes_.send(client, *answer, Outgoing::Group::game);
  }
  if (entry.change) return entry.waiting.push_back({client, message, now});
  handle(client, entry, message, now);
}

void Tables::handle(Client client, Entry& entry, const Json& message, double now) {
  if (entry.table.phase() == Phase::running && entry.table.clock().fallen(now)) {
    change(entry, {}, now, [&](SharedTable& next) -> Ruling {
      next.flag(moment(now));
      return {};
    });
    if (entry.change) return entry.waiting.push_front({client, message, now});
  }
  const std::string what = message.at("type");
  if (what == "join") return arrive(client, entry, message, now);
  if (places_[client].arriving) return send_error(client, {"unknown", Error{"you are at no table", "join one first"}});
  if (what == "sit") return sit(client, entry, message, now);
  if (what == "free" || what == "close") return host_acts(client, entry, what, message, now);
  if (!places_[client].seat) {
    const TableError watching{"not_seated", Error{"you watch this game", "sit down where a seat is open"}};
    if (what != "move") return send_error(client, watching);
    Fields fields(message);
    Sender by;
    by.client = client;
    by.ply = static_cast<std::size_t>(fields.number("ply", 0, 1'000'000'000).value_or(0));
    return refuse_to(entry, by, watching, now);
  }
  if (what == "move") return move(client, entry, message, now);
  person_acts(client, entry, what, message, now);
}

void Tables::arrive(Client client, Entry& entry, const Json& message, double now) {
  const SharedTable& table = entry.table;
  Fields fields(message);
  (void)fields.text("table");
  const std::string token = fields.text("token"), host = fields.text("host"), join = fields.text("join");
  const std::string name = name_field(fields);
  const auto ply = fields.number("ply", 0, 1'000'000'000);
  const auto give_up = [&](const TableError& why) {
    send_error(client, why);
    if (const auto place = places_.find(client); place != places_.end() && place->second.arriving) places_.erase(place);
  };
  if (const auto read = fields.finish(); !read) return give_up(plain(read.error()));
  const bool is_host = opens(host, table.plan().host), invited = opens(join, table.plan().join);
  const TableError wrong{"wrong_token", Error{"this link does not open table " + table.id(), "ask for a new one"}};
  if (!host.empty() && !is_host) return give_up(wrong);
  const std::optional<Seat> seat = token.empty() ? std::nullopt : table.seat_of_token(token);
  if (!token.empty() && !seat) return give_up(wrong);
  if (!seat) {
    if (!table.options().watch && !is_host && !invited)
      return give_up({"no_watching", Error{"this table is for those who play at it", "ask for the link to join"}});
    if (!is_host && entry.there.watchers >= most_watchers)
      return give_up({"full", Error{fmt::format("{} watch already", most_watchers), "try again later"}});
  } else if (table.seat(*seat).who == TableSeat::Who::bot) {
    return give_up({"bots_seat", Error{"this seat is for a bot", "a bot connects at /api/engine"}});
  }
  if (const auto before = places_.find(client); before != places_.end() && before->second.table != table.id()) leave(client, now);
  Place& place = places_[client];
  place.table = table.id();
  place.arriving = false;
  place.host = is_host;
  place.invited = is_host || invited;
  if (place.seat && !seat) detach(entry, client, now);
  entry.guests.insert(client);
  count_watchers(entry);
  Sender by;
  by.client = client;
  by.answer = true;
  if (ply) by.since = static_cast<std::size_t>(*ply);
  if (!seat) {
    tell(entry, by, now);
  } else if (table.seat(*seat).who == TableSeat::Who::open && table.phase() != Phase::ended) {
    by.settled = [this, &entry, client, seat = *seat, now] {
      if (is_at(client) && places_[client].table == entry.table.id()) attach(entry, client, seat, now);
    };
    return change(entry, by, now, [&](SharedTable& next) -> Ruling {
      if (const auto sat = next.sit(*seat, name, next.seat(*seat).token, moment(now)); !sat) return sat;
      next.begin(entry.there, options_.random, moment(now));
      return {};
    });
  } else {
    attach(entry, client, *seat, now);
    if (table.seat(*seat).substituted && table.seat(*seat).out.empty() && table.phase() != Phase::ended)
      return change(entry, by, now, [&](SharedTable& next) -> Ruling {
        next.come_back(*seat, moment(now));
        return {};
      });
    tell(entry, by, now);
  }
  if (!entry.rematch.empty()) send_rematch(entry, client);
}

void Tables::sit(Client client, Entry& entry, const Json& message, double now) {
  const SharedTable& table = entry.table;
  Fields fields(message);
  std::optional<Seat> seat = seat_field(fields, table);
  const std::string name = name_field(fields), join = fields.text("join");
  if (const auto read = fields.finish(); !read) return send_error(client, plain(read.error()));
  if (places_[client].seat) return send_error(client, {"seated", Error{"you have a seat here", "stand up first"}});
  if (!table.options().listed && !places_[client].invited && !opens(join, table.plan().join))
    return send_error(client, {"wrong_token", Error{"to sit down here needs the link to join", "ask who opened the table"}});
  for (Seat k = 0; k < table.players() && !seat; ++k)
    if (table.seat(k).who == TableSeat::Who::open) seat = k;
  if (!seat) return send_error(client, {"taken", Error{"every seat is taken", "you may watch"}});
  Sender by;
  by.client = client;
  by.answer = true;
  by.token = new_token(options_.random);
  by.settled = [this, &entry, client, seat = *seat, now] {
    if (is_at(client) && places_[client].table == entry.table.id())
      attach(entry, client, seat, now);
    else
      entry.orphan = seat;
  };
  change(entry, by, now, [&](SharedTable& next) -> Ruling {
    if (const auto sat = next.sit(*seat, name, token_hash(by.token), moment(now)); !sat) return sat;
    next.begin(entry.there, options_.random, moment(now));
    return {};
  });
}

void Tables::move(Client client, Entry& entry, const Json& message, double now) {
  const Seat seat = *places_[client].seat;
  Fields fields(message);
  const auto ply = fields.number("ply", 0, 1'000'000'000);
  const std::string text = fields.needed_text("move");
  if (!ply) fields.refuse({"'ply' must be given: how many moves were made before this one", {}});
  Sender by;
  by.client = client;
  by.ply = static_cast<std::size_t>(ply.value_or(0));
  if (const auto read = fields.finish(); !read) return refuse_to(entry, by, plain(read.error()), now);
  // Sent again after a cut, it counts once.
  if (*by.ply < entry.table.ply() && entry.table.has_played(seat, *by.ply, text)) return send_table(entry, client, now);
  change(entry, by, now, [&](SharedTable& next) { return next.move(seat, *by.ply, text, moment(now)); });
}

void Tables::host_acts(Client client, Entry& entry, const std::string& what, const Json& message, double now) {
  if (!places_[client].host)
    return send_error(client, {"not_host", Error{"only who opened the table may do this", "join with the host's link"}});
  Fields fields(message);
  const auto seat = what == "free" ? seat_field(fields, entry.table) : std::nullopt;
  if (what == "free" && !seat) fields.refuse({"'seat' must be given", {}});
  if (const auto read = fields.finish(); !read) return send_error(client, plain(read.error()));
  if (what == "close") return remove(entry, "closed", now);
  Sender by;
  by.client = client;
  by.settled = [this, &entry, seat = *seat, now] {
    const Client there = entry.there.seats[static_cast<std::size_t>(seat)];
    if (there == 0) return;
    detach(entry, there, now);
    if (entry.guests.contains(there)) wishes_.send(there, {{"type", "unseated"}, {"why", "freed"}});  // a bot is told otherwise
  };
  change(entry, by, now, [&](SharedTable& next) { return next.free(*seat, moment(now)); });
}

void Tables::person_acts(Client client, Entry& entry, const std::string& what, const Json& message, double now) {
  const Seat seat = *places_[client].seat;
  Fields fields(message);
  const auto one_of = [&](const char* field, const std::vector<std::string>& words) {
    std::string text = fields.needed_text(field);
    if (!text.empty() && std::find(words.begin(), words.end(), text) == words.end())
      fields.refuse({fmt::format("'{}' is no {} here", text.substr(0, 40), field), suggest(text.substr(0, 40), words)});
    return text;
  };
  static const std::vector<std::string> offers = {"draw", "takeback", "pause", "rematch"};
  Rule rule;
  Sender by;
  by.client = client;
  const Moment at = moment(now);
  if (what == "offer") {
    const std::string offered = one_of("what", offers);
    if (offered == "rematch" && !entry.rematch.empty() && tables_.contains(entry.rematch)) return send_rematch(entry, client);
    rule = [=](SharedTable& next) { return next.offer(seat, offered, at); };
  } else if (what == "answer") {
    const std::string offered = one_of("what", offers);
    const bool yes = fields.flag("yes");
    rule = [=](SharedTable& next) { return next.answer(seat, offered, yes, at); };
  } else if (what == "go") {
    rule = [=](SharedTable& next) { return next.go_on(at); };
  } else if (what == "resign") {
    rule = [=](SharedTable& next) { return next.resign(seat, at); };
  } else if (what == "claim") {
    const auto other = seat_field(fields, entry.table);
    const std::string how = one_of("how", {"win", "draw", "agent"});
    if (!other) fields.refuse({"'seat' must be given: who has left", {}});
    rule = [=, &entry](SharedTable& next) { return next.claim(seat, *other, how, entry.there, at); };
  } else if (what == "stand") {
    by.settled = [this, &entry, client, now] {
      if (is_at(client) && places_[client].table == entry.table.id()) detach(entry, client, now);
    };
    rule = [=](SharedTable& next) { return next.stand(seat, at); };
  } else {
    return send_error(client, {"local", Error{"'" + what + "' is not for a table of several people", "offer, answer, resign"}});
  }
  if (const auto read = fields.finish(); !read) return send_error(client, plain(read.error()));
  change(entry, by, now, rule);
}

// ---- What is sent

void Tables::send_table(Entry& entry, Client client, double now) {
  send_table(entry, client, entry.table.table_message(entry.there, now), {});
}

void Tables::send_table(Entry& entry, Client client, Json message, const Sender& by) {
  constexpr std::size_t most_missed = 20;
  const SharedTable& table = entry.table;
  const Place& place = places_[client];
  message["seat"] = place.seat ? Json(static_cast<int>(*place.seat)) : Json(nullptr);
  message["host"] = place.host;
  message["choices"] = table.choices_for(place.seat);
  if (by.since && *by.since < table.ply() && table.ply() - *by.since <= most_missed && !table.taken_back())
    message["missed"] = table.missed(*by.since);
  if (by.token.empty()) return wishes_.send(client, message, Outgoing::Group::game, true);
  // A token is told once, so nothing may take the place of the message that has it.
  message["token"] = by.token;
  wishes_.send(client, message);
}

void Tables::send_rematch(Entry& entry, Client client) {
  Json message = {{"type", "rematch"}, {"table", entry.rematch}};
  if (const auto seat = places_[client].seat) message["seat"] = (static_cast<std::size_t>(*seat) + 1) % entry.table.seats().size();
  wishes_.send(client, message);
}

void Tables::send_error(Client client, const TableError& error) {
  wishes_.send(client, {{"type", "error"}, {"error", error.document()}});
}

void Tables::send_all(const Entry& entry, const Json& message) {
  const std::string text = write(message);
  for (const Client guest : entry.guests) wishes_.out.push_back({guest, text, Outgoing::Group::game, false, 0});
}

}  // namespace banmen::serve
