#include "serve/shared_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/text.hpp"
#include "play/documents.hpp"

namespace banmen::serve {

std::string_view word(ClockRule::Kind kind) {
  switch (kind) {
    case ClockRule::Kind::none: break;
    case ClockRule::Kind::move: return "move";
    case ClockRule::Kind::fischer: return "fischer";
  }
  return "none";
}

double TableClock::left(Seat seat, double now) const {
  const double left = left_[static_cast<std::size_t>(seat)];
  return running_ == seat ? std::max(0.0, left - std::max(0.0, now - since_)) : left;
}

bool TableClock::fallen(double now) const { return ticks() && running_ && left(*running_, now) <= 0; }

void TableClock::begin_turn(Seat seat, double now) {
  if (!ticks()) return;
  if (rule_.kind == ClockRule::Kind::move) left_[static_cast<std::size_t>(seat)] = rule_.seconds;
  go_on(seat, now);
}

void TableClock::press(double now) {
  const auto seat = running_;
  hold(now);
  if (seat) left_[static_cast<std::size_t>(*seat)] += rule_.kind == ClockRule::Kind::fischer ? rule_.increment : 0;
}

void TableClock::hold(double now) {
  if (!running_) return;
  left_[static_cast<std::size_t>(*running_)] = left(*running_, now);
  running_.reset();
}

void TableClock::go_on(Seat seat, double now) {
  if (!ticks()) return;
  running_ = seat;
  since_ = now;
}

Json TableClock::document(double now) const {
  Json out = {{"kind", word(rule_.kind)}};
  if (!ticks()) return out;
  out["seconds"] = rule_.seconds;
  if (rule_.kind == ClockRule::Kind::fischer) out["increment"] = rule_.increment;
  Json all = Json::array();
  for (Seat seat = 0; seat < static_cast<Seat>(left_.size()); ++seat) all.push_back(std::round(left(seat, now) * 1000) / 1000);
  out["left"] = all;
  out["running"] = running_ ? Json(static_cast<int>(*running_)) : Json(nullptr);
  return out;
}

void TableClock::set_left(const std::vector<double>& left) {
  for (std::size_t k = 0; k < std::min(left.size(), left_.size()); ++k) left_[k] = std::max(0.0, left[k]);
}

namespace {

bool holds(const std::vector<Seat>& seats, Seat seat) { return std::find(seats.begin(), seats.end(), seat) != seats.end(); }

}  // namespace

Json TableError::document() const {
  Json out = error_document(error);
  if (!key.empty()) out["key"] = "table." + key;
  return out;
}

tl::unexpected<TableError> refuse(std::string key, std::string what, std::string hint) {
  return tl::unexpected<TableError>(TableError{std::move(key), Error{std::move(what), std::move(hint)}});
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

std::string_view word(TableSeat::Who who) {
  switch (who) {
    case TableSeat::Who::open: break;
    case TableSeat::Who::human: return "human";
    case TableSeat::Who::agent: return "agent";
    case TableSeat::Who::bot: return "bot";
  }
  return "open";
}

SharedTable::SharedTable(Plan plan, Opened opened, std::vector<KeptMove> played)
    : plan_(std::move(plan)),
      game_(std::move(opened.game), std::move(opened.session), std::vector<std::string>(plan_.seats.size(), person), plan_.seed),
      clock_(plan_.options.clock, static_cast<int>(plan_.seats.size())),
      played_(std::move(played)) {
  seat_players();
}

// ---- Who sits where

const Engaged* SharedTable::agent_at(Seat at) const {
  const TableSeat& one = seat(at);
  if (one.substituted) return &plan_.substitute;
  return one.who == TableSeat::Who::agent ? &one.agent : nullptr;
}

bool SharedTable::between_people() const {
  if (phase_ != Phase::running && phase_ != Phase::paused) return false;
  return std::count_if(plan_.seats.begin(), plan_.seats.end(),
                       [](const TableSeat& one) { return one.who == TableSeat::Who::human && one.out.empty(); }) > 1;
}

std::optional<Seat> SharedTable::seat_of_token(std::string_view token) const {
  std::optional<Seat> found;
  for (Seat k = 0; k < players(); ++k)
    if (opens(token, seat(k).token)) found = k;
  return found;
}

std::string SharedTable::seat_line(Seat at, bool shown) const {
  const TableSeat& one = seat(at);
  if (const Engaged* agent = agent_at(at)) return shown ? agent->shown : agent->name;
  const std::string who = one.who == TableSeat::Who::bot ? "bot" : person;
  return one.name.empty() ? who : who + " " + one.name;
}

void SharedTable::seat_players() {
  std::vector<std::string> lines;
  for (Seat k = 0; k < players(); ++k) lines.push_back(seat_line(k, false));
  (void)game_.seat(std::move(lines));
}

void SharedTable::note_takeover(Seat at) {
  seat_players();
  refresh = true;
  if (phase_ != Phase::waiting) takeovers_.push_back({ply(), at, seat_line(at, true)});
}

Ruling SharedTable::sit(Seat at, std::string name, std::string token, const Moment&) {
  TableSeat& one = plan_.seats[static_cast<std::size_t>(at)];
  if (one.who != TableSeat::Who::open) return refuse("taken", "somebody sits there already", "another seat, or watch");
  if (phase_ == Phase::ended) return refuse("over", "the game is over");
  one.who = TableSeat::Who::human;
  one.name = std::move(name);
  one.token = std::move(token);
  note_takeover(at);
  return {};
}

void SharedTable::greet_bot(Seat at, const std::string& title, const Moment& moment) {
  TableSeat& one = plan_.seats[static_cast<std::size_t>(at)];
  if (const auto name = checked_name(title); name && one.name.empty()) {
    one.name = *name;
    refresh = phase_ != Phase::waiting;
  }
  if (one.substituted && one.out.empty() && phase_ != Phase::ended) come_back(at, moment);
}

Ruling SharedTable::stand(Seat at, const Moment&) {
  if (phase_ != Phase::waiting) return refuse("begun", "the game has begun, so nobody stands up", "resign, or offer a draw");
  plan_.seats[static_cast<std::size_t>(at)] = TableSeat{};
  note_takeover(at);
  return {};
}

Ruling SharedTable::free(Seat at, const Moment& moment) {
  TableSeat& one = plan_.seats[static_cast<std::size_t>(at)];
  if (phase_ == Phase::ended) return refuse("over", "the game is over");
  if (one.who == TableSeat::Who::open) return refuse("open", "nobody sits there");
  if (one.who == TableSeat::Who::agent) return refuse("agent", "an agent sits there");
  one = TableSeat{};
  if (phase_ != Phase::waiting) stop_short(moment);
  note_takeover(at);
  return {};
}

void SharedTable::begin(const Attendance& there, const RandomBytes& random, const Moment& at) {
  for (Seat k = 0; k < players(); ++k) {
    if (seat(k).who == TableSeat::Who::open) return;
    const bool absent = there.seats[static_cast<std::size_t>(k)] == 0;
    if (phase_ == Phase::waiting && seat(k).who == TableSeat::Who::bot && absent) return;
  }
  if (phase_ == Phase::paused && short_) (void)go_on(at);
  if (phase_ != Phase::waiting) return;
  if (plan_.options.drawn) {
    drawn_from.resize(plan_.seats.size());
    std::iota(drawn_from.begin(), drawn_from.end(), std::size_t{0});
    for (std::size_t k = drawn_from.size() - 1; k > 0; --k) std::swap(drawn_from[k], drawn_from[new_seed(random) % (k + 1)]);
    const std::vector<TableSeat> before = plan_.seats;
    for (std::size_t k = 0; k < before.size(); ++k) plan_.seats[k] = before[drawn_from[k]];
  }
  seat_players();
  phase_ = Phase::running;
  began_ = at.wall;
  first_sitters_.clear();
  for (Seat k = 0; k < players(); ++k) first_sitters_.push_back(seat_line(k, true));
  refresh = true;
  turn_begins(at);
}

void SharedTable::come_back(Seat at, const Moment& moment) {
  TableSeat& one = plan_.seats[static_cast<std::size_t>(at)];
  if (!one.substituted || !one.out.empty() || phase_ == Phase::ended) return;
  one.substituted = false;
  note_takeover(at);
  if (phase_ == Phase::running && turn() == at) clock_.begin_turn(at, moment.now);
}

// ---- Moves

Ruling SharedTable::playing(Seat at) const {
  switch (phase_) {
    case Phase::waiting: return refuse("waiting", "the game has not begun", "it does when every seat is taken");
    case Phase::paused: return refuse("paused", "the game is paused");
    case Phase::ended: return refuse("over", "the game is over");
    case Phase::running: break;
  }
  if (!seat(at).out.empty()) return refuse("out", "this seat is played by " + plan_.substitute.shown + " now");
  return {};
}

bool SharedTable::has_played(Seat at, std::size_t ply, std::string_view text) const {
  return ply < played_.size() && played_[ply].seat == at && lower(played_[ply].text) == lower(text);
}

Ruling SharedTable::move(Seat at, std::size_t for_ply, const std::string& text, const Moment& moment) {
  if (const auto may = playing(at); !may) return may;
  if (for_ply != ply())
    return refuse("ply", fmt::format("this move was for ply {}, and the game is at ply {}", for_ply, ply()), "the table follows");
  if (turn() == chance) return refuse("turn", "chance acts now");
  if (turn() != at) return refuse("turn", "it is " + game_.session().turn_name() + "'s turn");
  if (const auto played = game_.play(text); !played) return tl::unexpected<TableError>(TableError{"", played.error()});
  note_move(at, moment);
  return roll_on(moment);
}

Ruling SharedTable::agent_moves(const std::string& text, const Moment& at) {
  const Seat mover = turn();
  if (const auto settled = game_.settle(text); !settled) return tl::unexpected<TableError>(TableError{"", settled.error()});
  note_move(mover, at);
  return roll_on(at);
}

Ruling SharedTable::roll(const Moment& at) { return roll_on(at); }

Ruling SharedTable::roll_on(const Moment& at) {
  for (int rolls = 0; phase_ == Phase::running && turn() == chance; ++rolls) {
    if (rolls == most_rolls) {
      stop_short(at);
      break;
    }
    if (const auto rolled = game_.roll(); !rolled) return tl::unexpected<TableError>(TableError{"", rolled.error()});
    note_move(chance, at);
  }
  return {};
}

void SharedTable::note_move(Seat mover, const Moment& at) {
  const bool timed = mover >= 0 && clock_.running() == mover;
  if (timed) clock_.press(at.now);
  played_.push_back({game_.session().history().back(), mover, at.wall, timed ? clock_.left(mover, at.now) : -1.0});
  const auto lapsed = std::erase_if(offers_, [](const TableOffer& one) { return one.what == "draw" || one.what == "takeback"; });
  turn_begins(at);
  Said one;
  one.message = last_move(game_, mover);
  add_standing(one.message, game_, nullptr, verdict_);
  one.message["clock"] = clock_.document(at.now);
  one.message["phase"] = word(phase_);
  if (phase_ == Phase::ended) one.message["seed"] = seed_document(game_.seed());
  if (turn() >= 0 && agent_at(turn()) == nullptr) {
    one.chooses = turn();
    one.choices = choices_for(turn());
  }
  said.push_back(std::move(one));
  if (lapsed > 0) say_offers();
}

void SharedTable::turn_begins(const Moment& at) {
  if (game_.is_over()) {
    phase_ = Phase::ended;
    clock_.hold(at.now);
    offers_.clear();
    return;
  }
  const Seat next = turn();
  // Who plays in somebody's place has the server's time, and nobody else's.
  if (phase_ == Phase::running && next >= 0 && !seat(next).substituted) clock_.begin_turn(next, at.now);
}

Thinker SharedTable::thinker() {
  Thinker thinker = game_.thinker();
  game_.forget_agents();
  return thinker;
}

bool SharedTable::wait_for_memory(double now) {
  if (clock_.running() != turn()) return false;
  clock_.hold(now);
  return short_of_memory_ = true;
}

void SharedTable::has_memory(double now) {
  const bool stands = std::exchange(short_of_memory_, false) && !clock_.running();
  if (stands && turn() >= 0 && !seat(turn()).substituted) clock_.go_on(turn(), now);
}

// ---- How it ends

void SharedTable::end(std::string how, std::optional<Seat> at, const Moment& moment) {
  if (!game_.end(std::move(how), at, verdict_)) return;
  phase_ = Phase::ended;
  clock_.hold(moment.now);
  offers_.clear();
  say_ended(moment.now);
}

void SharedTable::say_ended(double now) {
  Json message = ended_document(game_, verdict_);
  const auto result = game_.session().result();
  message["type"] = "ended";
  message["result"] = result ? Json(*result) : Json(nullptr);
  message["clock"] = clock_.document(now);
  message["seed"] = seed_document(game_.seed());
  said.push_back({std::move(message), {}, nullptr});
}

void SharedTable::give_up(Seat at, const std::string& how, const Moment& moment) {
  if (players() <= 2) return end(how, at, moment);
  TableSeat& one = plan_.seats[static_cast<std::size_t>(at)];
  one.out = how;
  one.substituted = true;
  if (clock_.running() == at) clock_.hold(moment.now);
  offers_.clear();  // those who are asked are others now
  note_takeover(at);
}

Ruling SharedTable::resign(Seat at, const Moment& moment) {
  if (phase_ != Phase::paused || !seat(at).out.empty())
    if (const auto may = playing(at); !may) return may;
  give_up(at, "resigned", moment);
  return {};
}

void SharedTable::flag(const Moment& at) {
  if (phase_ == Phase::running && clock_.fallen(at.now)) give_up(*clock_.running(), "time", at);
}

void SharedTable::forfeit(Seat at, const std::string& verdict, const Moment& moment) {
  if (players() <= 2) verdict_ = verdict;
  give_up(at, "forfeit", moment);
}

void SharedTable::stop_short(const Moment& at) {
  if (phase_ != Phase::running && phase_ != Phase::paused) return;
  phase_ = Phase::paused;
  short_ = true;
  clock_.hold(at.now);
  refresh = true;
}

Ruling SharedTable::claim(Seat by, Seat at, const std::string& how, const Attendance& there, const Moment& moment) {
  if (const auto may = playing(by); !may) return may;
  const TableSeat& one = seat(at);
  const auto k = static_cast<std::size_t>(at);
  const bool can_leave = one.who == TableSeat::Who::human || one.who == TableSeat::Who::bot;
  if (by == at || !can_leave || one.substituted || there.seats[k] != 0)
    return refuse("present", game_.session().seat_name(at) + " has not left");
  const double away = moment.now - there.since[k];
  if (away < plan_.options.claim_after)
    return refuse("early", fmt::format("{} left {:.0f} s ago", game_.session().seat_name(at), away),
                  fmt::format("wait until it is {:g} s", plan_.options.claim_after));
  if (how == "agent") {
    plan_.seats[k].substituted = true;
    if (clock_.running() == at) clock_.hold(moment.now);
    note_takeover(at);
    return {};
  }
  if (players() > 2) return refuse("many", "where more than two play, the game goes on", "'how' is agent");
  end(how == "win" ? "left" : "draw", how == "win" ? std::optional(at) : std::nullopt, moment);
  return {};
}

// ---- What is offered

std::vector<Seat> SharedTable::waits(const TableOffer& offer) const {
  std::vector<Seat> all;
  for (Seat k = 0; k < players(); ++k) {
    const TableSeat& one = seat(k);
    // Whoever was replaced has no say; who gave up has one in the next game.
    const bool has_say = !one.substituted || (!one.out.empty() && offer.what == "rematch");
    if (one.who == TableSeat::Who::human && has_say && !holds(offer.yes, k)) all.push_back(k);
  }
  return all;
}

std::optional<std::size_t> SharedTable::last_move_of(Seat at) const {
  for (std::size_t k = played_.size(); k-- > 0;)
    if (played_[k].seat == at && played_[k].at > 0) return k;
  return std::nullopt;
}

Ruling SharedTable::can_take_back(Seat at) const {
  if (!plan_.options.takeback) return refuse("no_takeback", "at this table nothing is taken back");
  const auto last = last_move_of(at);
  if (!last) return refuse("no_move", "there is no move to take back");
  const auto begin = played_.begin() + static_cast<std::ptrdiff_t>(*last);
  if (std::any_of(begin, played_.end(), [](const KeptMove& move) { return move.seat == chance; }))
    return refuse("dice", "chance has acted since then, and that is never taken back");
  return {};
}

void SharedTable::take_back(Seat at, const Moment& moment) {
  const std::size_t target = *last_move_of(at);
  while (ply() > target) (void)game_.undo_ply();
  played_.resize(target);
  for (Takeover& one : takeovers_) one.ply = std::min(one.ply, target);
  taken_back_ = true;
  offers_.clear();
  clock_.hold(moment.now);
  turn_begins(moment);
  refresh = true;
}

Ruling SharedTable::offer(Seat at, const std::string& what, const Moment& moment) {
  if (what == "rematch") {
    if (phase_ != Phase::ended) return refuse("running", "the game is not over yet");
    if (seat(at).who != TableSeat::Who::human) return refuse("not_seated", "you do not play here");
  } else if (const auto may = playing(at); !may) {
    return may;
  }
  if (what == "takeback")
    if (const auto may = can_take_back(at); !may) return may;
  if (what == "draw")
    for (Seat k = 0; k < players(); ++k)
      if (agent_at(k) != nullptr || seat(k).who == TableSeat::Who::bot)
        return refuse("agents_decline", game_.session().seat_name(k) + " is no person and declines draws");
  for (const TableOffer& one : offers_) {
    if (one.what != what) continue;
    if (one.by == at) return refuse("offered", "that is offered already");
    if (what == "takeback") return refuse("offered", "somebody else has asked for that", "answer first");
    return answer(at, what, true, moment);
  }
  TableOffer one{what, at, {at}};
  if (waits(one).empty()) return settle_offer(one, moment);
  offers_.push_back(std::move(one));
  say_offers();
  return {};
}

Ruling SharedTable::answer(Seat at, const std::string& what, bool yes, const Moment& moment) {
  const auto found = std::find_if(offers_.begin(), offers_.end(), [&](const TableOffer& one) { return one.what == what; });
  if (found == offers_.end()) return refuse("no_offer", "nobody offers that now");
  const auto waiting = waits(*found);
  if (found->by != at && !holds(waiting, at) && !holds(found->yes, at)) return refuse("out", "this is not yours to decide");
  if (!yes) {
    const TableOffer refused = *found;
    offers_.erase(found);
    say_offers(&refused);
    return {};
  }
  if (!holds(found->yes, at)) found->yes.push_back(at);
  if (!waits(*found).empty()) {
    say_offers();
    return {};
  }
  const TableOffer agreed = *found;
  offers_.erase(found);
  return settle_offer(agreed, moment);
}

Ruling SharedTable::settle_offer(const TableOffer& offer, const Moment& at) {
  if (offer.what == "draw") {
    end("draw", std::nullopt, at);
  } else if (offer.what == "takeback") {
    if (const auto may = can_take_back(offer.by); !may) return may;
    take_back(offer.by, at);
  } else if (offer.what == "pause") {
    phase_ = Phase::paused;
    clock_.hold(at.now);
    refresh = true;
  } else {
    rematch_agreed_ = true;
    say_offers();
  }
  return {};
}

Ruling SharedTable::go_on(const Moment& at) {
  if (phase_ != Phase::paused) return refuse("not_paused", "the game is not paused");
  for (const TableSeat& one : plan_.seats)
    if (one.who == TableSeat::Who::open) return refuse("open", "a seat is open", "the game goes on when somebody sits there");
  phase_ = Phase::running;
  short_ = false;
  if (turn() >= 0 && !seat(turn()).substituted) clock_.go_on(turn(), at.now);
  refresh = true;
  return {};
}

SharedTable::Plan SharedTable::rematch_plan() const {
  Plan next = plan_;
  const std::size_t count = next.seats.size();
  for (std::size_t k = 0; k < count; ++k) {
    TableSeat& one = next.seats[(k + 1) % count];
    one = plan_.seats[k];
    one.substituted = false;
    one.out.clear();
  }
  next.options.drawn = false;
  return next;
}

bool SharedTable::lasting() const {
  return refresh || std::any_of(said.begin(), said.end(), [](const Said& one) { return one.message["type"] != "offers"; });
}

// ---- Names

Result<std::string> checked_name(std::string_view text) {
  const auto wrong = [](std::string what) {
    Error error{std::move(what), "a name has 1 to 32 letters and fits on one line"};
    error.where = "name";
    return fail(std::move(error));
  };
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  constexpr std::size_t longest = 32;
  std::size_t count = 0;
  for (std::size_t k = 0; k < text.size();) {
    const auto lead = static_cast<unsigned char>(text[k]);
    const std::size_t bytes = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    char32_t point = bytes == 1 ? lead : lead & (0x7fU >> bytes);
    for (std::size_t more = 1; more < bytes; ++more)
      point = point << 6 | (k + more < text.size() ? static_cast<unsigned char>(text[k + more]) & 0x3fU : 0U);
    k += bytes;
    ++count;
    const auto between = [&](char32_t least, char32_t most) { return point >= least && point <= most; };
    if (point < 0x20 || between(0x7f, 0x9f) || between(0x2028, 0x2029)) return wrong("the name has a control character in it");
    if (between(0x202a, 0x202e) || between(0x2066, 0x2069) || between(0x200e, 0x200f) || point == 0x061c)
      return wrong("the name has a character in it that turns text around");
  }
  if (count > longest) return wrong(fmt::format("the name has {} letters", count));
  // It stands on a line of a record, where " ;" begins a comment.
  if ((" " + std::string(text)).find(" ;") != std::string::npos) return wrong("the name has ' ;' in it");
  return std::string(text);
}

}  // namespace banmen::serve
