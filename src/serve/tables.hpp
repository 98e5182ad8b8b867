// All shared tables and connections' own games: clients, pending changes, searches, time limits.
//
// A stored table has at most one pending change. Until it is stored no client learns of it, and further messages to the table are
// queued; if it can't be stored, the table stays as it was.
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
#include "serve/effects.hpp"
#include "serve/fields.hpp"
#include "serve/guard.hpp"
#include "serve/shares.hpp"
#include "serve/table.hpp"

namespace banmen::serve {

/// Options passed to the hub at construction.
struct HubOptions {
  std::uint64_t seed = 1;  // base of the seeds of games without a seed of their own
  std::string version;
  std::string page_missing;  // the reason why there is no page; empty if there is one
  std::string key;           // the operator's; empty: no operator
  /// Answers requests on studies, experiments and records. Called from several threads.
  std::function<std::optional<Response>(const Request&, bool is_operator, const std::stop_token& stop)> lab;

  // Shared tables.
  RandomBytes random;            // empty: no shared tables
  std::function<double()> wall;  // unix seconds, for dates
  bool keeps = false;            // changes are stored before they take effect: take_commits, committed
  bool everybody_opens = true;   // false: only the operator opens tables
  int helpers = 4;               // threads for work without a search
  /// Finished games from the store: a list by the query's fields, or the game with an id. Called from other threads.
  std::function<Result<Json>(const std::string& id, const std::map<std::string, std::string>& asked)> finished;
};

/// A table as requested.
struct TableRequest {
  std::string address = {};  // of the client that opens it
  Opened opened;
  std::vector<KeptMove> played;
  TableOptions options;
  std::vector<TableSeat> seats;
  Engaged substitute;
};

/// Secrets returned once, to the client that opened the table.
struct OpenedTable {
  std::string id, host, join;
  std::vector<std::pair<Seat, std::string>> seats;
};

/// A connection's own game as requested: opened on another thread.
struct NewGame {
  Opened opened;
  std::vector<TableSeat> seats;
};
/// `most`: the MiB that the client's agents may use.
Result<NewGame> prepare_game(const Whitelist& offer, const JoinGame& message, std::uint64_t most);

/// A bot's seat.
struct BotSeat {
  std::string table;
  Seat seat = 0;
};

class Tables {
 public:
  static constexpr std::size_t most_tables = 2000, most_watchers = 200;
  static constexpr std::size_t most_over = 200;          // limit on empty tables with a finished game; the oldest ones are removed
  static constexpr std::size_t most_of_an_address = 50;  // unfinished tables; this machine has no limit
  static constexpr std::size_t usual_page = 50, longest_page = 100;

  Tables(const Whitelist& offer, const HubOptions& options, Effects& effects, Shares& shares)
      : offer_(offer), options_(options), effects_(effects), shares_(shares) {}

  /// The address of a connected client.
  std::function<const std::string&(Client client)> address_of;

  // Clients.
  /// The number of players of the client's game; 0 without one.
  [[nodiscard]] int players_at(Client client) const;
  void join(Client client, const JoinTable& message, double now);
  /// Starts a game of the client's own.
  void join(Client client, const JoinGame& message, Result<NewGame> prepared, double now);
  /// A message to the client's table.
  void receive(Client client, const ClientMessage& message, double now);
  /// The client leaves its table; its own game is deleted.
  void leave(Client client, double now);
  /// Backpressure: no agent of the client's own game moves until the client has caught up.
  void hold_back(Client client, bool hold, double now);
  /// False for players of an unfinished game between people.
  [[nodiscard]] bool may_analyse(Client client) const;

  // Results of effects.
  /// The client whose own game waits for a job; 0: a shared table.
  [[nodiscard]] std::optional<Client> waiting_for(JobId job) const;
  void finished(JobId job, const Result<AnyAnswer>& answer, double now);
  void committed(std::uint64_t id, const Result<void>& kept, double now);
  /// Returns the errors of tables that can't be restored.
  std::vector<Error> restore(const std::vector<Kept>& all, double now);
  void tick(double now);

