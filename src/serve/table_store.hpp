// Tables and finished games on disk: one SQLite file, DIR/tables.sqlite. docs/tables.md describes it for who studies play.
//
//   seated(id, game, phase, kept, created, changed, state)     tables that people may come back to
//   move(id, ply, text, seat, at, left)                        their moves
//   finished(id, game, date, plies, record)                    games that are over, to be looked through
//   player(id, name)                                           who played them
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "catalog/json.hpp"
#include "core/error.hpp"
#include "host/files.hpp"
#include "host/sqlite.hpp"
#include "serve/wishes.hpp"

namespace banmen::serve {

/// A game that is over.
struct FinishedGame {
  std::string id, game;
  double date = 0;  // unix seconds, when it ended
  std::size_t plies = 0;
  std::string record;
};

/// What is looked for; an empty field is not asked about.
struct FinishedQuery {
  std::string game;                // "reversi" finds "reversi:size=6" too
  std::string name;                // part of a player's name, in either case
  std::optional<double> from, to;  // unix seconds, from … until before
  std::string after;               // the last game of the page before
  std::size_t most = 50;
};

class TableStore {
 public:
  /// The file in a folder.
  static std::string file_in(const std::string& folder);
  /// Opens or makes it, to be written. Refused where another process writes it.
  static Result<TableStore> open(const std::string& folder);
  /// Opens what is there, to be read, beside a server that writes it perhaps.
  static Result<TableStore> look_into(const std::string& folder);

  /// All of them, in one transaction.
  Result<void> write(const std::vector<const Kept*>& changes);
  /// Tables that are not over, and those whose end lies after `since`.
  [[nodiscard]] Result<std::vector<Kept>> load(double since) const;

  /// Tables whose end lies before `since` go; their games stay with the finished ones.
  Result<void> forget_ended(double since);

  /// The latest first; one more than `most` where there are more.
  [[nodiscard]] Result<std::vector<FinishedGame>> finished(const FinishedQuery& query) const;
  [[nodiscard]] Result<FinishedGame> find(const std::string& id) const;
  /// Tables that are not over.
  [[nodiscard]] Result<std::size_t> unfinished() const;
  /// An error where there is neither a table nor a finished game of this id.
  [[nodiscard]] Result<void> knows(const std::string& id) const;
  /// A table or a finished game, with all that is known of it.
  Result<void> remove(const std::string& id);

  [[nodiscard]] const Database& database() const { return database_; }

 private:
  struct Statements;
  TableStore(FileLock lock, Database database);
  bool write_one(const Kept& change);

  FileLock lock_;
  Database database_;
  std::shared_ptr<Statements> statements_;  // of one that is written
};

/// Writes down what happens at tables, on a thread of its own: changes that wait while one transaction is written go into the next.
class Keeper {
 public:
  /// Called on the keeper's thread for each commit, in their order. An error: nothing of it is on disk.
  using Tell = std::function<void(std::uint64_t commit, const Result<void>& done)>;

  Keeper(TableStore store, Tell tell);
  /// Writes what still waits.
  ~Keeper();

  /// From any thread.
  void submit(Commit commit);
  /// Nothing is taken any more; what waits is written and told of.
  void end();

 private:
  void run();
  void write(const std::deque<Commit>& commits);

  TableStore store_;
  LogMover log_;
  Tell tell_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Commit> waiting_;
  bool ending_ = false;
  std::thread thread_;
};

// ---- finished games as documents: what the server answers and `banmen tables` prints

/// {"game","name","from","to","after"} as texts, all of them optional; days of `to` count to their end.
Result<FinishedQuery> finished_query(const std::map<std::string, std::string>& asked);

/// {"id","game","seats":[{"seat","who"}],"date","plies","result","ended"}
Json finished_summary(const FinishedGame& game);
/// {"games":[summary…],"more"}
Result<Json> finished_list(const TableStore& store, const FinishedQuery& query);
/// The record's document, with its text as "record", and "id".
Result<Json> finished_record(const TableStore& store, const std::string& id);

}  // namespace banmen::serve
