// A place where people and agents play: who sits where, whose turn it is, the clock, what is offered, how it ends. Its policy makes
// it a table that several people share, or the game of a single connection.
//
// It knows no connection and no token, only hashes. Where changes are stored, each is made on a copy, which takes the table's place
// once it is kept; events wait in `said` until then.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/seat.hpp"
#include "play/agents.hpp"
#include "play/live_game.hpp"
#include "serve/events.hpp"
#include "serve/guard.hpp"
#include "serve/whitelist.hpp"
#include "serve/wishes.hpp"

namespace banmen::serve {

inline constexpr double longest_move = 120;  // seconds of an agent's move, whatever its own limits say
/// Chance moves in a row: a game that rolls for ever must not keep the server from others.
inline constexpr int most_rolls = 1000;

/// A game with its position and moves, as `join`, `analyse` and requests name them.
struct Opened {
  std::shared_ptr<const OpenGame> game;
  std::unique_ptr<Session> session;
};
Result<Opened> open_at(const Whitelist& offer, const std::string& game, const std::string& position,
                       const std::vector<std::string>& moves);

// The clock of a table. The time is an argument: any steady clock's seconds will do.

class TableClock {
 public:
  TableClock(ClockRule rule, int seats) : rule_(rule), left_(static_cast<std::size_t>(seats), rule.seconds) {}

  [[nodiscard]] const ClockRule& rule() const { return rule_; }
  [[nodiscard]] bool ticks() const { return rule_.kind != ClockRule::Kind::none; }
  [[nodiscard]] std::optional<Seat> running() const { return running_; }
  /// Seconds that a seat has; never less than none.
  [[nodiscard]] double left(Seat seat, double now) const;
  /// Whether the seat whose time runs has none left.
  [[nodiscard]] bool fallen(double now) const;

  /// A seat's turn begins: with its whole time again where that is for each move.
  void begin_turn(Seat seat, double now);
  /// The seat whose time runs has moved.
  void press(double now);
  /// Time stands still, and resumes for the same seat.
  void hold(double now);
  void resume(Seat seat, double now);
  /// A turn that began at `begun` was told to everybody only now.
  void told(double begun, double now) {
    if (running_ && since_ >= begun) since_ = now;
  }

  /// What it had left, when it is taken up again after a break.
  void set_left(const std::vector<double>& left);

 private:
  ClockRule rule_;
  std::vector<double> left_;
  std::optional<Seat> running_;
  double since_ = 0;
};

/// The time on a steady clock and on the wall, in seconds.
struct Moment {
  double now = 0, wall = 0;
};

/// Differences between a table that people share and a connection's own game.
struct TablePolicy {
  bool tokens = true;        // seats are played by those who have their tokens; else the one client plays for all people
  bool consent = true;       // taking back, pauses and draws need the others' consent; else a pause stops agents and chance alone
  bool timed = true;         // it has a clock, and messages say what it shows
  bool stored = true;        // a change is kept before it is told
  bool agents_stay = false;  // agents have their memory, and what they know, from move to move
};
inline constexpr TablePolicy own_game = {false, false, false, false, true};

struct TableOptions {
  bool listed = false, kept = true, takeback = true, watch = true;
  bool drawn = false;        // seats are drawn when the game begins
  double claim_after = 120;  // seconds of absence
  ClockRule clock;
};

struct TableSeat {
  SeatWho who = SeatWho::open;
  std::string name;          // of a person or a bot; may be empty
  std::string token;         // its hash; empty: none opens the seat
  Engaged agent;             // of an agent
  bool substituted = false;  // the table's substitute plays in its place
  std::string out;           // "resigned", "time" or "forfeit": whose seat it was does not come back
};

struct TableOffer {
  OfferWhat what{};
  Seat by = 0;
  std::vector<Seat> yes;
};

/// Who is there.
struct Attendance {
  std::vector<Client> seats;  // 0: nobody
  std::vector<double> since;  // when it was left, by the steady clock
  std::size_t watchers = 0;
};

/// A seat that somebody else took in the middle of a game.
struct Takeover {
  std::size_t ply = 0;
  Seat seat = 0;
  std::string who;  // as records say it
};

class Table {
 public:
  struct Plan {
    TablePolicy policy = {};
    std::string id;
    std::string origin = {};  // of a game that is played again: the table that was opened first, whose links bots have
    TableOptions options;
    std::vector<TableSeat> seats;
    Engaged substitute;
    std::string host, join;  // hashes
    std::uint64_t seed = 0;
    double created = 0;
  };
  Table(Plan plan, Opened opened, std::vector<KeptMove> played);
  static Result<Table> restore(const Whitelist& offer, const Kept& kept, double now);