  // Bots; class Bots speaks their protocol.
  /// The seat that a bot's token opens, at this table or at its rematch.
  [[nodiscard]] Ruled<BotSeat> bot_seat(const std::string& id, const std::string& token, double now) const;
  /// True if a player of a finished game may still ask for a rematch.
  [[nodiscard]] bool may_play_again(const std::string& id, double now) const;
  /// A bot takes its seat. False while a change is pending: try again later.
  bool bot_arrives(Client bot, const std::string& id, Seat seat, const std::string& title, double now);
  /// Its current seat.
  [[nodiscard]] std::optional<Seat> bot_place(Client bot) const;
  /// True if its move is pending.
  [[nodiscard]] bool bot_has_moved(Client bot) const;
  void bot_moves(Client bot, std::size_t ply, const std::string& move, double now);
  /// It forfeits. False while a change is pending: try again later.
  bool bot_fails(Client bot, const std::string& verdict, double now);
  /// Called when it is a bot's turn.
  std::function<void(Client bot, double now)> bots_turn;
  /// Called when a rematch begins: bots move from one table to the next.
  std::function<void(const std::string& from, const std::string& to, double now)> bots_move_on;

  // Requests.
  /// Calls `told` once the table is stored or has failed to be, possibly before returning. Fails if no table can be opened.
  Result<void> open(TableRequest requested, double now,
                    const std::function<void(const OpenedTable&, const Result<void>& kept)>& told);
  [[nodiscard]] std::size_t size() const { return tables_.size(); }
  /// Unfinished tables opened from an address.
  [[nodiscard]] std::size_t of_address(const std::string& address) const;
  /// A page of the list, as JSON: the listed tables after an id. Cached for a second, or until one of them changes.
  [[nodiscard]] const std::string& listed(const std::string& after, std::size_t limit, double now);
  [[nodiscard]] std::optional<Json> document(const std::string& id, double now) const;
  /// Null if there is none, or if it is not stored yet.
  [[nodiscard]] const Table* find(const std::string& id) const;

 private:
  struct Entry;
  /// A client's place at a table.
  struct Place {
    Entry* entry = nullptr;
    std::optional<Seat> seat = {};
    bool host = false, invited = false;  // joined with the host's token, or with the one to join
    bool arriving = false;               // its join waits for a pending change
  };
  /// The origin of a change, and callbacks for its result.
  struct Sender {
    Client client = 0;                              // 0: none, such as for a roll of the dice
    bool moves = false;                             // the change is the client's move
    std::optional<std::size_t> ply = {};            // … at that ply
    std::function<void()> settled = {};             // called before clients learn of the change
    std::function<void(const Error&)> failed = {};  // called if it can't be stored
    std::string token = {};                         // sent to this client only
    bool answer = false;                            // the client gets the whole table
    std::optional<std::size_t> since = {};          // … and the moves since this ply
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
    Client owner;  // of its own game; 0: a shared table
    // The address that its searches count for. Nothing: restored, and who opened it has not returned; addresses are not stored.
    std::optional<std::string> payer;
    Attendance there;
    std::set<Client> guests;
    std::optional<Change> change;
    std::uint64_t commit = 0;  // of `change`
    std::deque<Waiting> waiting;
    JobId job = 0;     // queued or running
    std::string held;  // an agent's move that is not stored yet
    bool people_changed = false;
    double empty_since = 0;      // when the last client left
    double again = 0;            // when to retry a change that could not be stored
    std::string rematch;         // the next table
    std::optional<Seat> orphan;  // a seat whose owner left before getting its token
    bool is_new = true;          // hidden until it is stored
    bool removed = false;
  };

  // Messages, in order.
  void handle(Client client, Entry& entry, const ClientMessage& message, double now);
  void arrive(Client client, Entry& entry, const JoinTable& message, double now);
  void sit(Client client, Entry& entry, const Sit& message, double now);
  /// `token`: hash of the seat's new token.
  void take_seat(Entry& entry, Sender by, Seat seat, const std::string& name, const std::string& token, double now);
  void move(Client client, Entry& entry, const MakeMove& message, double now);
  /// Changes the players of a connection's own game; after an error they stay.
  std::optional<Error> reseat(Client client, Table& table, const TakeSeats& message);
  void free_seat(Client client, Entry& entry, const FreeSeat& message, double now);

