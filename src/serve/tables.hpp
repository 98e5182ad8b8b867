// All tables, and the games that connections have to themselves: who is at which, what waits to be kept, who thinks, what time has
// brought.
//
// Of each table that is stored at most one change is under way. Until it is kept nobody is told of it, and what else is sent to the
// table waits in order; if it can't be kept, the table stays as it was.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "play/agents.hpp"
#include "serve/fields.hpp"
#include "serve/guard.hpp"
#include "serve/table.hpp"
#include "serve/wishes.hpp"

namespace banmen::serve {

/// Options passed to the hub at construction.
struct HubOptions {
  std::uint64_t seed = 1;  // what seeds of games are made from that ask for none
  std::string version;
  std::string page_missing;  // why there is no page; empty: there is one
  std::string key;           // the operator's; empty: nobody is
  /// Studies, experiments, records: what the laboratory answers. Called from other threads, several at once.
  std::function<std::optional<Response>(const Request&, bool is_operator, const std::stop_token& stop)> lab;

  // Tables of several people.
  RandomBytes random;            // where there is none, no tables are opened
  std::function<double()> wall;  // unix seconds, for dates
  bool keeps = false;            // changes wait until they are kept: take_commits, committed
  bool everybody_opens = true;   // tables; else the operator alone
  /// Finished games, out of what is kept: a list by what was asked for, or the one of an id. Called from other threads.
  std::function<Result<Json>(const std::string& id, const std::map<std::string, std::string>& asked)> finished;
};

/// A table as a request asked for it.
struct TableWish {
  Opened opened;
  std::vector<KeptMove> played;
  TableOptions options;
  std::vector<TableSeat> seats;
  Engaged substitute;
};

/// What who opened a table is told, and nobody else ever is.
struct OpenedTable {
  std::string id, host, join;
  std::vector<std::pair<Seat, std::string>> seats;
};

/// Where a bot sits.
struct BotSeat {
  std::string table;
  Seat seat = 0;
};

class Tables {
 public:
  static constexpr std::size_t most_tables = 2000, most_watchers = 200;
  static constexpr std::size_t most_over = 200;  // tables that are over and empty; those left longest ago are forgotten

  Tables(const Whitelist& offer, const HubOptions& options, Wishes& wishes) : offer_(offer), options_(options), wishes_(wishes) {}

  // Clients.
  /// Of the game that the client is at; 0: none.
  [[nodiscard]] int players_at(Client client) const;
  void join(Client client, const JoinTable& message, double now);
  /// Begins a game of the client's own.
  void join(Client client, const JoinGame& message, double now);
  /// A message for the table that the client is at.
  void receive(Client client, const ClientMessage& message, double now);
  /// Of a game of his own nothing is left.
  void leave(Client client, double now);
  /// A client reads slowly: no agent of its own game moves until it has caught up.
  void hold_back(Client client, bool hold, double now);
  /// No lines for a seat of a game between people.
  [[nodiscard]] bool may_analyse(Client client) const;

  // What others have done for the tables.
  /// Whose agent thinks; 0: that of a table that others are at as well.
  [[nodiscard]] std::optional<Client> waiting_for(JobId job) const;
  void finished(JobId job, const Result<AnyAnswer>& answer, double now);
  void committed(std::uint64_t id, const Result<void>& kept, double now);
  /// What could not be restored.
  std::vector<Error> restore(const std::vector<Kept>& all, double now);
  void tick(double now);

  // Bots, whose lines others know.
  /// The seat that a bot's token opens: at this table, or at the one where its people play again.
  [[nodiscard]] Ruled<BotSeat> bot_seat(const std::string& id, const std::string& token, double now) const;
  /// Whether somebody who played at a table that is over may still ask for another game.
  [[nodiscard]] bool may_play_again(const std::string& id, double now) const;
  /// A bot is ready for its seat. False while a change is being kept: to be said again.
  bool bot_arrives(Client bot, const std::string& id, Seat seat, const std::string& title, double now);
  /// Where it sits now.
  [[nodiscard]] std::optional<Seat> bot_place(Client bot) const;
  /// Whether its move is on its way.
  [[nodiscard]] bool bot_has_moved(Client bot) const;
  void bot_moves(Client bot, std::size_t ply, const std::string& move, double now);
  /// It has lost. False while a change is being kept: to be said again.
  bool bot_fails(Client bot, const std::string& verdict, double now);
  /// Called when it is a bot's turn.
  std::function<void(Client bot, double now)> bots_turn;
  /// Called when people play again: bots come along from one table to the next.
  std::function<void(const std::string& from, const std::string& to, double now)> bots_move_on;

