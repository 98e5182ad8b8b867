// SQLite databases with an application id and a schema version in the header, so that files of other programs and newer versions
// are refused and older ones migrated. Write-ahead logging and transactions: after a kill at any moment a change is complete or
// absent. A power failure may take the last transactions, unless each is synced.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "core/error.hpp"

struct sqlite3;
struct sqlite3_stmt;

namespace banmen {

/// A kind of database file.
struct DatabaseKind {
  int application = 0;    // in the file's header
  std::string name;       // "store": its name in messages
  std::string whole;      // "store of experiments"
  std::string maker;      // the command that makes one, as a hint if the file is missing
  std::string full_hint;  // hint for a full disk
  /// Migrations: from an empty file to layout 1, from that to layout 2, and so on.
  std::vector<std::string> layouts;
};

class Database {
 public:
  /// Opens or creates a file, and its folder, for writing. An empty path: a database in memory.
  static Result<Database> open(const DatabaseKind& kind, const std::string& path);
  /// Opens an existing file read-only. Another process may be writing it.
  static Result<Database> look_into(const DatabaseKind& kind, const std::string& path);

  bool run(const std::string& sql) const;
  /// Syncs each transaction to the disk before it ends, so that a power failure loses none of them.
  Result<void> sync_transactions();
  /// The first number of a result, or -1.
  [[nodiscard]] std::int64_t number(const std::string& sql) const;
  /// Runs a change in a transaction.
  template <class Change>
  Result<void> in_transaction(const Change& change) {
    if (!run("BEGIN IMMEDIATE") || !change() || !run("COMMIT")) return rolled_back();
    return {};
  }

  [[nodiscard]] std::string said() const;
  [[nodiscard]] tl::unexpected<Error> cant_read() const;
  [[nodiscard]] tl::unexpected<Error> cant_write() const;
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] sqlite3* get() const { return db_.get(); }

 private:
  struct Close {
    void operator()(sqlite3* db) const;
  };
  Database(const DatabaseKind& kind, std::string path) : kind_(&kind), path_(std::move(path)) {}
  Result<void> check_place() const;
  Result<void> connect(int flags);
  Result<void> bring_up_to_date();
  [[nodiscard]] tl::unexpected<Error> rolled_back() const;

  const DatabaseKind* kind_;
  std::string path_;
  std::unique_ptr<sqlite3, Close> db_;
};

/// A prepared statement, finalised on destruction.
class SqlStatement {
 public:
  SqlStatement(const Database& database, const std::string& sql);
  ~SqlStatement();
  SqlStatement(const SqlStatement&) = delete;
  SqlStatement& operator=(const SqlStatement&) = delete;

  [[nodiscard]] bool ok() const { return statement_ != nullptr; }
  SqlStatement& bind(int at, std::int64_t value);
  SqlStatement& bind(int at, double value);
  SqlStatement& bind(int at, std::string_view text);
  SqlStatement& bind_nothing(int at);
  /// Steps to the next row; false at the end or on an error (see `failed`).
  bool next();
  [[nodiscard]] bool failed() const { return failed_; }
  /// Resets the statement.
  void again();
  /// Executes the statement with its bound values and resets it.
  bool run();

  [[nodiscard]] std::int64_t integer(int column) const;
  [[nodiscard]] double real(int column) const;
  [[nodiscard]] bool is_nothing(int column) const;
  [[nodiscard]] std::string_view text(int column) const;  // until the next row

 private:
  sqlite3_stmt* statement_ = nullptr;
  bool failed_ = false;
};

// Checkpoints a database's write-ahead log (WAL) in the background.
//
// By default SQLite does this at the end of some transaction, which then waits for the disk: tens of milliseconds, sometimes
// seconds. Here a thread with its own connection does it while transactions continue. Only a log that has grown long because
// writers never paused is checkpointed while they wait, so that it can restart.

class LogMover {
 public:
  /// For a database written by one thread; it must outlive this object.
  explicit LogMover(const Database& writer);
  /// Destroy only while nobody writes.
  ~LogMover();
  LogMover(const LogMover&) = delete;
  LogMover& operator=(const LogMover&) = delete;

  /// The number of checkpoints.
  [[nodiscard]] std::uint64_t checkpoints() const { return checkpoints_; }
  /// The number of times the log restarted after a complete checkpoint.
  [[nodiscard]] std::uint64_t restarts() const { return restarts_; }

  static constexpr int worth_moving = 1000;  // pages of the log
  static constexpr int too_long = 16 * worth_moving;

 private:
  void run();

  const Database& writer_;
  std::mutex mutex_;
  std::condition_variable changed_;
  int pages_ = 0;  // of the log, after the last transaction; 0: unknown since the last checkpoint
  int last_ = 0;
  bool ending_ = false;
  std::atomic<std::uint64_t> checkpoints_ = 0, restarts_ = 0;
  std::thread thread_;
};

}  // namespace banmen
