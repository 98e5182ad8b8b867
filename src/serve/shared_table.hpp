// A table where several people play: who sits where, whose turn it is, the clock, what is offered, how it ends.
//
// It knows no connection and no token, only hashes. A change is made on a copy, which takes the table's place once it is kept; what
// is to be told of it waits in `said` until then.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/json.hpp"
#include "core/seat.hpp"
#include "play/agents.hpp"
#include "serve/guard.hpp"
#include "serve/table.hpp"
#include "serve/wishes.hpp"

namespace banmen::serve {

// The clock of a table. The time is an argument: any steady clock's seconds will do.

struct ClockRule {
  enum class Kind { none, move, fischer } kind = Kind::none;
  double seconds = 0;    // for each move, or for all of them
  double increment = 0;  // more with each move
};

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
  /// Time stands still, and goes on for the same seat.
  void hold(double now);
  void go_on(Seat seat, double now);
  /// A turn that began at `begun` was told to everybody only now.
  void told(double begun, double now) {
    if (running_ && since_ >= begun) since_ = now;
  }

  /// {"kind","seconds","increment","left","running"}
  [[nodiscard]] Json document(double now) const;
  /// What it had left, when it is taken up again after a break.
  void set_left(const std::vector<double>& left);

 private:
  ClockRule rule_;
  std::vector<double> left_;
  std::optional<Seat> running_;
  double since_ = 0;
};

/// "none", "move", "fischer".
std::string_view word(ClockRule::Kind kind);

/// Why something is not done at a table; `key` is what the page translates.
struct TableError {
  std::string key;
  Error error;
  [[nodiscard]] Json document() const;
};
template <class T>
using Ruled = tl::expected<T, TableError>;
using Ruling = Ruled<void>;
tl::unexpected<TableError> refuse(std::string key, std::string what, std::string hint = {});

/// The time on a steady clock and on the wall, in seconds.
struct Moment {
  double now = 0, wall = 0;
};

enum class Phase { waiting, running, paused, ended };
std::string_view word(Phase phase);

struct TableOptions {
  bool listed = false, kept = true, takeback = true, watch = true;
  bool drawn = false;        // seats are drawn when the game begins
  double claim_after = 120;  // seconds of absence
  ClockRule clock;
};

struct TableSeat {
  enum class Who { open, human, agent, bot } who = Who::open;
  std::string name;          // of a person or a bot; may be empty
  std::string token;         // its hash; empty: none opens the seat
  Engaged agent;             // of an agent
  bool substituted = false;  // the table's substitute plays in its place
  std::string out;           // "resigned", "time" or "forfeit": whose seat it was does not come back
};
std::string_view word(TableSeat::Who who);

struct TableOffer {
  std::string what;  // "draw", "takeback", "pause", "rematch"
  Seat by = 0;
  std::vector<Seat> yes;
};

/// Who is there.
struct Attendance {
  std::vector<Client> seats;  // 0: nobody
  std::vector<double> since;  // when it was left, by the steady clock
  std::size_t watchers = 0;
};

/// A message for everybody at the table.
struct Said {
  Json message;
  std::optional<Seat> chooses;  // the seat that gets `choices` in it
  Json choices;
};

/// A seat that somebody else took in the middle of a game.
struct Takeover {
  std::size_t ply = 0;
  Seat seat = 0;
  std::string who;  // as records say it
};

class SharedTable {
 public:
  struct Plan {
    std::string id;
    std::string origin = {};  // of a game that is played again: the table that was opened first, whose links bots have
    TableOptions options;
    std::vector<TableSeat> seats;
    Engaged substitute;
    std::string host, join;  // hashes
    std::uint64_t seed = 0;
    double created = 0;
  };
  SharedTable(Plan plan, Opened opened, std::vector<KeptMove> played);
  static Result<SharedTable> restore(const Whitelist& offer, const Kept& kept, double now);

  [[nodiscard]] const std::string& id() const { return plan_.id; }
  [[nodiscard]] const TableOptions& options() const { return plan_.options; }
  [[nodiscard]] const Plan& plan() const { return plan_; }
  [[nodiscard]] const std::vector<TableSeat>& seats() const { return plan_.seats; }
  [[nodiscard]] const TableSeat& seat(Seat seat) const { return plan_.seats[static_cast<std::size_t>(seat)]; }
  [[nodiscard]] Seat players() const { return static_cast<Seat>(plan_.seats.size()); }
  [[nodiscard]] Phase phase() const { return phase_; }
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
  /// Begins, or goes on, where every seat is taken and every bot is there.
  void begin(const Attendance& there, const RandomBytes& random, const Moment& at);