  [[nodiscard]] const std::string& id() const { return plan_.id; }
  [[nodiscard]] const TablePolicy& policy() const { return plan_.policy; }
  [[nodiscard]] const TableOptions& options() const { return plan_.options; }
  [[nodiscard]] const Plan& plan() const { return plan_; }
  [[nodiscard]] const std::vector<TableSeat>& seats() const { return plan_.seats; }
  [[nodiscard]] const TableSeat& seat(Seat seat) const { return plan_.seats[static_cast<std::size_t>(seat)]; }
  [[nodiscard]] Seat players() const { return static_cast<Seat>(plan_.seats.size()); }
  [[nodiscard]] Phase phase() const { return phase_; }
  [[nodiscard]] bool paused() const { return paused_; }
  /// Dice come from the seed, so where others play it is told when the game is over and not before.
  [[nodiscard]] bool shows_seed() const { return !plan_.policy.tokens || phase_ == Phase::ended; }
  [[nodiscard]] std::size_t ply() const { return game_.session().history().size(); }
  [[nodiscard]] const LiveGame& game() const { return game_; }
  [[nodiscard]] const TableClock& clock() const { return clock_; }
  [[nodiscard]] const std::vector<KeptMove>& played() const { return played_; }
  [[nodiscard]] const std::vector<TableOffer>& offers() const { return offers_; }
  /// The agent that plays a seat now, its own or in somebody's place; null: none does.
  [[nodiscard]] const Engaged* agent_at(Seat seat) const;
  [[nodiscard]] Seat turn() const { return game_.is_over() ? over : game_.session().turn(); }
  /// Whether this is a game between people that goes on.
  [[nodiscard]] bool between_people() const;
  [[nodiscard]] std::vector<std::string> names() const;  // of people and bots
  [[nodiscard]] std::optional<Seat> seat_of_token(std::string_view token) const;
  [[nodiscard]] bool taken_back() const { return taken_back_; }
  /// The agent on turn with all that it needs to think elsewhere; nothing of it stays here.
  [[nodiscard]] Thinker thinker();

  // Before the game.
  Ruling sit(Seat seat, std::string name, std::string token, const Moment& at);
  Ruling stand(Seat seat, const Moment& at);
  /// A bot says how it is called; the name that who opened the table gave it stays.
  void greet_bot(Seat seat, const std::string& title, const Moment& at);
  /// Begins, or resumes, where every seat is taken and every bot is there.
  Ruling begin(const Attendance& there, const RandomBytes& random, const Moment& at);

  // The game.
  /// `seat`: whose move it is; none: of the person on turn.
  Ruling move(std::optional<Seat> seat, std::size_t ply, const std::string& text, const Moment& at);
  /// Whether this seat has played just this at that ply before.
  [[nodiscard]] bool has_played(Seat seat, std::size_t ply, std::string_view text) const;
  Ruling agent_moves(const std::string& text, const Moment& at);
  /// Chance acts, as long as it is its turn.
  Ruling roll_on(const Moment& at);
  Ruling offer(Seat seat, OfferWhat what, const Moment& at);
  Ruling answer(Seat seat, OfferWhat what, bool yes, const Moment& at);
  Ruling resume(const Moment& at);
  Ruling resign(Seat seat, const Moment& at);
  Ruling claim(Seat by, Seat seat, ClaimHow how, const Attendance& there, const Moment& at);
  Ruling free(Seat seat, const Moment& at);
  /// Somebody whose place was taken is back.
  Ruling come_back(Seat seat, const Moment& at);
  Ruling flag(const Moment& at);
  /// A program from outside has broken the rules, or broke down.
  Ruling forfeit(Seat seat, const std::string& verdict, const Moment& at);
  /// Nothing goes on until people say so.
  Ruling stop_short(const Moment& at);

