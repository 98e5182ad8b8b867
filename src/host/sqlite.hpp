// SQLite files of one's own: each kind has an application id and a layout number in its header, so that no other program's file is
// taken for one, newer ones are refused and older ones brought up to date. Write-ahead logging and whole transactions: after a kill
// at any moment a change is there or is not.
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

/// A kind of file.
struct DatabaseKind {
  int application = 0;    // in the file's header
  std::string name;       // "store": how messages call it
  std::string whole;      // "store of experiments"
  std::string maker;      // what makes one, for who looks for a file that isn't there
  std::string full_hint;  // what to do when the disk is full
  /// What brings an empty file to layout 1, that to layout 2, and so on; as many as the layout's number.
  std::vector<std::string> layouts;
};

class Database {
 public:
  /// Opens or makes a file, to be written; its folder too. No path: one in memory.
  static Result<Database> open(const DatabaseKind& kind, const std::string& path);
  /// Opens one that is there, to be read. Nothing is written, so that another process may be filling it.
  static Result<Database> look_into(const DatabaseKind& kind, const std::string& path);

  bool run(const std::string& sql) const;
  /// The first number of an answer, or -1.
  [[nodiscard]] std::int64_t number(const std::string& sql) const;
  /// All of a change or nothing of it.
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

/// A prepared question, finalised when it goes.
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
  /// Whether there is a row (more); an error ends the rows too, and `failed` tells.
  bool next();
  [[nodiscard]] bool failed() const { return failed_; }
  /// Ready to be asked once more.
  void again();
  /// Carries it out to its end, with what is bound; ready to be asked once more.
  bool run();

  [[nodiscard]] std::int64_t integer(int column) const;
  [[nodiscard]] double real(int column) const;
  [[nodiscard]] bool is_nothing(int column) const;
  [[nodiscard]] std::string_view text(int column) const;  // until the next row

 private:
  sqlite3_stmt* statement_ = nullptr;
  bool failed_ = false;
};

// Moves what a database's log (WAL) has gathered into its file, beside who writes it.
//
// Left alone, SQLite does this at the end of some transaction, which then waits until the disk has all of it: tens of milliseconds
// on a good day and seconds on a bad one. Here a thread with a connection of its own does it, and transactions go on meanwhile.
// Only a log that has grown long because nobody ever paused is moved while writers wait, so that it can begin anew.

class LogMover {
 public:
  /// Of a database that one thread writes; it must stay open for longer than this.
  explicit LogMover(const Database& writer);
  /// While nobody writes.
  ~LogMover();
  LogMover(const LogMover&) = delete;
  LogMover& operator=(const LogMover&) = delete;

  /// How often the log was moved.
  [[nodiscard]] std::uint64_t moved() const { return moved_; }
  /// How often all of it had been moved, so that it began anew.
  [[nodiscard]] std::uint64_t begun_anew() const { return begun_anew_; }

  static constexpr int worth_moving = 1000;  // pages of the log
  static constexpr int too_long = 16 * worth_moving;

 private:
  void run();

  const Database& writer_;
  std::mutex mutex_;
  std::condition_variable changed_;
  int pages_ = 0;  // of the log, after the last transaction; 0: not known since it was moved
  int last_ = 0;
  bool ending_ = false;
  std::atomic<std::uint64_t> moved_ = 0, begun_anew_ = 0;
  std::thread thread_;
};

}  // namespace banmen
