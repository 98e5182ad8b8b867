// Clients' places and messages at tables.
#include <fmt/format.h>

#include <algorithm>

#include "core/hash.hpp"
#include "serve/tables.hpp"

namespace banmen::serve {

// ---- Places

Tables::Entry* Tables::entry_of(Client client) const {
  const auto place = places_.find(client);
  return place == places_.end() ? nullptr : place->second.entry;
}

int Tables::players_at(Client client) const {
  const Entry* entry = entry_of(client);
  return entry == nullptr ? 0 : entry->table.players();
}

bool Tables::may_analyse(Client client) const {
  const auto place = places_.find(client);
  return place == places_.end() || !place->second.seat || !place->second.entry->table.between_people();
}

void Tables::count_watchers(Entry& entry) {
  entry.there.watchers = static_cast<std::size_t>(
      std::count_if(entry.guests.begin(), entry.guests.end(), [&](Client one) { return !places_.at(one).seat; }));
  entry.people_changed = true;
  lists_.clear();
}

void Tables::attach(Entry& entry, Client client, Seat seat, double now) {
  Client& there = entry.there.seats[static_cast<std::size_t>(seat)];
  if (there == client) return;
  if (places_[client].seat) detach(entry, client, now);
  if (there != 0) {  // the same seat on another device
    places_[there].seat.reset();
    send(there, Unseated{"elsewhere"});
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
  if (entry->owner != 0) {
    stop_thinking(*entry);
    places_.erase(client);
    own_.erase(client);
    return;
  }
  entry->guests.erase(client);
  detach(*entry, client, now);
  places_.erase(client);
  if (!entry->guests.empty()) return;
  entry->empty_since = now;
  if (!is_unattended(*entry)) return;
  stop_thinking(*entry);
  entry->table.search_waits(now);
}

void Tables::hold_back(Client client, bool hold, double now) {
  if (!(hold ? slow_.insert(client).second : slow_.erase(client) > 0)) return;
  if (Entry* entry = entry_of(client); entry != nullptr && entry->owner == client) continue_game(*entry, now);
}

// ---- Messages

void Tables::join(Client client, const JoinTable& message, double now) {
  const auto found = tables_.find(message.table);
  if (found == tables_.end() || found->second->is_new)
    return send_error(client, {"unknown", Error{"there is no table '" + message.table.substr(0, 40) + "'",
                                                "it may be over: see the finished games"}});
  Entry& entry = *found->second;
  if (!entry.change) return arrive(client, entry, message, now);
  if (entry_of(client) != &entry) {
    leave(client, now);
    places_[client] = {&entry, {}, false, false, true};
  }
  entry.waiting.push_back({client, message, now});
}

namespace {

Result<std::vector<TableSeat>> engage(const Whitelist& offer, const OpenGame& game, const std::vector<SeatRequest>& requests,
                                      std::uint64_t most) {
  if (requests.size() != static_cast<std::size_t>(game.players()))
    return fail(fmt::format("{} has {} seats, but {} players are named", game.name(), game.players(), requests.size()),
                "name one per seat: human or an agent");
  std::vector<TableSeat> seats;
  for (const SeatRequest& request : requests) {
    TableSeat seat;
    seat.who = request.who;
    seat.name = request.name;
    if (request.who == SeatWho::agent) {
      auto agent = offer.look_up(game, request.agent, most);
      if (!agent) return fail(agent.error());
      seat.agent = std::move(*agent);
    }
    seats.push_back(std::move(seat));
  }
  return seats;
}

}  // namespace

Result<NewGame> prepare_game(const Whitelist& offer, const JoinGame& message, std::uint64_t most) {
  auto opened = open_at(offer, message.game, message.position, message.moves);
  if (!opened) return fail(opened.error());
  auto seats = engage(offer, *opened->game, message.seats, most);
  if (!seats) return fail(seats.error());
  return NewGame{std::move(*opened), std::move(*seats)};
}

void Tables::join(Client client, const JoinGame& message, Result<NewGame> prepared, double now) {
  if (!prepared) return send_error(client, {"", prepared.error()});
  Table::Plan plan;
  plan.policy = own_game;
  plan.seed = message.seed.value_or(mix(options_.seed, ++joined_) >> 12);  // a double holds it exactly
  plan.seats = std::move(prepared->seats);
  leave(client, now);
  Table table(std::move(plan), std::move(prepared->opened), {});
  if (message.paused) table.pause();
  auto entry = std::make_unique<Entry>(std::move(table), client);
  entry->guests.insert(client);
  entry->is_new = false;
  Entry& added = *own_.insert_or_assign(client, std::move(entry)).first->second;
  places_[client] = {&added};
  send_table(added, client, now);
  continue_game(added, now);
}

void Tables::receive(Client client, const ClientMessage& message, double now) {
  Entry* entry = entry_of(client);
  if (entry == nullptr) {
    const bool shared = std::visit(
        Overloaded{[](const Sit&) { return true; }, [](const Stand&) { return true; }, [](const MakeOffer&) { return true; },
                   [](const AnswerOffer&) { return true; }, [](const Resign&) { return true; }, [](const Claim&) { return true; },
                   [](const FreeSeat&) { return true; }, [](const CloseTable&) { return true; }, [](const auto&) { return false; }},
        message);
    return send_error(client, {"", Error{shared ? "you are not at a table" : "this connection has no game yet", "join one first"}});
  }
  // Choices don't depend on a pending change.
  if (const auto* asked = std::get_if<AskChoices>(&message)) return send_choices(client, *entry, *asked);
  if (entry->change) return entry->waiting.push_back({client, message, now});
  handle(client, *entry, message, now);
}

void Tables::send_choices(Client client, Entry& entry, const AskChoices& request) {
  const auto answer = answer_choices(request, entry.table.game().session(), entry.table.chooses(places_[client].seat));
  if (!answer) return send_error(client, {"", answer.error()});
  effects_.send(client, *answer, Outgoing::Group::game);
}

std::optional<Error> Tables::reseat(Client client, Table& table, const TakeSeats& message) {
  auto seats = engage(offer_, table.game().open_game(), message.seats, shares_.memory_share(address_of(client)));
  if (!seats) return seats.error();
  table.seat_all(std::move(*seats));
  return std::nullopt;
}

void Tables::handle(Client client, Entry& entry, const ClientMessage& message, double now) {
  if (entry.table.phase() == Phase::running && entry.table.clock().fallen(now)) {
    change(entry, {}, now, [&](Table& next) { return next.flag(moment(now)); });
    if (entry.change) return entry.waiting.push_front({client, message, now});
  }
  if (const auto* joins = std::get_if<JoinTable>(&message)) return arrive(client, entry, *joins, now);
  const Place& place = places_[client];
  if (place.arriving) return send_error(client, {"unknown", Error{"you are not at a table", "join one first"}});
  const Moment at = moment(now);
  Sender by{.client = client};
  const bool own = entry.owner != 0;
  const TableError no_table{"", Error{"you are not at a table", "join one first"}};
  const TableError watching{"not_seated", Error{"you are a spectator", "take an open seat"}};
  const auto seated = [&](const auto& rule) {  // needs a seat at a shared table
    if (!place.seat) return send_error(client, own ? no_table : watching);
    change(entry, by, now, [&](Table& next) { return rule(next, *place.seat); });
  };
  const auto host = [&] {
    const TableError not_host{"not_host", Error{"only the host may do this", "join with the host's link"}};
    if (!place.host) send_error(client, own ? no_table : not_host);
    return place.host;
  };
  const auto alone = [&](const char* what, const auto& rule) {  // needs a game of the client's own
    if (own) return change(entry, by, now, [&](Table& next) -> Ruling { return rule(next); });
    if (!place.seat) return send_error(client, watching);
    send_error(client,
               {"local", Error{fmt::format("'{}' is not available at a shared table", what), "use offer, answer or resign"}});
  };
  std::visit(
      Overloaded{
          [&](const MakeMove& one) {
            if (own || place.seat) return move(client, entry, one, now);
            refuse_to(entry, {.client = client, .moves = true, .ply = one.ply}, watching, now);
          },
          [&](const Go&) {
            if (own) return alone("go", [&](Table& next) { return next.resume(at); });
            seated([&](Table& next, Seat) { return next.resume(at); });
          },
          // Shared tables.
          [&](const Sit& one) { own ? send_error(client, no_table) : sit(client, entry, one, now); },
          [&](const Stand&) {
            by.settled = [this, &entry, client, now] {
              if (entry_of(client) == &entry) detach(entry, client, now);
            };
            seated([&](Table& next, Seat seat) { return next.stand(seat, at); });
          },
          [&](const MakeOffer& one) {
            if (place.seat && one.what == OfferWhat::rematch && !entry.rematch.empty() && tables_.contains(entry.rematch))
              return send_rematch(entry, client);
            seated([&](Table& next, Seat seat) { return next.offer(seat, one.what, at); });
          },
          [&](const AnswerOffer& one) { seated([&](Table& next, Seat seat) { return next.answer(seat, one.what, one.yes, at); }); },
          [&](const Resign&) { seated([&](Table& next, Seat seat) { return next.resign(seat, at); }); },
          [&](const Claim& one) {
            seated([&](Table& next, Seat seat) { return next.claim(seat, one.seat, one.how, entry.there, at); });
          },
          [&](const FreeSeat& one) {
            if (host()) free_seat(client, entry, one, now);
          },
          [&](const CloseTable&) {
            if (host()) remove(entry, "closed", now);
          },
          // Connections' own games.
          [&](const Undo&) {
            by.answer = own;
            alone("undo", [&](Table& next) { return next.undo(at); });
          },
          [&](const TakeSeats& one) {
            std::optional<Error> wrong;
            if (own) wrong = reseat(client, entry.table, one);
            if (wrong) return send_error(client, {"", *wrong});
            alone("seats", [](Table&) -> Ruling { return {}; });
          },
          [&](const EndGame& one) { alone("end", [&](Table& next) { return next.end_by(one.how, one.seat, at); }); },
          [&](const Pause&) { alone("pause", [](Table& next) { return next.pause(); }); },
          [&](const Step&) { alone("step", [](Table& next) { return next.step(); }); }, [](const auto&) {},  // not for a table
      },
      message);
}

void Tables::arrive(Client client, Entry& entry, const JoinTable& message, double now) {
  const Table& table = entry.table;
  const auto& [id, token, host, join, name, ply] = message;
  const auto give_up = [&](const TableError& why) {
    send_error(client, why);
    if (const auto place = places_.find(client); place != places_.end() && place->second.arriving) places_.erase(place);
  };
  const bool is_host = opens(host, table.plan().host), invited = opens(join, table.plan().join);
  const TableError wrong{"wrong_token", Error{"this link does not open table " + table.id(), "ask for a new one"}};
  if (!host.empty() && !is_host) return give_up(wrong);
  const std::optional<Seat> seat = token.empty() ? std::nullopt : table.seat_of_token(token);
  if (!token.empty() && !seat) return give_up(wrong);
  if (!seat) {
    if (!table.options().watch && !is_host && !invited)
      return give_up({"no_watching", Error{"only people with the link to join may watch this table", "ask the host for the link"}});
    if (!is_host && entry.there.watchers >= most_watchers)
      return give_up({"full", Error{fmt::format("there are {} spectators already", most_watchers), "try again later"}});
  } else if (table.seat(*seat).who == SeatWho::bot) {
    return give_up({"bots_seat", Error{"this seat is for a bot", "a bot connects at /api/engine"}});
  }
  if (entry_of(client) != &entry) leave(client, now);
  Place& place = places_[client];
  place.entry = &entry;
  place.arriving = false;
  place.host = is_host;
  place.invited = is_host || invited;
  if (place.seat && !seat) detach(entry, client, now);
  entry.guests.insert(client);
  if (!entry.payer && is_host) entry.payer = address_of(client);
  count_watchers(entry);
  Sender by{.client = client, .answer = true, .since = ply};
  if (!seat) {
    tell(entry, by, now);
  } else if (table.seat(*seat).who == SeatWho::open && table.phase() != Phase::ended) {
    return take_seat(entry, std::move(by), *seat, name, table.seat(*seat).token, now);
  } else {
    attach(entry, client, *seat, now);
    if (table.seat(*seat).substituted && table.seat(*seat).out.empty() && table.phase() != Phase::ended)
      return change(entry, by, now, [&](Table& next) { return next.come_back(*seat, moment(now)); });
    tell(entry, by, now);
  }
  if (!entry.rematch.empty()) send_rematch(entry, client);
  continue_game(entry, now);  // it may have waited for somebody to watch
}

void Tables::sit(Client client, Entry& entry, const Sit& message, double now) {
  const Table& table = entry.table;
  std::optional<Seat> seat = message.seat;
  if (places_[client].seat) return send_error(client, {"seated", Error{"you already have a seat", "leave it first"}});
  if (!table.options().listed && !places_[client].invited && !opens(message.join, table.plan().join))
    return send_error(client, {"wrong_token", Error{"taking a seat here needs the link to join", "ask the host"}});
  for (Seat k = 0; k < table.players() && !seat; ++k)
    if (table.seat(k).who == SeatWho::open) seat = k;
  if (!seat) return send_error(client, {"taken", Error{"every seat is taken", "you may watch"}});
  const Sender by{.client = client, .token = new_token(options_.random), .answer = true};
  take_seat(entry, by, *seat, message.name, token_hash(by.token), now);
}

void Tables::take_seat(Entry& entry, Sender by, Seat seat, const std::string& name, const std::string& token, double now) {
  by.settled = [this, &entry, client = by.client, seat, now, fresh = !by.token.empty()] {
    if (entry_of(client) == &entry)
      attach(entry, client, seat, now);
    else if (fresh)
      entry.orphan = seat;
  };
  change(entry, std::move(by), now, [&](Table& next) -> Ruling {
    if (const auto sat = next.sit(seat, name, token, moment(now)); !sat) return sat;
    return next.begin(entry.there, options_.random, moment(now));
  });
}

void Tables::move(Client client, Entry& entry, const MakeMove& message, double now) {
  const std::optional<Seat> seat = places_[client].seat;
  const Sender by{.client = client, .moves = true, .ply = message.ply};
  if (message.wrong) return refuse_to(entry, by, {"", *message.wrong}, now);
  // A move that is sent again after a broken connection counts once.
  if (seat && *by.ply < entry.table.ply() && entry.table.has_played(*seat, *by.ply, message.move))
    return send_table(entry, client, now);
  change(entry, by, now, [&](Table& next) { return next.move(seat, *message.ply, message.move, moment(now)); });
}

void Tables::free_seat(Client client, Entry& entry, const FreeSeat& message, double now) {
  Sender by{.client = client};
  by.settled = [this, &entry, seat = message.seat, now] {
    const Client there = entry.there.seats[static_cast<std::size_t>(seat)];
    if (there == 0) return;
    detach(entry, there, now);
    if (entry.guests.contains(there)) send(there, Unseated{"freed"});  // bots are closed instead
  };
  change(entry, by, now, [&](Table& next) { return next.free(message.seat, moment(now)); });
}

// ---- Sending

void Tables::send_table(Entry& entry, Client client, double now) {
  send_table(entry, client, write(table_message(entry.table, entry.there, now)), {});
}

void Tables::send_table(Entry& entry, Client client, const std::string& message, const Sender& by) {
  constexpr std::size_t most_missed = 20;
  const Table& table = entry.table;
  const Place& place = places_[client];
  Json more = Json::object();
  if (entry.owner == 0) {
    more["seat"] = place.seat ? Json(static_cast<int>(*place.seat)) : Json(nullptr);
    more["host"] = place.host;
  }
  if (by.since && *by.since < table.ply() && table.ply() - *by.since <= most_missed && !table.taken_back())
    more["missed"] = missed(table, *by.since);
  // A token is sent once, so later messages must not replace this one.
  const bool replaces = by.token.empty();
  if (!replaces) more["token"] = by.token;
  const std::string choices = table.chooses(place.seat) ? choices_text(table.game().session()) : "null";
  effects_.out.push_back({client, with_fields(message, more, "choices", choices),
                          replaces ? Outgoing::Group::game : Outgoing::Group::none, replaces, 0});
}

void Tables::send_rematch(Entry& entry, Client client) {
  Rematch rematch{entry.rematch};
  if (const auto seat = places_[client].seat)
    rematch.seat = static_cast<Seat>((static_cast<std::size_t>(*seat) + 1) % entry.table.seats().size());
  send(client, rematch);
}

void Tables::send_all(const Entry& entry, const Event& event, double now) {
  if (entry.guests.empty()) return;
  const auto group = std::holds_alternative<Problem>(event) ? Outgoing::Group::none : Outgoing::Group::game;
  const std::string text = write(to_json(event, entry.table, entry.there, now));
  for (const Client guest : entry.guests) effects_.out.push_back({guest, text, group, false, 0});
}

}  // namespace banmen::serve