  // The game.
  Ruling move(Seat seat, std::size_t ply, const std::string& text, const Moment& at);
  /// Whether this seat has played just this at that ply before.
  [[nodiscard]] bool has_played(Seat seat, std::size_t ply, std::string_view text) const;
  Ruling agent_moves(const std::string& text, const Moment& at);
  Ruling roll(const Moment& at);
  Ruling offer(Seat seat, const std::string& what, const Moment& at);
  Ruling answer(Seat seat, const std::string& what, bool yes, const Moment& at);
  Ruling go_on(const Moment& at);
  Ruling resign(Seat seat, const Moment& at);
  Ruling claim(Seat by, Seat seat, const std::string& how, const Attendance& there, const Moment& at);
  Ruling free(Seat seat, const Moment& at);
  /// Somebody whose place was taken is back.
  void come_back(Seat seat, const Moment& at);
  void flag(const Moment& at);
  /// A program from outside has broken the rules, or broke down.
  void forfeit(Seat seat, const std::string& verdict, const Moment& at);
  /// Nothing goes on until people say so.
  void stop_short(const Moment& at);
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
  [[nodiscard]] Json table_message(const Attendance& there, double now) const;
  /// The moves to choose from, for the seat on turn where a person or a bot plays it.
  [[nodiscard]] Json choices_for(std::optional<Seat> seat) const;
  [[nodiscard]] Json seat_documents(const Attendance& there, double now) const;
  [[nodiscard]] Json presence_message(const Attendance& there, double now) const;
  [[nodiscard]] Json summary(const Attendance& there, double now) const;
  [[nodiscard]] Json whole_document(const Attendance& there, double now) const;
  /// The moves from a ply on, each with its steps.
  [[nodiscard]] Json missed(std::size_t ply) const;
  /// Whether this seat is to choose a move.
  [[nodiscard]] bool chooses(std::optional<Seat> seat) const;
  /// The seed is in it once the game has ended.
  [[nodiscard]] Record record() const;
  /// What is to be kept of it; `before`: what is kept already, where there is anything.
  [[nodiscard]] Kept kept(const SharedTable* before, double now, double wall) const;

  /// Whether a change is one that must last: not where only something was offered.
  [[nodiscard]] bool lasting() const;

  // What is to be told of a change, in order.
  std::vector<Said> said;
  bool refresh = false;  // the whole table, to everybody
  bool people_changed = false;
  std::vector<std::size_t> drawn_from;  // where the seats' people sat before they were drawn; else empty

 private:
  [[nodiscard]] Ruling playing(Seat seat) const;
  [[nodiscard]] std::string seat_line(Seat seat, bool shown) const;
  void seat_players();
  void note_takeover(Seat seat);
  void note_move(Seat mover, const Moment& at);
  Ruling roll_on(const Moment& at);
  void turn_begins(const Moment& at);
  void end(std::string how, std::optional<Seat> seat, const Moment& at);
  /// Who can't go on: loses where two play, is replaced where more do.
  void give_up(Seat seat, const std::string& how, const Moment& at);
  void take_back(Seat seat, const Moment& at);
  Ruling can_take_back(Seat seat) const;
  [[nodiscard]] std::optional<std::size_t> last_move_of(Seat seat) const;
  Ruling settle_offer(const TableOffer& offer, const Moment& at);
  void say_offers(const TableOffer* refused = nullptr);
  void say_ended(double now);
  [[nodiscard]] Json offers_document() const;
  [[nodiscard]] std::vector<Seat> waits(const TableOffer& offer) const;

  Plan plan_;
  LiveGame game_;
  TableClock clock_;
  Phase phase_ = Phase::waiting;
  std::vector<KeptMove> played_;  // one for each move of the history
  std::vector<TableOffer> offers_;
  std::string verdict_;                     // why a program has lost
  double began_ = 0;                        // on the wall
  std::vector<std::string> first_sitters_;  // as records say it
  std::vector<Takeover> takeovers_;
  bool taken_back_ = false, rematch_agreed_ = false;
  bool short_of_memory_ = false;
  bool short_ = false;  // it is paused because somebody is missing, or something went wrong
};

/// A name as people may have it: 1..32 code points that fit on a line, and nothing that turns the text around it.
Result<std::string> checked_name(std::string_view text);

}  // namespace banmen::serve
