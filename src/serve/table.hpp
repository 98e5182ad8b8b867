// A place on the server where people and agents play: seats, moves, clock, offers, end. Its policy makes it a shared table or the
// game of a single connection.
//
// It holds no connections, and tokens as hashes only. A change to a stored table is made on a copy, which replaces the table once
// it is stored; until then its events wait in `said`.
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
#include "serve/effects.hpp"
#include "serve/events.hpp"
#include "serve/guard.hpp"
#include "serve/whitelist.hpp"

namespace banmen::serve {

inline constexpr double longest_move = 120;  // seconds per move of an agent, whatever its own limits are
/// Limit on consecutive chance moves: an endless sequence must not block the server.
inline constexpr int most_rolls = 1000;

/// A game with a position and moves, as named by `join`, `analyse` and requests.
struct Opened {
  std::shared_ptr<const OpenGame> game;
  std::unique_ptr<Session> session;
};
Result<Opened> open_at(const Whitelist& offer, const std::string& game, const std::string& position,
                       const std::vector<std::string>& moves);

// The clock of a table. The time is an argument: seconds of any steady clock.

class TableClock {
 public:
  TableClock(ClockRule rule, int seats) : rule_(rule), left_(static_cast<std::size_t>(seats), rule.seconds) {}

  [[nodiscard]] const ClockRule& rule() const { return rule_; }
  [[nodiscard]] bool ticks() const { return rule_.kind != ClockRule::Kind::none; }
  [[nodiscard]] std::optional<Seat> running() const { return running_; }
  /// Remaining seconds of a seat; never negative.
  [[nodiscard]] double left(Seat seat, double now) const;
  /// True if the running clock has reached zero.
  [[nodiscard]] bool fallen(double now) const;

  /// Starts a seat's turn; a clock for each move is reset.
  void begin_turn(Seat seat, double now);
  /// The seat with the running clock has moved.
  void press(double now);
  /// Stops the clock, and restarts it for a seat.
  void hold(double now);
  void resume(Seat seat, double now);
  /// Clients learn only now of a turn that began at `begun`: its time counts from now.
  void count_from(double begun, double now) {
    if (running_ && since_ >= begun) since_ = now;
  }

  /// Restores the remaining times.
  void set_left(const std::vector<double>& left);

 private:
  ClockRule rule_;
  std::vector<double> left_;
  std::optional<Seat> running_;
  double since_ = 0;
};

/// The time by a steady clock and by the wall clock, in seconds.
struct Moment {
  double now = 0, wall = 0;
};

/// Differences between a shared table and a connection's own game.
struct TablePolicy {
  bool tokens = true;          // seats belong to holders of tokens; else the one client plays for all people
  bool consent = true;         // undo, pauses and draws need the others' consent; else a pause stops agents and chance only
  bool timed = true;           // messages contain the clock
  bool stored = true;          // changes are stored before clients learn of them
  bool programs_stay = false;  // external programs run on between moves
};
inline constexpr TablePolicy own_game = {false, false, false, false, true};

struct TableOptions {
  bool listed = false, kept = true, takeback = true, watch = true;
  bool drawn = false;        // seats are assigned at random when the game begins
  double claim_after = 120;  // seconds of absence
  ClockRule clock;
};

struct TableSeat {
  SeatWho who = SeatWho::open;
  std::string name;          // of a person or a bot; may be empty
  std::string token;         // hash; empty: no token
  Engaged agent;             // if an agent plays here
  bool substituted = false;  // the table's substitute plays in its place
  std::string out;           // "resigned", "time" or "forfeit": the owner can't come back
};

struct TableOffer {
  OfferWhat what{};
  Seat by = 0;
  std::vector<Seat> yes;
};

/// Connected clients.
struct Attendance {
  std::vector<Client> seats;  // 0: nobody
  std::vector<double> since;  // when the seat was left, by the steady clock
  std::size_t watchers = 0;
};

/// A change of a seat's player during the game.
struct Takeover {
  std::size_t ply = 0;
  Seat seat = 0;
  std::string who;  // as in records
};

class Table {
 public:
  struct Plan {
    TablePolicy policy = {};
    std::string id;
    std::string origin = {};  // of a rematch: the first table of the series, which the bots' links name
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
  /// The seed determines the dice, so shared tables reveal it only after the end.
  [[nodiscard]] bool shows_seed() const { return !plan_.policy.tokens || phase_ == Phase::ended; }
  [[nodiscard]] std::size_t ply() const { return game_.session().history().size(); }
  [[nodiscard]] const LiveGame& game() const { return game_; }
  [[nodiscard]] const TableClock& clock() const { return clock_; }
  [[nodiscard]] const std::vector<KeptMove>& played() const { return played_; }
  [[nodiscard]] const std::vector<TableOffer>& offers() const { return offers_; }
  /// The agent that plays a seat now, as its own or as the substitute; null: none.
  [[nodiscard]] const Engaged* agent_at(Seat seat) const;
  [[nodiscard]] Seat turn() const { return game_.is_over() ? over : game_.session().turn(); }
  /// True if agents play all seats, as their own or as the substitute.
  [[nodiscard]] bool agents_only() const;
  /// True if this is an unfinished game between people.
  [[nodiscard]] bool between_people() const;
  [[nodiscard]] std::vector<std::string> names() const;  // of people and bots
  [[nodiscard]] std::optional<Seat> seat_of_token(std::string_view token) const;
  [[nodiscard]] bool taken_back() const { return taken_back_; }
  /// The agent on turn with all that it needs to think on another thread. An agent with memory of its own is made for each move.
  [[nodiscard]] Thinker thinker();