  // Requests.
  /// `told` is called once it is kept, or can't be; perhaps before this returns. An error: it can't be opened at all.
  Result<void> open(TableWish wish, double now, const std::function<void(const OpenedTable&, const Result<void>& kept)>& told);
  [[nodiscard]] std::size_t size() const { return tables_.size(); }
  [[nodiscard]] Json listed(double now) const;
  [[nodiscard]] std::optional<Json> document(const std::string& id, double now) const;
  /// Null where there is none that anybody knows of.
  [[nodiscard]] const Table* find(const std::string& id) const;

 private:
  struct Entry;
  /// Where a client is.
  struct Place {
    Entry* entry = nullptr;
    std::optional<Seat> seat = {};
    bool host = false, invited = false;  // with the host's token, or the one to join
    bool arriving = false;               // its join waits for a change to be kept
  };
  /// Whose change it is, and what is done when it is kept.
  struct Sender {
    Client client = 0;                              // 0: nobody's, such as a roll of the dice
    bool moves = false;                             // its move
    std::optional<std::size_t> ply = {};            // … at that ply
    std::function<void()> settled = {};             // before it is told
    std::function<void(const Error&)> failed = {};  // where it can't be kept
    std::string token = {};                         // for the sender alone
    bool answer = false;                            // the sender gets the whole table
    std::optional<std::size_t> since = {};          // … with what it missed
  };
  struct Change {
    Table next;
    Sender by;
    double made = 0;
  };
  struct Waiting {
    Client client = 0;
    ClientMessage message;
    double now = 0;
  };
  struct Entry {
    explicit Entry(Table placed, Client whose = 0) : table(std::move(placed)), owner(whose) {}
    Table table;
    Client owner;  // of a game of his own
    Attendance there;
    std::set<Client> guests;
    std::optional<Change> change;
    std::uint64_t commit = 0;  // of the change
    std::deque<Waiting> waiting;
    JobId job = 0;
    std::string held;  // an agent's move that is not kept yet
    bool people_changed = false;
    double empty_since = 0;      // when the last one left
    double again = 0;            // when to try once more what could not be kept
    std::string rematch;         // the next table
    std::optional<Seat> orphan;  // a seat whose owner left before he had his token
    bool is_new = true;          // nobody knows of it before it is kept
    bool removed = false;
  };

  // Messages, once it is their turn.
  void handle(Client client, Entry& entry, const ClientMessage& message, double now);
  void arrive(Client client, Entry& entry, const JoinTable& message, double now);
  void sit(Client client, Entry& entry, const Sit& message, double now);
  /// `token`: the hash of the one that opens the seat from now on.
  void take_seat(Entry& entry, Sender by, Seat seat, const std::string& name, const std::string& token, double now);
  void move(Client client, Entry& entry, const MakeMove& message, double now);
  /// Others sit down in a connection's own game; an error where they can't, and those who sat there still do.
  std::optional<Error> reseat(Table& table, const TakeSeats& message);
  void free_seat(Client client, Entry& entry, const FreeSeat& message, double now);
  Result<std::vector<TableSeat>> engage(const OpenGame& game, const std::vector<SeatWish>& wishes) const;

