#include "play/live_game.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/hash.hpp"
#include "core/text.hpp"
#include "core/try.hpp"
#include "play/agents.hpp"
#include "play/record.hpp"

namespace banmen {

Result<std::vector<std::string>> seat_players(const OpenGame& game, std::vector<std::string> asked, const Record* record) {
  const auto players = static_cast<std::size_t>(game.players());
  std::vector<std::string> seats = std::move(asked);
  if (seats.empty() && record != nullptr && record->seats.size() == players) {
    for (Seat seat = 0; seat < game.players(); ++seat)
      for (const auto& [name, who] : record->seats) {
        if (name != game.seat_name(seat)) continue;
        if (is_program(who))
          return fail("the record names the program '" + who + "' at " + name + ", and records may not start programs",
                      "name the players on the command line if you trust it");
        seats.push_back(who);
      }
  } else if (seats.empty()) {
    seats.assign(players, default_agent(game));
    seats.front() = person;
  }
  if (seats.size() != players)
    return fail(fmt::format("{} has {} seats, but {} players are named", game.name(), players, seats.size()),
                "name one per seat: human or an agent");
  for (const std::string& who : seats) {
    if (person_name(who)) continue;
    const auto agent = make_agent(game, who);
    if (agent) continue;
    if (agent.error().kind != ErrorKind::unknown_name) return fail(agent.error());
    std::vector<std::string> known = game.agents();
    known.insert(known.begin(), person);
    known.insert(known.end(), {"engine", "uci", "gtp"});
    return fail(ErrorKind::unknown_name, "there is no player '" + who + "'", suggest(who, known));
  }
  return seats;
}

LiveGame::LiveGame(Replay begun, std::vector<std::string> seats, std::uint64_t seed, const Record* from)
    : game_(std::move(begun.game)),
      session_(std::move(begun.session)),
      seats_(std::move(seats)),
      seed_(seed),
      moves_(std::move(begun.moves)) {
  if (from == nullptr) return;
  head_comments_ = from->comments;
  date_ = from->date;
  clock_ = from->clock;
  seated_ = from->seated;
  ending_ = from->ending;
}

bool LiveGame::has_person() const { return std::any_of(seats_.begin(), seats_.end(), person_name); }

bool LiveGame::persons_turn() const {
  const Seat turn = session_->turn();
  return !is_over() && turn >= 0 && person_name(seats_[static_cast<std::size_t>(turn)]);
}

std::string LiveGame::verdict() const {
  return ending_ ? banmen::verdict(*game_, *ending_) : banmen::verdict(*game_, *session_->result());
}

Result<void> LiveGame::play(std::string_view text) {
  auto played = session_->play(text);
  if (played) return played;
  const std::string typed = lower(text);
  std::vector<std::string> same;
  for (const std::string& move : session_->moves())
    if (lower(move) == typed) same.push_back(move);
  if (same.size() == 1) return session_->play(same.front());
  if (session_->play(typed)) return {};
  return played;
}

Result<AnyAnswer> Thinker::think(const std::stop_token& stop) const {
  const std::lock_guard lock(player_->mutex);
  if (player_->agent == nullptr) {
    auto made = make_agent(*game_, player_->name);
    if (!made) return fail(made.error());
    if (const auto ready = (*made)->new_game(); !ready) return fail(ready.error());
    player_->agent = std::move(*made);
  }
  AnyQuestion ask = ask_;
  ask.stop = stop;
  return player_->agent->think(*session_, ask);
}

Result<std::string> LiveGame::roll() {
  Random random = dice_at(seed_, session_->history().size());
  return session_->play_random(random);
}

Thinker LiveGame::thinker(const decltype(AnyQuestion::progress)& progress) {
  const Seat turn = session_->turn();
  auto& player = agents_[turn];
  if (player == nullptr) {
    player = std::make_shared<Thinker::Player>();
    player->name = seats_[static_cast<std::size_t>(turn)];
  }
  Thinker thinker;
  thinker.game_ = game_;
  thinker.session_ = session_->copy();
  thinker.player_ = player;
  thinker.ask_.seed = mix(seed_, static_cast<std::uint64_t>(turn));
  thinker.ask_.progress = progress;
  return thinker;
}

Result<std::string> LiveGame::advance(const std::stop_token& stop, const decltype(AnyQuestion::progress)& progress) {
  if (session_->turn() == chance) return roll();
  const auto answer = thinker(progress).think(stop);
  // A stopped search may give another move, so it is not played.
  if (stop.stop_requested()) return std::string();
  if (!answer) return fail(answer.error());
  const std::string move = answer->lines.front().move;
  if (const auto played = settle(move); !played) return fail(played.error());
  return move;
}

Result<AnyAnswer> LiveGame::hint(std::string_view name, const std::stop_token& stop,
                                 const decltype(AnyQuestion::progress)& progress) const {
  const auto agent = make_agent(*game_, name.empty() ? default_agent(*game_) : name);
  if (!agent) return fail(agent.error());
  if (const auto ready = (*agent)->new_game(); !ready) return fail(ready.error());
  AnyQuestion ask;
  ask.seed = mix(seed_, seats_.size());
  ask.stop = stop;
  ask.progress = progress;
  return (*agent)->think(*session_, ask);
}

bool LiveGame::undo() {
  if (ending_) {  // undoes the ending only
    ending_.reset();
    return true;
  }
  std::size_t plies = 0;
  const std::vector<std::string> played = session_->history();
  while (session_->undo()) {
    ++plies;
    if (!persons_turn()) continue;
    forget_after_undo();
    return true;
  }
  for (std::size_t k = 0; k < plies; ++k) (void)session_->play(played[k]);
  return false;
}

bool LiveGame::undo_ply() {
  if (!session_->undo()) return false;
  forget_after_undo();
  return true;
}

void LiveGame::forget_after_undo() {
  if (session_->history().size() < moves_.size()) seated_.clear();
  moves_.resize(std::min(moves_.size(), session_->history().size()));
  agents_.clear();  // their state has moves that are undone
}

Result<void> LiveGame::resign() {
  if (is_over() || session_->turn() < 0) return fail("it is no seat's turn, so none can resign");
  ending_ = Record::Ending{"resigned", session_->turn_name()};
  return {};
}

Result<void> LiveGame::end(std::string how, std::optional<Seat> seat, std::string why) {
  if (is_over()) return fail("the game is over already");
  if (how != "draw" && !seat && session_->turn() < 0) return fail("it is no seat's turn", "name the seat");
  ending_ = Record::Ending{std::move(how), {}, 0, std::move(why)};
  if (ending_->how != "draw") ending_->seat = session_->seat_name(seat.value_or(session_->turn()));
  return {};
}

Result<void> LiveGame::seat(std::vector<std::string> seats) {
  if (seats.size() != seats_.size())
    return fail(fmt::format("{} has {} seats, but {} players are named", game_->name(), seats_.size(), seats.size()),
                "name one per seat: human or an agent");
  for (std::size_t k = 0; k < seats.size(); ++k)
    if (const auto seat = static_cast<Seat>(k); seats[k] != seats_[k] || seat == session_->turn()) agents_.erase(seat);
  seats_ = std::move(seats);
  return {};
}

Record LiveGame::record() const {
  std::vector<std::pair<std::string, std::string>> seats;
  for (std::size_t seat = 0; seat < seats_.size(); ++seat)
    seats.emplace_back(session_->seat_name(static_cast<Seat>(seat)), seats_[seat]);
  Record record = record_of(*game_, *session_, std::move(seats), seed_);
  record.comments = head_comments_;
  record.date = date_;
  record.clock = clock_;
  (moves_.size() < record.moves.size() ? record.moves[moves_.size()].seated : record.seated) = seated_;
  for (std::size_t ply = 0; ply < std::min(moves_.size(), record.moves.size()); ++ply) record.moves[ply] = moves_[ply];
  record.ending = ending_;
  return record;
}

namespace {

/// Without text in parentheses, which contains no sites: "6/off(2)".
std::string without_brackets(std::string_view text) {
  std::string out;
  int depth = 0;
  for (const char c : text) {
    if (c == '(') ++depth;
    if (depth == 0) out += c;
    if (c == ')') --depth;
  }
  return out;
}

using Counts = std::vector<std::pair<std::string, std::size_t>>;

void count(Counts& counts, const std::string& name) {
  const auto known = std::find_if(counts.begin(), counts.end(), [&](const auto& one) { return one.first == name; });
  if (known == counts.end())
    counts.emplace_back(name, 1);
  else
    ++known->second;
}

}  // namespace

Picture marked_picture(const Session& session, std::size_t since, bool legal) {
  Picture picture = session.picture();
  for (std::size_t ply = since; ply < session.history().size(); ++ply)
    for (const std::string& site : session.sites_at(ply)) picture.mark(site, Mark::last);
  if (legal)
    for (const auto& sites : session.sites())
      if (!sites.empty()) picture.mark(sites.front(), Mark::legal);
  return picture;
}

Result<std::optional<std::string>> completed_move(const Session& session, std::string_view text) {
  const std::string typed = lower(text);
  std::vector<std::string> candidates;
  for (std::string& move : session.moves())
    if (const std::string whole = lower(move); whole.starts_with(typed) || whole.ends_with(typed))
      candidates.push_back(std::move(move));
  if (candidates.empty() || typed.empty()) return std::nullopt;
  if (candidates.size() == 1) return std::move(candidates.front());
  constexpr std::size_t most_listed = 8;
  const std::size_t more = candidates.size() - std::min(candidates.size(), most_listed);
  candidates.resize(candidates.size() - more);
  return fail("'" + std::string(text) + "' is short for several moves: " + join(candidates, ", ") +
                  (more > 0 ? fmt::format(" and {} more", more) : ""),
              "write more of the move");
}

Result<void> play_as_written(Session& session, std::string_view text) {
  auto played = session.play(text);
  if (played) return played;
  const auto completed = TRY(completed_move(session, text));
  return completed ? session.play(*completed) : played;
}

std::vector<std::string> moves_at(const Session& session, std::string_view name) {
  const std::string sought = lower(name);
  const auto matches = [&](const std::string& other) { return lower(other) == sought; };
  const std::vector<std::string> moves = session.moves();
  const auto sites = session.sites();
  std::vector<std::string> found;
  for (std::size_t k = 0; k < moves.size(); ++k) {
    const auto names = names_in(without_brackets(moves[k]));
    if (lower(moves[k]).starts_with(sought) || std::any_of(names.begin(), names.end(), matches) ||
        std::any_of(sites[k].begin(), sites[k].end(), matches))
      found.push_back(moves[k]);
  }
  return found;
}

Counts by_first_names(const std::vector<std::string>& moves, std::size_t names) {
  Counts out;
  for (const std::string& move : moves) {
    std::size_t at = 0, k = 0;
    for (const std::string& name : names_in(move)) {
      at = move.find(name, at) + name.size();
      if (++k == names) break;
    }
    count(out, move.substr(0, at));
  }
  return out;
}

Counts beginnings(const Session& session) {
  Counts out;
  const std::vector<std::string> moves = session.moves();
  const auto sites = session.sites();
  for (std::size_t k = 0; k < moves.size(); ++k) {
    if (sites[k].empty()) continue;
    // Sites with another name in moves (points are numbered from either side) get the move's first name.
    const std::string& site = sites[k].front();
    count(out, moves[k].find(site) != std::string::npos ? site : names_in(moves[k]).front());
  }
  return out;
}

}  // namespace banmen
