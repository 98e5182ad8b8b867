#include <fmt/format.h>

#include <algorithm>

#include "core/text.hpp"
#include "host/terminal.hpp"
#include "serve/tables.hpp"

namespace banmen::serve {
namespace {

constexpr int farewell = 1000, broke_the_rules = 1008;
constexpr double manners = 10;                     // seconds to name a seat
constexpr std::size_t longest_line = 4096;         // bytes
constexpr double least_time = 0.05, share = 0.05;  // of the time left, for one move

/// The bot's time for a move by the clock; 0: unlimited.
double time_for(const TableClock& clock, Seat seat, double now) {
  if (clock.running() != seat) return 0;
  const double left = clock.left(seat, now);
  const double whole = clock.rule().kind == ClockRule::Kind::move ? 0.9 * left : share * left + 0.9 * clock.rule().increment;
  return std::max(least_time, std::min(whole, 0.9 * left));
}

}  // namespace

void Bots::connect(Client client, double now) { bots_.insert_or_assign(client, Bot(now + manners)); }

void Bots::receive(Client client, std::string_view line, double now) {
  const auto found = bots_.find(client);
  if (found == bots_.end()) return;
  Bot& bot = found->second;
  while (!line.empty() && (line.back() == '\n' || line.back() == '\r')) line.remove_suffix(1);
  if (line.size() > longest_line || line.find('\n') != std::string_view::npos) {
    const std::string wrong = fmt::format("a frame is one line of at most {} bytes", longest_line);
    return bot.seated ? lose(client, bot, wrong, now) : close(client, now, broke_the_rules, wrong);
  }
  if (bot.table.empty()) return take_seat(client, bot, line, now);
  const Table* table = tables_.find(bot.table);
  if (table == nullptr || !bot.verdict.empty()) return;  // the next tick closes it
  if (!bot.ready) {
    const auto ready = bot.referee->greeted(line);
    if (!ready) return close(client, now, broke_the_rules, ready.error().message());
    bot.ready = *ready;
    if (bot.ready) look(client, now);
    return;
  }
  if (!bot.asked) {
    if (words(line).empty() || line.starts_with("info")) return;
    return lose(client, bot, "it sent a line without being asked: '" + cut(harmless(line), 60) + "'", now);
  }
  if (bot.stale) {  // the answer to a cancelled question
    if (!line.starts_with("bestmove")) return;
    bot.asked.reset();
    bot.stale = false;
    return look(client, now);
  }
  const auto heard = bot.referee->hear(line, table->game().session());
  if (!heard) return lose(client, bot, heard.error().message(), now);
  if (!*heard) return;
  const std::size_t ply = *bot.asked;
  bot.asked.reset();
  tables_.bot_moves(client, ply, (*heard)->lines.front().move, now);
}

void Bots::take_seat(Client client, Bot& bot, std::string_view line, double now) {
  const auto parts = words(line);
  if (parts.size() != 3 || parts[0] != "seat")
    return close(client, now, broke_the_rules, "expected 'seat TABLE TOKEN' as the first line");
  const std::string id(parts[1]);
  const auto place = tables_.bot_seat(id, std::string(parts[2]), now);
  if (!place) return close(client, now, broke_the_rules, place.error().error.message());
  bot.table = place->table;
  bot.seat = place->seat;
  bot.referee.emplace("the bot", tables_.find(bot.table)->game().open_game().name());
  bot.until = now + EngineReferee::patience;
  say(client, std::string(EngineReferee::greeting));
}

void Bots::move_on(const std::string& from, const std::string& to, double now) {
  const Table* table = tables_.find(to);
  for (auto& [client, bot] : bots_) {
    if (bot.table != from || table == nullptr) continue;
    tables_.leave(client, now);
    bot.table = to;
    bot.seat = static_cast<Seat>((bot.seat + 1) % table->players());
    bot.seated = false;  // the next tick seats it
    bot.referee->new_game();
  }
}

void Bots::look(Client client, double now) {
  const auto found = bots_.find(client);
  if (found == bots_.end()) return;
  Bot& bot = found->second;
  if (!bot.ready || !bot.verdict.empty()) return;
  const Table* table = tables_.find(bot.table);
  if (table == nullptr || table->phase() == Phase::ended) return;
  if (!bot.seated) {
    bot.seated = true;  // set before: its arrival may start the game and call `look` again
    bot.seated = tables_.bot_arrives(client, bot.table, bot.seat, bot.referee->title(), now);
    if (!bot.seated) return;  // a change is pending: the next tick retries
    table = tables_.find(bot.table);
    if (const auto drawn = tables_.bot_place(client)) bot.seat = *drawn;
  }
  const bool due = table->phase() == Phase::running && table->turn() == bot.seat && table->agent_at(bot.seat) == nullptr;
  if (bot.asked) {
    if (bot.stale || (due && table->ply() == *bot.asked)) return;
    return stop(client, bot, now);
  }
  if (due && !tables_.bot_has_moved(client)) ask(client, bot, *table, now);
}

void Bots::ask(Client client, Bot& bot, const Table& table, double now) {
  AnyQuestion question;
  question.seconds = time_for(table.clock(), bot.seat, now);
  bot.asked = table.ply();
  bot.until = now + question.seconds + EngineReferee::patience;
  // The question has no seed: it would reveal future dice.
  auto lines = bot.referee->ask(table.game().session(), question);
  for (std::string& line : lines.value()) say(client, std::move(line));
}

void Bots::tick(double now) {
  std::vector<Client> all;
  for (const auto& [client, bot] : bots_) all.push_back(client);
  for (const Client client : all) {
    const auto found = bots_.find(client);
    if (found == bots_.end()) continue;
    Bot& bot = found->second;
    const Table* table = bot.table.empty() ? nullptr : tables_.find(bot.table);
    const bool ended = table != nullptr && table->phase() == Phase::ended;
    const bool no_more = table == nullptr || (ended && !tables_.may_play_again(bot.table, now));
    if (!bot.table.empty() && (no_more || (bot.seated && !tables_.bot_place(client)))) {
      say(client, "quit");
      close(client, now, farewell, "the game is over");
      continue;
    }
    if (!bot.verdict.empty()) {
      lose(client, bot, bot.verdict, now);
      continue;
    }
    if (const auto place = tables_.bot_place(client)) bot.seat = *place;
    if ((!bot.ready || bot.asked) && now >= bot.until) {
      if (!bot.seated) {
        close(client, now, broke_the_rules, bot.table.empty() ? "it did not name a seat in time" : "it never got ready");
        continue;
      }
      lose(client, bot, "no answer in time", now);
      continue;
    }
    if (ended && bot.asked && !bot.stale) stop(client, bot, now);
    look(client, now);
  }
}

void Bots::stop(Client client, Bot& bot, double now) {
  bot.stale = true;
  bot.until = now + EngineReferee::patience;
  say(client, "stop");
}

void Bots::lose(Client client, Bot& bot, const std::string& verdict, double now) {
  bot.verdict = verdict;
  if (!tables_.bot_fails(client, verdict, now)) return;  // a change is pending: the next tick retries
  say(client, "quit");
  close(client, now, broke_the_rules, verdict);
}

void Bots::say(Client client, std::string line) {
  effects_.out.push_back({client, std::move(line), Outgoing::Group::none, false, 0});
}

void Bots::close(Client client, double now, int code, const std::string& why) {
  constexpr std::size_t longest_reason = 120;  // limit of a WebSocket close frame
  effects_.out.push_back({client, cut(harmless(why), longest_reason), Outgoing::Group::none, false, code});
  tables_.leave(client, now);
  bots_.erase(client);
}

}  // namespace banmen::serve
