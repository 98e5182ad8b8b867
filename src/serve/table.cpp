#include "serve/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/text.hpp"
#include "play/documents.hpp"

namespace banmen::serve {

Result<Opened> open_at(const Whitelist& offer, const std::string& game, const std::string& position,
                       const std::vector<std::string>& moves) {
  auto shared = offer.share(game);
  if (!shared) return fail(shared.error());
  Opened opened{std::move(*shared), nullptr};
  opened.session = opened.game->session();
  if (!position.empty())
    if (const auto set = opened.session->restart(position); !set) return fail_in("position", set.error());
  for (std::size_t k = 0; k < moves.size(); ++k)
    if (const auto played = opened.session->play(moves[k]); !played) return fail_in(fmt::format("moves[{}]", k), played.error());
  return opened;
}

double TableClock::left(Seat seat, double now) const {
  const double left = left_[static_cast<std::size_t>(seat)];
  return running_ == seat ? std::max(0.0, left - std::max(0.0, now - since_)) : left;
}

bool TableClock::fallen(double now) const { return ticks() && running_ && left(*running_, now) <= 0; }

void TableClock::begin_turn(Seat seat, double now) {
  if (!ticks()) return;
  if (rule_.kind == ClockRule::Kind::move) left_[static_cast<std::size_t>(seat)] = rule_.seconds;
  resume(seat, now);
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

void TableClock::resume(Seat seat, double now) {
  if (!ticks()) return;
  running_ = seat;
  since_ = now;
}

void TableClock::set_left(const std::vector<double>& left) {
  for (std::size_t k = 0; k < std::min(left.size(), left_.size()); ++k) left_[k] = std::max(0.0, left[k]);
}

namespace {

bool holds(const std::vector<Seat>& seats, Seat seat) { return std::find(seats.begin(), seats.end(), seat) != seats.end(); }

}  // namespace

Table::Table(Plan plan, Opened opened, std::vector<KeptMove> played)
    : plan_(std::move(plan)),
      game_({std::move(opened.game), std::move(opened.session)}, std::vector<std::string>(plan_.seats.size(), person), plan_.seed),
      clock_(plan_.options.clock, static_cast<int>(plan_.seats.size())),
      played_(std::move(played)) {
  seat_players();
  if (!plan_.policy.tokens) set_paused(false);  // it starts at once
}

// ---- Seats

const Engaged* Table::agent_at(Seat at) const {
  const TableSeat& one = seat(at);
  if (one.substituted) return &plan_.substitute;
  return one.who == SeatWho::agent ? &one.agent : nullptr;
}

bool Table::agents_only() const {
  for (Seat k = 0; k < players(); ++k)
    if (agent_at(k) == nullptr) return false;
  return true;
}

bool Table::between_people() const {
  if (phase_ != Phase::running && phase_ != Phase::paused) return false;
  return std::count_if(plan_.seats.begin(), plan_.seats.end(),
                       [](const TableSeat& one) { return one.who == SeatWho::human && one.out.empty(); }) > 1;
}

std::optional<Seat> Table::seat_of_token(std::string_view token) const {
  std::optional<Seat> found;
  for (Seat k = 0; k < players(); ++k)
    if (opens(token, seat(k).token)) found = k;
  return found;
}

std::string Table::seat_line(Seat at, bool shown) const {
  const TableSeat& one = seat(at);
  if (const Engaged* agent = agent_at(at)) return shown ? agent->shown : agent->name;
  const std::string who = one.who == SeatWho::bot ? "bot" : person;
  return one.name.empty() ? who : who + " " + one.name;
}

void Table::seat_players() {
  std::vector<std::string> lines;
  for (Seat k = 0; k < players(); ++k) lines.push_back(seat_line(k, false));
  (void)game_.seat(std::move(lines));
}

void Table::note_takeover(Seat at) {
  seat_players();
  refresh = true;
  if (phase_ != Phase::waiting) takeovers_.push_back({ply(), at, seat_line(at, true)});
}

Ruling Table::sit(Seat at, std::string name, std::string token, const Moment&) {
  TableSeat& one = plan_.seats[static_cast<std::size_t>(at)];
  if (one.who != SeatWho::open) return refuse("taken", "the seat is taken", "take another seat, or watch");
  if (phase_ == Phase::ended) return refuse("over", "the game is over");
  one.who = SeatWho::human;
  one.name = std::move(name);
  one.token = std::move(token);
  note_takeover(at);
  return {};
}

void Table::greet_bot(Seat at, const std::string& title, const Moment& moment) {
  TableSeat& one = plan_.seats[static_cast<std::size_t>(at)];
  if (const auto name = checked_name(title, true); name && one.name.empty()) {
    one.name = *name;
    refresh = phase_ != Phase::waiting;
  }
  if (one.substituted && one.out.empty() && phase_ != Phase::ended) (void)come_back(at, moment);
}

Ruling Table::stand(Seat at, const Moment&) {
  if (phase_ != Phase::waiting)
    return refuse("begun", "the game has begun, so you can't leave your seat", "resign, or offer a draw");
  plan_.seats[static_cast<std::size_t>(at)] = TableSeat{};
  note_takeover(at);
  return {};
}

Ruling Table::free(Seat at, const Moment& moment) {
  TableSeat& one = plan_.seats[static_cast<std::size_t>(at)];
  if (phase_ == Phase::ended) return refuse("over", "the game is over");
  if (one.who == SeatWho::open) return refuse("open", "the seat is open");
  if (one.who == SeatWho::agent) return refuse("agent", "an agent plays this seat");
  one = TableSeat{};
  if (phase_ != Phase::waiting) (void)stop_short(moment);
  note_takeover(at);
  return {};
}

Ruling Table::begin(const Attendance& there, const RandomBytes& random, const Moment& at) {
  for (Seat k = 0; k < players(); ++k) {
    if (seat(k).who == SeatWho::open) return {};
    const bool absent = there.seats[static_cast<std::size_t>(k)] == 0;
    if (phase_ == Phase::waiting && seat(k).who == SeatWho::bot && absent) return {};
  }
  if (phase_ == Phase::paused && short_) return resume(at);
  if (phase_ != Phase::waiting) return {};
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
  return {};
}

Ruling Table::come_back(Seat at, const Moment& moment) {
  TableSeat& one = plan_.seats[static_cast<std::size_t>(at)];
  if (!one.substituted || !one.out.empty() || phase_ == Phase::ended) return {};
  one.substituted = false;
  note_takeover(at);
  if (phase_ == Phase::running && turn() == at) clock_.begin_turn(at, moment.now);
  return {};
}

void Table::set_paused(bool paused) {
  paused_ = paused;
  steps_ = 0;
  phase_ = game_.is_over() ? Phase::ended : paused ? Phase::paused : Phase::running;
}

// ---- A connection's own game

void Table::seat_all(std::vector<TableSeat> seats) {
  plan_.seats = std::move(seats);
  seat_players();
  refresh = true;
}

Ruling Table::undo(const Moment& at) {
  const bool people = game_.has_person();
  const bool done = people ? game_.undo() : game_.undo_ply();
  verdict_.clear();
  set_paused(paused_ || !people);  // else the agents would play the move again
  if (!done) return refuse(Error{"there is no move to take back", {}});
  turn_begins(at);
  refresh = true;
  return {};
}

Ruling Table::pause() {
  set_paused(true);
  return {};
}

Ruling Table::step() {
  set_paused(true);
  steps_ = game_.persons_turn() ? 0 : 1;
  return {};
}

Ruling Table::end_by(std::string how, std::optional<Seat> at, const Moment& moment) {
  const auto is_person = [](const TableSeat& one) { return one.who == SeatWho::human; };
  const auto& seats = plan_.seats;
  if (!at && !game_.persons_turn() && std::count_if(seats.begin(), seats.end(), is_person) == 1)
    at = static_cast<Seat>(std::find_if(seats.begin(), seats.end(), is_person) - seats.begin());
  return end(std::move(how), at, moment);
}

// ---- Moves

Ruling Table::playing(Seat at) const {
  switch (phase_) {
    case Phase::waiting: return refuse("waiting", "the game has not begun", "it begins when every seat is taken");
    case Phase::paused: return refuse("paused", "the game is paused");
    case Phase::ended: return refuse("over", "the game is over");
    case Phase::running: break;
  }
  if (!seat(at).out.empty()) return refuse("out", "this seat is played by " + plan_.substitute.shown + " now");
  return {};
}

bool Table::has_played(Seat at, std::size_t ply, std::string_view text) const {
  return ply < played_.size() && played_[ply].seat == at && lower(played_[ply].text) == lower(text);
}

Ruling Table::move(std::optional<Seat> at, std::size_t for_ply, const std::string& text, const Moment& moment) {
  if (at)
    if (const auto may = playing(*at); !may) return may;
  if (for_ply != ply())
    return refuse("ply", fmt::format("this move is for ply {}, but the game is at ply {}", for_ply, ply()),
                  "the server sends the table again");
  const Seat mover = turn();
  if (mover == over) return refuse("over", "the game is over");
  if (mover == chance) return refuse("turn", "it is the dice's turn: wait for the roll");
  if (at ? mover != *at : agent_at(mover) != nullptr)
    return refuse("turn", "it is " + game_.session().turn_name() + "'s turn" + (agent_at(mover) != nullptr ? " (an agent)" : ""));
  if (const auto played = game_.play(text); !played) return refuse(played.error());
  note_move(mover, moment);
  return roll_on(moment);
}

Ruling Table::agent_moves(const std::string& text, const Moment& at) {
  const Seat mover = turn();
  if (const auto settled = game_.settle(text); !settled) return refuse(settled.error());
  note_move(mover, at);
  return roll_on(at);
}

Ruling Table::roll_on(const Moment& at) {
  for (int rolls = 0; acts() && turn() == chance; ++rolls) {
    if (rolls == most_rolls) {
      (void)stop_short(at);
      said.emplace_back(
          Problem{TableError{{}, {fmt::format("chance has acted {} times in a row; the game is paused", most_rolls), {}}}});
      break;
    }
    if (const auto rolled = game_.roll(); !rolled) return refuse(rolled.error());
    note_move(chance, at);
  }
  return {};
}

void Table::note_move(Seat mover, const Moment& at) {
  const bool timed = mover >= 0 && clock_.running() == mover;
  if (timed) clock_.press(at.now);
  if (plan_.policy.stored)
    played_.push_back({game_.session().history().back(), mover, at.wall, timed ? clock_.left(mover, at.now) : -1.0});
  const auto lapsed =
      std::erase_if(offers_, [](const TableOffer& one) { return one.what == OfferWhat::draw || one.what == OfferWhat::takeback; });
  steps_ = std::max(0, steps_ - 1);
  turn_begins(at);
  const Session& session = game_.session();
  Moved moved{ply() - 1,          mover,  session.history().back(), session.steps(), {},
              session.position(), turn(), session.score(),          session.result()};
  if (!session.has_layout()) moved.picture = picture_lines(session.picture());
  said.emplace_back(std::move(moved));
  if (lapsed > 0) said.emplace_back(Offers{});
}

void Table::turn_begins(const Moment& at) {
  if (game_.is_over()) {
    phase_ = Phase::ended;
    clock_.hold(at.now);
    offers_.clear();
    return;
  }
  const Seat next = turn();
  if (next >= 0 && agent_at(next) == nullptr) steps_ = 0;
  // The clock does not run for a substitute.
  if (phase_ == Phase::running && next >= 0 && !seat(next).substituted) clock_.begin_turn(next, at.now);
}

Thinker Table::thinker() {
  Thinker thinker = game_.thinker();
  if (!plan_.policy.programs_stay || agent_at(turn())->cost.mib > 0) game_.forget_agent(turn());
  return thinker;
}

void Table::search_waits(double now) {
  if (clock_.running() != turn()) return;
  clock_.hold(now);
  clock_waits_ = true;
}

void Table::search_starts(double now) {
  const bool stands = std::exchange(clock_waits_, false) && !clock_.running();
  if (stands && turn() >= 0 && !seat(turn()).substituted) clock_.resume(turn(), now);
}

// ---- End of the game

Ruling Table::end(std::string how, std::optional<Seat> at, const Moment& moment) {
  if (const auto ended = game_.end(std::move(how), at, verdict_); !ended) return refuse(ended.error());
  phase_ = Phase::ended;
  clock_.hold(moment.now);
  offers_.clear();
  said.emplace_back(Ended{});
  return {};
}

Ruling Table::give_up(Seat at, const std::string& how, const Moment& moment) {
  if (players() <= 2 || !plan_.policy.tokens) return end(how, at, moment);
  TableSeat& one = plan_.seats[static_cast<std::size_t>(at)];
  one.out = how;
  one.substituted = true;
  if (clock_.running() == at) clock_.hold(moment.now);
  offers_.clear();  // the seats that must consent have changed
  note_takeover(at);
  return {};
}

Ruling Table::resign(Seat at, const Moment& moment) {
  if (phase_ != Phase::paused || !seat(at).out.empty())
    if (const auto may = playing(at); !may) return may;
  return give_up(at, "resigned", moment);
}

Ruling Table::flag(const Moment& at) {
  if (phase_ != Phase::running || !clock_.fallen(at.now)) return {};
  return give_up(*clock_.running(), "time", at);
}

Ruling Table::forfeit(Seat at, const std::string& verdict, const Moment& moment) {
  if (players() <= 2 || !plan_.policy.tokens) verdict_ = verdict;
  paused_ = paused_ || !plan_.policy.tokens;  // after an undo it must not replay the same move at once
  return give_up(at, "forfeit", moment);
}

Ruling Table::stop_short(const Moment& at) {
  if (phase_ != Phase::running && phase_ != Phase::paused) return {};
  set_paused(true);
  short_ = true;
  clock_.hold(at.now);
  refresh = true;
  return {};
}

Ruling Table::claim(Seat by, Seat at, ClaimHow how, const Attendance& there, const Moment& moment) {
  if (const auto may = playing(by); !may) return may;
  const TableSeat& one = seat(at);
  const auto k = static_cast<std::size_t>(at);
  const bool can_leave = one.who == SeatWho::human || one.who == SeatWho::bot;
  if (by == at || !can_leave || one.substituted || there.seats[k] != 0)
    return refuse("present", game_.session().seat_name(at) + " is still connected");
  const double away = moment.now - there.since[k];
  if (away < plan_.options.claim_after)
    return refuse("early", fmt::format("{} disconnected only {:.0f} s ago", game_.session().seat_name(at), away),
                  fmt::format("wait until {:g} s have passed", plan_.options.claim_after));
  if (how == ClaimHow::agent) {
    plan_.seats[k].substituted = true;
    if (clock_.running() == at) clock_.hold(moment.now);
    note_takeover(at);
    return {};
  }
  if (players() > 2) return refuse("many", "with more than two players a claim can't end the game", "choose 'agent'");
  const bool win = how == ClaimHow::win;
  return end(win ? "left" : "draw", win ? std::optional(at) : std::nullopt, moment);
}

// ---- Offers

std::vector<Seat> Table::waits(const TableOffer& offer) const {
  std::vector<Seat> all;
  for (Seat k = 0; k < players(); ++k) {
    const TableSeat& one = seat(k);
    // Replaced players have no say; those who gave up have one about a rematch.
    const bool has_say = !one.substituted || (!one.out.empty() && offer.what == OfferWhat::rematch);
    if (one.who == SeatWho::human && has_say && !holds(offer.yes, k)) all.push_back(k);
  }
  return all;
}

std::optional<std::size_t> Table::last_move_of(Seat at) const {
  for (std::size_t k = played_.size(); k-- > 0;)
    if (played_[k].seat == at && played_[k].at > 0) return k;
  return std::nullopt;
}

Ruling Table::can_take_back(Seat at) const {
  if (!plan_.options.takeback) return refuse("no_takeback", "this table allows no takebacks");
  const auto last = last_move_of(at);
  if (!last) return refuse("no_move", "there is no move to take back");
  const auto begin = played_.begin() + static_cast<std::ptrdiff_t>(*last);
  if (std::any_of(begin, played_.end(), [](const KeptMove& move) { return move.seat == chance; }))
    return refuse("dice", "chance has acted since then, and chance moves can't be taken back");
  return {};
}

void Table::take_back(Seat at, const Moment& moment) {
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

Ruling Table::offer(Seat at, OfferWhat what, const Moment& moment) {
  if (what == OfferWhat::rematch) {
    if (phase_ != Phase::ended) return refuse("running", "the game is not over yet");
    if (seat(at).who != SeatWho::human) return refuse("not_seated", "you have no seat at this table");
  } else if (const auto may = playing(at); !may) {
    return may;
  }
  if (what == OfferWhat::takeback)
    if (const auto may = can_take_back(at); !may) return may;
  if (what == OfferWhat::draw)
    for (Seat k = 0; k < players(); ++k)
      if (agent_at(k) != nullptr || seat(k).who == SeatWho::bot)
        return refuse("agents_decline", game_.session().seat_name(k) + " is not a person and declines draws");
  for (const TableOffer& one : offers_) {
    if (one.what != what) continue;
    if (one.by == at) return refuse("offered", "you have already offered this");
    if (what == OfferWhat::takeback)
      return refuse("offered", "another player has requested a takeback", "accept or decline it first");
    return answer(at, what, true, moment);
  }
  TableOffer one{what, at, {at}};
  if (waits(one).empty()) return settle_offer(one, moment);
  offers_.push_back(std::move(one));
  said.emplace_back(Offers{});
  return {};
}

Ruling Table::answer(Seat at, OfferWhat what, bool yes, const Moment& moment) {
  const auto found = std::find_if(offers_.begin(), offers_.end(), [&](const TableOffer& one) { return one.what == what; });
  if (found == offers_.end()) return refuse("no_offer", "there is nothing to answer: the offer was withdrawn or has expired");
  const auto waiting = waits(*found);
  if (found->by != at && !holds(waiting, at) && !holds(found->yes, at)) return refuse("out", "other players decide on this");
  if (!yes) {
    said.emplace_back(Offers{what, found->by});
    offers_.erase(found);
    return {};
  }
  if (!holds(found->yes, at)) found->yes.push_back(at);
  if (!waits(*found).empty()) {
    said.emplace_back(Offers{});
    return {};
  }
  const TableOffer agreed = *found;
  offers_.erase(found);
  return settle_offer(agreed, moment);
}

Ruling Table::settle_offer(const TableOffer& offer, const Moment& at) {
  switch (offer.what) {
    case OfferWhat::draw: return end("draw", std::nullopt, at);
    case OfferWhat::takeback:
      if (const auto may = can_take_back(offer.by); !may) return may;
      take_back(offer.by, at);
      break;
    case OfferWhat::pause:
      set_paused(true);
      clock_.hold(at.now);
      refresh = true;
      break;
    case OfferWhat::rematch: rematch_agreed_ = true; said.emplace_back(Offers{});
  }
  return {};
}

Ruling Table::resume(const Moment& at) {
  if (!plan_.policy.consent) {
    set_paused(false);
    return {};
  }
  if (phase_ != Phase::paused) return refuse("not_paused", "the game is not paused");
  for (const TableSeat& one : plan_.seats)
    if (one.who == SeatWho::open) return refuse("open", "a seat is open", "the game continues when it is taken");
  set_paused(false);
  short_ = false;
  if (turn() >= 0 && !seat(turn()).substituted) clock_.resume(turn(), at.now);
  refresh = true;
  return {};
}

Table::Plan Table::rematch_plan() const {
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

bool Table::lasting() const {
  return refresh || std::any_of(said.begin(), said.end(), [](const Event& one) { return !std::holds_alternative<Offers>(one); });
}

std::vector<std::string> Table::names() const {
  std::vector<std::string> all;
  for (const TableSeat& one : plan_.seats)
    if (!one.name.empty()) all.push_back(one.name);
  return all;
}

bool Table::chooses(std::optional<Seat> at) const {
  if (!plan_.policy.tokens) return game_.persons_turn();
  return phase_ == Phase::running && at && *at == turn() && agent_at(*at) == nullptr;
}

}  // namespace banmen::serve