  // Changes.
  using Rule = std::function<Ruling(Table&)>;
  void change(Entry& entry, Sender by, double now, const Rule& rule);
  void keep(Entry& entry, Change change, double now);
  void settle(Entry& entry, Change change, double now);
  /// A change has been made: it is told, and what follows from it is done.
  void made(Entry& entry, const Sender& by, std::size_t before, double now);
  void not_kept(Entry& entry, const Sender& by, const Error& why, double now);
  void refuse_to(Entry& entry, const Sender& by, const TableError& why, double now);
  void tell(Entry& entry, const Sender& by, double now);
  void send_choices(Client client, Entry& entry, const AskChoices& request);
  void drain(Entry& entry, double now);
  /// Agents and dice move as long as it is their turn.
  void go_on(Entry& entry, double now);
  void think(Entry& entry, double now);
  /// A bot that left while it was its turn, and did not come back.
  void miss_bot(Entry& entry, double now);
  void stop_thinking(Entry& entry);
  void begin_rematch(Entry& entry, double now);
  Entry& place(Table table, double now);
  void add(Table table, Sender by, double now);
  void remove(Entry& entry, const char* why, double now);
  void expire(Entry& entry, double now);
  void forget_some(double now);

  // Who is where.
  void attach(Entry& entry, Client client, Seat seat, double now);
  void detach(Entry& entry, Client client, double now);
  void count_watchers(Entry& entry);
  [[nodiscard]] Entry* entry_of(Client client) const;
  [[nodiscard]] Moment moment(double now) const { return {now, options_.wall ? options_.wall() : 0}; }

  void send_table(Entry& entry, Client client, double now);
  void send_table(Entry& entry, Client client, const std::string& message, const Sender& by);
  void send_rematch(Entry& entry, Client client);
  void send(Client client, const Notice& notice) { wishes_.send(client, to_json(notice)); }
  void send_error(Client client, TableError error) { send(client, Problem{std::move(error)}); }
  void send_all(const Entry& entry, const Event& event, double now);

  const Whitelist& offer_;
  const HubOptions& options_;
  Wishes& wishes_;
  std::map<std::string, std::unique_ptr<Entry>> tables_;
  std::vector<std::unique_ptr<Entry>> removed_;   // until nobody can be in the middle of one
  std::map<Client, std::unique_ptr<Entry>> own_;  // games of single clients
  std::set<Client> slow_;                         // who read slowly
  std::map<Client, Place> places_;
  std::map<JobId, Entry*> thinking_;
  std::map<std::uint64_t, std::string> commits_;
  std::uint64_t last_commit_ = 0, joined_ = 0;
};

// Programs that sit at tables, one line of docs/engine.md a frame: `seat TABLE TOKEN` first, then the server is their referee.
//
// A bot that thinks holds no thread. One that breaks the rules or falls silent loses its game, as at the pipe; one whose connection
// breaks may come back.

class Bots {
 public:
  Bots(Tables& tables, Wishes& wishes) : tables_(tables), wishes_(wishes) {}

  void connect(Client client, double now);
  void receive(Client client, std::string_view line, double now);
  void disconnect(Client client) { bots_.erase(client); }
  /// The people at a table play again at another: bots follow, each one seat on.
  void move_on(const std::string& from, const std::string& to, double now);
  /// It may be a bot's turn.
  void look(Client client, double now);
  void tick(double now);

 private:
  struct Bot {
    explicit Bot(double by) : until(by) {}

    std::string table;  // empty: it has not said which
    Seat seat = 0;
    std::optional<EngineReferee> referee;  // once it has a seat
    bool ready = false, seated = false;
    std::optional<std::size_t> asked;  // the ply that it thinks about
    bool stale = false;                // … which has been taken back
    double until;                      // by when it must have answered
    std::string verdict;               // why it has lost; not told to the table yet
  };

  void take_seat(Client client, Bot& bot, std::string_view line, double now);
  void ask(Client client, Bot& bot, const Table& table, double now);
  /// Nobody wants to know its answer any more.
  void stop(Client client, Bot& bot, double now);
  void lose(Client client, Bot& bot, const std::string& verdict, double now);
  void say(Client client, std::string line);
  void close(Client client, double now, int code, const std::string& why);

  Tables& tables_;
  Wishes& wishes_;
  std::map<Client, Bot> bots_;
};

}  // namespace banmen::serve