  // A connection's own game.
  void seat_all(std::vector<TableSeat> seats);
  /// Back to a person's last turn, or to before the end; where only agents play, one move, and they pause.
  Ruling undo(const Moment& at);
  Ruling pause();
  /// One move of an agent or of chance, then a pause.
  Ruling step();
  /// Ends otherwise than by the rules. Who gives up while others are on turn is the only person.
  Ruling end_by(std::string how, std::optional<Seat> seat, const Moment& at);
  /// Gives back the memory of its agents, and takes it again: for a game that may take this one's place.
  void release_agents();
  void reserve_agents(const Whitelist& offer);

  /// Whether agents and chance may act.
  [[nodiscard]] bool acts() const { return phase_ == Phase::running || (phase_ == Phase::paused && steps_ > 0); }
  /// A change that was made at `made` is kept, so that it is told now: time begins to run.
  void told(double made, double now) { clock_.told(made, now); }
  /// The agent on turn can't think before there is memory for it: its time stands until then. Whether it ran.
  bool wait_for_memory(double now);
  void has_memory(double now);
  /// The plan of the next game: seats are moved on by one. Tokens are as they were.
  [[nodiscard]] Plan rematch_plan() const;
  [[nodiscard]] bool rematch_agreed() const { return rematch_agreed_; }
  void forget_rematch() { rematch_agreed_ = false; }

  // What messages and documents say.
  /// Those whose consent an offer still needs.
  [[nodiscard]] std::vector<Seat> waits(const TableOffer& offer) const;
  [[nodiscard]] const std::string& verdict() const { return verdict_; }  // why a program has lost
  /// Whether who plays this seat is to choose a move; without tokens, whether any person is.
  [[nodiscard]] bool chooses(std::optional<Seat> seat) const;
  /// The seed is in it once the game has ended.
  [[nodiscard]] Record record() const;
  /// What is to be kept of it; `before`: what is kept already, where there is anything.
  [[nodiscard]] Kept kept(const Table* before, double now, double wall) const;

  /// Whether a change is one that must last: not where only something was offered.
  [[nodiscard]] bool lasting() const;

  // Events of a change, in order.
  std::vector<Event> said;
  bool refresh = false;                 // the whole table, to everybody
  std::vector<std::size_t> drawn_from;  // where the seats' people sat before they were drawn; else empty

 private:
  [[nodiscard]] Ruling playing(Seat seat) const;
  [[nodiscard]] std::string seat_line(Seat seat, bool shown) const;
  void seat_players();
  void note_takeover(Seat seat);
  void note_move(Seat mover, const Moment& at);
  void turn_begins(const Moment& at);
  /// Of a game that has begun.
  void set_paused(bool paused);
  Ruling end(std::string how, std::optional<Seat> seat, const Moment& at);
  /// Who can't go on: loses where two play, is replaced where more do.
  Ruling give_up(Seat seat, const std::string& how, const Moment& at);
  void take_back(Seat seat, const Moment& at);
  Ruling can_take_back(Seat seat) const;
  [[nodiscard]] std::optional<std::size_t> last_move_of(Seat seat) const;
  Ruling settle_offer(const TableOffer& offer, const Moment& at);

  Plan plan_;
  LiveGame game_;
  TableClock clock_;
  Phase phase_ = Phase::waiting;
  bool paused_ = false;           // also of a game that is over: it may be taken back
  int steps_ = 0;                 // moves of agents and chance to make although it is paused
  std::vector<KeptMove> played_;  // one for each move of the history
  std::vector<TableOffer> offers_;
  std::string verdict_;
  double began_ = 0;                        // on the wall
  std::vector<std::string> first_sitters_;  // as records say it
  std::vector<Takeover> takeovers_;
  bool taken_back_ = false, rematch_agreed_ = false;
  bool short_of_memory_ = false;
  bool short_ = false;  // it is paused because somebody is missing, or something went wrong
};

}  // namespace banmen::serve