  // Changes.
  using Rule = std::function<Ruling(Table&)>;
  void change(Entry& entry, Sender by, double now, const Rule& rule);
  void keep(Entry& entry, Change change, double now);
  void settle(Entry& entry, Change change, double now);
  /// A change has been made: informs clients and continues the game.
  void made(Entry& entry, const Sender& by, std::size_t before, double now);
  void not_kept(Entry& entry, const Sender& by, double now);
  void refuse_to(Entry& entry, const Sender& by, const TableError& why, double now);
  void tell(Entry& entry, const Sender& by, double now);
  void send_choices(Client client, Entry& entry, const AskChoices& request);
  void drain(Entry& entry, double now);
  /// Lets agents and chance move while they are on turn.
  void continue_game(Entry& entry, double now);
  void think(Entry& entry, double now);
  void search(Entry& entry, JobId job, double now);
  /// True if only agents play and nobody watches: the game stops until somebody does.
  [[nodiscard]] static bool is_unattended(const Entry& entry);
  /// Forfeits the game of a bot that left on its turn and has not reconnected in time.
  void miss_bot(Entry& entry, double now);
  void stop_thinking(Entry& entry);
  void begin_rematch(Entry& entry, double now);
  Entry& place(Table table, double now);
  void add(Table table, std::optional<std::string> payer, Sender by, double now);
  void remove(Entry& entry, const char* why, double now);
  void expire(Entry& entry, double now);
  void forget_some(double now);

  // Places.
  void attach(Entry& entry, Client client, Seat seat, double now);
  void detach(Entry& entry, Client client, double now);
  void count_watchers(Entry& entry);
  [[nodiscard]] Entry* entry_of(Client client) const;
  [[nodiscard]] Moment moment(double now) const { return {now, options_.wall ? options_.wall() : 0}; }

  void send_table(Entry& entry, Client client, double now);
  void send_table(Entry& entry, Client client, const std::string& message, const Sender& by);
  void send_rematch(Entry& entry, Client client);
  void send(Client client, const Notice& notice) { effects_.send(client, to_json(notice)); }
  void send_error(Client client, TableError error) { send(client, Problem{std::move(error)}); }
  void send_all(const Entry& entry, const Event& event, double now);

  const Whitelist& offer_;
  const HubOptions& options_;
  Effects& effects_;
  Shares& shares_;
  std::map<std::string, std::unique_ptr<Entry>> tables_;
  std::vector<std::unique_ptr<Entry>> removed_;   // until the next tick, since callers may still use one
  std::map<Client, std::unique_ptr<Entry>> own_;  // games of single clients
  std::set<Client> slow_;                         // clients that read slowly
  std::map<Client, Place> places_;
  std::map<JobId, Entry*> thinking_;
  std::map<std::uint64_t, std::string> commits_;
  std::uint64_t last_commit_ = 0, joined_ = 0;
  struct Listed {
    double made = 0;
    std::string text;
  };
  std::map<std::pair<std::string, std::size_t>, Listed> lists_;  // by start and length
};

// Bots: programs that play at tables over a WebSocket, one line of docs/engine.md per frame. The first line is `seat TABLE TOKEN`.
//
// A thinking bot occupies no thread. A bot that violates the protocol or does not answer in time loses its game, as on a pipe;
// after a broken connection it may reconnect.

class Bots {
 public:
  Bots(Tables& tables, Effects& effects) : tables_(tables), effects_(effects) {}

  void connect(Client client, double now);
  void receive(Client client, std::string_view line, double now);
  void disconnect(Client client) { bots_.erase(client); }
  /// A rematch at another table: bots follow, each one seat on.
  void move_on(const std::string& from, const std::string& to, double now);
  /// Checks whether it is the bot's turn.
  void look(Client client, double now);
  void tick(double now);

 private:
  struct Bot {
    explicit Bot(double by) : until(by) {}

    std::string table;  // empty until it has named one
    Seat seat = 0;
    std::optional<EngineReferee> referee;  // unset until it has a seat
    bool ready = false, seated = false;
    std::optional<std::size_t> asked;  // the ply of the pending question
    bool stale = false;                // … which no longer matters
    double until;                      // deadline for its answer
    std::string verdict;               // why it has lost, until the table knows
  };

  void take_seat(Client client, Bot& bot, std::string_view line, double now);
  void ask(Client client, Bot& bot, const Table& table, double now);
  /// Cancels the pending question.
  void stop(Client client, Bot& bot, double now);
  void lose(Client client, Bot& bot, const std::string& verdict, double now);
  void say(Client client, std::string line);
  void close(Client client, double now, int code, const std::string& why);

  Tables& tables_;
  Effects& effects_;
  std::map<Client, Bot> bots_;
};

}  // namespace banmen::serve