  // Before the game.
  Ruling sit(Seat seat, std::string name, std::string token, const Moment& at);
  Ruling stand(Seat seat, const Moment& at);
  /// Takes a bot's own name unless the table's opener gave it one.
  void greet_bot(Seat seat, const std::string& title, const Moment& at);
  /// Starts or resumes the game if every seat is taken and every bot connected.
  Ruling begin(const Attendance& there, const RandomBytes& random, const Moment& at);

  // The game.
  /// `seat`: the mover; nothing: the person on turn.
  Ruling move(std::optional<Seat> seat, std::size_t ply, const std::string& text, const Moment& at);
  /// True if this seat has already played this move at that ply.
  [[nodiscard]] bool has_played(Seat seat, std::size_t ply, std::string_view text) const;
  Ruling agent_moves(const std::string& text, const Moment& at);
  /// Plays chance moves while chance is on turn.
  Ruling roll_on(const Moment& at);
  Ruling offer(Seat seat, OfferWhat what, const Moment& at);
  Ruling answer(Seat seat, OfferWhat what, bool yes, const Moment& at);
  Ruling resume(const Moment& at);
  Ruling resign(Seat seat, const Moment& at);
  Ruling claim(Seat by, Seat seat, ClaimHow how, const Attendance& there, const Moment& at);
  Ruling free(Seat seat, const Moment& at);
  /// Ends a substitution: the owner is back.
  Ruling come_back(Seat seat, const Moment& at);
  Ruling flag(const Moment& at);
  /// An external program has violated the protocol or crashed.
  Ruling forfeit(Seat seat, const std::string& verdict, const Moment& at);
  /// Pauses until people resume.
  Ruling stop_short(const Moment& at);

  // A connection's own game.
  void seat_all(std::vector<TableSeat> seats);
  /// Undoes to a person's last turn, or the end alone; without people one move, then pauses.
  Ruling undo(const Moment& at);
  Ruling pause();
  /// One move of an agent or of chance, then a pause.
  Ruling step();
  /// Ends the game otherwise than by the rules. Without a seat, on another's turn, the only person gives up.
  Ruling end_by(std::string how, std::optional<Seat> seat, const Moment& at);

  /// True if agents and chance may act.
  [[nodiscard]] bool acts() const { return phase_ == Phase::running || (phase_ == Phase::paused && steps_ > 0); }
  /// A change made at `made` is stored now: the clock starts from here.
  void stored(double made, double now) { clock_.count_from(made, now); }
  /// Stops the clock until the search of the agent on turn starts.
  void search_waits(double now);
  void search_starts(double now);
  /// The plan of a rematch: players move one seat on. Tokens stay.
  [[nodiscard]] Plan rematch_plan() const;
  [[nodiscard]] bool rematch_agreed() const { return rematch_agreed_; }
  void forget_rematch() { rematch_agreed_ = false; }

  // For messages and documents.
  /// Seats whose consent an offer still needs.
  [[nodiscard]] std::vector<Seat> waits(const TableOffer& offer) const;
  [[nodiscard]] const std::string& verdict() const { return verdict_; }  // why a program has lost
  /// True if this seat's player must choose a move; without tokens, whether any person must.
  [[nodiscard]] bool chooses(std::optional<Seat> seat) const;
  /// Contains the seed only after the end.
  [[nodiscard]] Record record() const;
  /// The state to store; `before`: the stored one, if any.
  [[nodiscard]] Kept kept(const Table* before, double now, double wall) const;

  /// True if the change must be stored; offers alone need not.
  [[nodiscard]] bool lasting() const;

  // Events of a change, in order.
  std::vector<Event> said;
  bool refresh = false;                 // send the whole table to all clients
  std::vector<std::size_t> drawn_from;  // previous seats, if seats were drawn; else empty

 private:
  [[nodiscard]] Ruling playing(Seat seat) const;
  [[nodiscard]] std::string seat_line(Seat seat, bool shown) const;
  void seat_players();
  void note_takeover(Seat seat);
  void note_move(Seat mover, const Moment& at);
  void turn_begins(const Moment& at);
  void set_paused(bool paused);
  Ruling end(std::string how, std::optional<Seat> seat, const Moment& at);
  /// Takes a player out: with two players the game is lost, with more the substitute plays on.
  Ruling give_up(Seat seat, const std::string& how, const Moment& at);
  void take_back(Seat seat, const Moment& at);
  Ruling can_take_back(Seat seat) const;
  [[nodiscard]] std::optional<std::size_t> last_move_of(Seat seat) const;
  Ruling settle_offer(const TableOffer& offer, const Moment& at);

  Plan plan_;
  LiveGame game_;
  TableClock clock_;
  Phase phase_ = Phase::waiting;
  bool paused_ = false;           // also after the end, which may be undone
  int steps_ = 0;                 // moves that agents and chance may make while paused
  std::vector<KeptMove> played_;  // one per move of the history
  std::vector<TableOffer> offers_;
  std::string verdict_;
  double began_ = 0;                        // by the wall clock
  std::vector<std::string> first_sitters_;  // as in records
  std::vector<Takeover> takeovers_;
  bool taken_back_ = false, rematch_agreed_ = false;
  bool clock_waits_ = false;  // for the search of the agent on turn
  bool short_ = false;        // paused because a player is missing or after an error
};

}  // namespace banmen::serve
