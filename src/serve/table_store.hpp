// Tables and finished games on disk: one SQLite file, DIR/tables.sqlite, documented in docs/tables.md.
//
//   seated(id, game, phase, kept, created, changed, state)     tables that can be restored
//   move(id, ply, text, seat, at, left)                        their moves
//   finished(id, game, date, plies, record)                    finished games
//   player(id, name)                                           their players
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
#include "serve/effects.hpp"

namespace banmen::serve {

struct FinishedGame {
  std::string id, game;
  double date = 0;  // unix seconds, when it ended
  std::size_t plies = 0;
  std::string record;
};

/// A search for finished games; empty fields match everything.
struct FinishedQuery {
  std::string game;                // "reversi" also finds "reversi:size=6"
  std::string name;                // part of a player's name, case-insensitive
  std::optional<double> from, to;  // unix seconds, half-open interval
  std::string after;               // last game of the previous page
  std::size_t most = 50;
};

/// Called for each damaged row.
using ReportDamage = std::function<void(const Error&)>;

class TableStore {
 public:
  /// The path of the file in a folder.
  static std::string file_in(const std::string& folder);
  /// Opens or creates the store for writing. Fails while another process writes it, and if other users may read or replace it.
  /// `durable`: sync each transaction to the disk.
  static Result<TableStore> open(const std::string& folder, bool durable = false);
  /// Opens an existing store for reading, also while a server writes it.
  static Result<TableStore> look_into(const std::string& folder);

  /// Writes all changes in one transaction.
  Result<void> write(const std::vector<const Kept*>& changes);
  /// Unfinished tables, and those that ended after `since`.
  [[nodiscard]] Result<std::vector<Kept>> load(double since) const;

  /// Deletes tables that ended before `since`; their finished games stay.
  Result<void> forget_ended(double since);

  /// Latest first; `most` + 1 games if there are more than `most`. Damaged rows are left out and reported.
  [[nodiscard]] Result<std::vector<FinishedGame>> finished(const FinishedQuery& query, const ReportDamage& damaged = {}) const;
  [[nodiscard]] Result<FinishedGame> find(const std::string& id) const;
  /// The number of unfinished tables.
  [[nodiscard]] Result<std::size_t> unfinished() const;
  /// Fails if there is neither a table nor a finished game with this id.
  [[nodiscard]] Result<void> knows(const std::string& id) const;
  /// Deletes a table or a finished game with all its data.
  Result<void> remove(const std::string& id);

  [[nodiscard]] const Database& database() const { return database_; }

 private:
  struct Statements;
  TableStore(FileLock lock, Database database);
  bool write_one(const Kept& change);

  FileLock lock_;
  Database database_;
  std::shared_ptr<Statements> statements_;  // null if opened for reading
};

/// Writes changes on its own thread: changes that arrive during a transaction are batched into the next one.
class Keeper {
 public:
  /// Called on the keeper's thread for each commit, in order. After an error nothing of it is stored.
  using Tell = std::function<void(std::uint64_t commit, const Result<void>& done)>;

  Keeper(TableStore store, Tell tell);
  /// Writes pending commits.
  ~Keeper();

  /// Thread-safe.
  void submit(Commit commit);
  /// Accepts no more commits; pending ones are written and reported.
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

// ---- Finished games as documents, for the server and `banmen tables`

/// From {"game","name","from","to","after"}, all optional; a day in "to" is included.
Result<FinishedQuery> finished_query(const std::map<std::string, std::string>& asked);

/// {"id","game","seats":[{"seat","who"}],"date","plies","result","ended"}
Json finished_summary(const FinishedGame& game);
/// {"games":[summary…],"more"}
Result<Json> finished_list(const TableStore& store, const FinishedQuery& query, const ReportDamage& damaged);
/// The record's document with "id", and its text as "record".
Result<Json> finished_record(const TableStore& store, const std::string& id);

}  // namespace banmen::serve
