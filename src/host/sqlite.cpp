#include "host/sqlite.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

#include <chrono>
#include <filesystem>

#include "host/files.hpp"

namespace banmen {

void Database::Close::operator()(sqlite3* db) const { sqlite3_close_v2(db); }

std::string Database::said() const { return sqlite3_errmsg(db_.get()); }

tl::unexpected<Error> Database::cant_read() const { return fail("can't read the " + kind_->name + " '" + path_ + "': " + said()); }

tl::unexpected<Error> Database::cant_write() const {
  const int code = sqlite3_errcode(db_.get());
  const bool limit = code == SQLITE_FULL || code == SQLITE_IOERR || code == SQLITE_NOMEM || code == SQLITE_BUSY;
  return fail(limit ? ErrorKind::failed : ErrorKind::bad_input, "can't write the " + kind_->name + " '" + path_ + "': " + said());
}

tl::unexpected<Error> Database::rolled_back() const {
  Error error{"can't write the " + kind_->name + " '" + path_ + "': " + said(), kind_->full_hint};
  error.kind = ErrorKind::failed;
  run("ROLLBACK");
  return fail(std::move(error));
}

bool Database::run(const std::string& sql) const {
  return sqlite3_exec(db_.get(), sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK;
}

Result<void> Database::sync_transactions() {
  if (!run("PRAGMA synchronous=FULL")) return cant_write();
  return {};
}

std::int64_t Database::number(const std::string& sql) const {
  SqlStatement question(*this, sql);
  return question.next() ? question.integer(0) : -1;
}

Result<void> Database::check_place() const {
  std::error_code ignored;
  if (std::filesystem::is_directory(path_, ignored)) return fail("'" + path_ + "' is a directory, a " + kind_->name + " is a file");
  if (std::filesystem::exists(path_, ignored) && !is_plain_file(path_))
    return fail("'" + path_ + "' is not a regular file, as a " + kind_->name + " must be");
  return {};
}

Result<void> Database::connect(int flags) {
  sqlite3* db = nullptr;
  const bool opened = sqlite3_open_v2(path_.empty() ? ":memory:" : path_.c_str(), &db, flags, nullptr) == SQLITE_OK;
  db_.reset(db);
  if (!opened) return fail("can't open the " + kind_->name + " '" + path_ + "': " + said());
  sqlite3_busy_timeout(db, 10'000);
  return {};
}

Result<Database> Database::open(const DatabaseKind& kind, const std::string& path) {
  Database database(kind, path);
  if (!path.empty()) {
    note_input(path);
    if (const auto place = database.check_place(); !place) return fail(place.error());
    const auto folder = std::filesystem::path(path).parent_path();
    std::error_code error;
    if (!folder.empty()) std::filesystem::create_directories(folder, error);
    if (error) return fail("can't make the folder '" + folder.string() + "': " + error.message());
  }
  if (const auto connected = database.connect(SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE); !connected)
    return fail(connected.error());
  const auto owner = database.number("PRAGMA application_id"), tables = database.number("SELECT count(*) FROM sqlite_master");
  if (owner < 0 || tables < 0) return fail("'" + path + "' is not a " + kind.whole + ": " + database.said());
  if (tables > 0 && owner != kind.application) return fail("'" + path + "' is a database of another program, not a " + kind.whole);
  if (const auto made = database.bring_up_to_date(); !made) return fail(made.error());
  return database;
}

Result<void> Database::bring_up_to_date() {
  const auto layout = static_cast<std::int64_t>(kind_->layouts.size());
  const auto newer = [&] {
    return fail("the " + kind_->name + " '" + path_ + "' was made by a newer banmen", "use that version or a newer one");
  };
  if (number("PRAGMA user_version") > layout) return newer();
  // NORMAL syncs at checkpoints only: a power failure may take the transactions since the last one, never the file; a killed
  // program loses nothing.
  if (!run("PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;")) return cant_write();
  if (number("PRAGMA user_version") == layout) return {};
  if (!run("BEGIN IMMEDIATE")) return cant_write();
  // Checked again: another process may have migrated it in between.
  const auto now = number("PRAGMA user_version");
  bool made = now >= 0 && now <= layout;
  for (auto k = now; made && k < layout; ++k) made = run(kind_->layouts[static_cast<std::size_t>(k)]);
  made = made && run(fmt::format("PRAGMA application_id={}; PRAGMA user_version={};", kind_->application, layout)) && run("COMMIT");
  if (made) return {};
  auto trouble = now > layout ? newer() : cant_write();
  run("ROLLBACK");
  return trouble;
}

Result<Database> Database::look_into(const DatabaseKind& kind, const std::string& path) {
  Database database(kind, path);
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return fail("there is no " + kind.name + " '" + path + "'", kind.maker);
  if (const auto place = database.check_place(); !place) return fail(place.error());
  if (const auto connected = database.connect(SQLITE_OPEN_READONLY); !connected) return fail(connected.error());
  const auto owner = database.number("PRAGMA application_id");
  if (owner < 0) return fail("'" + path + "' is not a " + kind.whole + ": " + database.said());
  if (owner != kind.application) return fail("'" + path + "' is not a " + kind.whole);
  const auto version = database.number("PRAGMA user_version"), layout = static_cast<std::int64_t>(kind.layouts.size());
  if (version > layout)
    return fail("the " + kind.name + " '" + path + "' was made by a newer banmen", "use that version or a newer one");
  if (version < layout)
    return fail("the " + kind.name + " '" + path + "' was made by an older banmen", "any command that writes to it upgrades it");
  return database;
}

// ---- Questions

SqlStatement::SqlStatement(const Database& database, const std::string& sql) {
  failed_ = sqlite3_prepare_v2(database.get(), sql.c_str(), -1, &statement_, nullptr) != SQLITE_OK;
}

SqlStatement::~SqlStatement() { sqlite3_finalize(statement_); }

SqlStatement& SqlStatement::bind(int at, std::int64_t value) {
  sqlite3_bind_int64(statement_, at, value);
  return *this;
}

SqlStatement& SqlStatement::bind(int at, double value) {
  sqlite3_bind_double(statement_, at, value);
  return *this;
}

SqlStatement& SqlStatement::bind(int at, std::string_view text) {
  sqlite3_bind_text(statement_, at, text.data(), static_cast<int>(text.size()), SQLITE_TRANSIENT);
  return *this;
}

SqlStatement& SqlStatement::bind_nothing(int at) {
  sqlite3_bind_null(statement_, at);
  return *this;
}

bool SqlStatement::next() {
  const int got = statement_ == nullptr ? SQLITE_ERROR : sqlite3_step(statement_);
  failed_ = got != SQLITE_ROW && got != SQLITE_DONE;
  return got == SQLITE_ROW;
}

void SqlStatement::again() { sqlite3_reset(statement_); }

bool SqlStatement::run() {
  while (next()) {
  }
  again();  // keeps the error message
  return !failed_;
}

std::int64_t SqlStatement::integer(int column) const { return sqlite3_column_int64(statement_, column); }
double SqlStatement::real(int column) const { return sqlite3_column_double(statement_, column); }
bool SqlStatement::is_nothing(int column) const { return sqlite3_column_type(statement_, column) == SQLITE_NULL; }

std::string_view SqlStatement::text(int column) const {
  const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement_, column));
  return text == nullptr ? std::string_view{}
                         : std::string_view(text, static_cast<std::size_t>(sqlite3_column_bytes(statement_, column)));
}

LogMover::LogMover(const Database& writer) : writer_(writer), thread_([this] { run(); }) {
  const auto written = [](void* self, sqlite3* db, const char*, int pages) {
    auto& mover = *static_cast<LogMover*>(self);
    {
      const std::lock_guard lock(mover.mutex_);
      if (pages < mover.last_) ++mover.restarts_;
      mover.last_ = mover.pages_ = pages;
      if (pages >= worth_moving) mover.changed_.notify_one();
    }
    // The thread skips a log this long; the pages it has not moved are few. If busy, the next transaction tries again.
    if (pages >= too_long) sqlite3_wal_checkpoint_v2(db, nullptr, SQLITE_CHECKPOINT_PASSIVE, nullptr, nullptr);
    return SQLITE_OK;
  };
  sqlite3_wal_hook(writer_.get(), written, this);  // replaces SQLite's own hook, which would checkpoint
}

LogMover::~LogMover() {
  sqlite3_wal_hook(writer_.get(), nullptr, nullptr);
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
    changed_.notify_one();
  }
  thread_.join();
}

void LogMover::run() {
  sqlite3* db = nullptr;
  // SQLite opens its files with the first query, so run one now: later there might be no descriptor left.
  const bool opened = sqlite3_open_v2(writer_.path().c_str(), &db, SQLITE_OPEN_READWRITE, nullptr) == SQLITE_OK &&
                      sqlite3_exec(db, "SELECT count(*) FROM sqlite_master", nullptr, nullptr, nullptr) == SQLITE_OK;
  std::unique_lock lock(mutex_);
  while (opened) {
    changed_.wait(lock, [&] { return ending_ || (pages_ >= worth_moving && pages_ < too_long); });
    if (ending_) break;
    pages_ = 0;
    lock.unlock();
    const bool done = sqlite3_wal_checkpoint_v2(db, nullptr, SQLITE_CHECKPOINT_PASSIVE, nullptr, nullptr) == SQLITE_OK;
    checkpoints_ += done ? 1 : 0;
    lock.lock();
    // After a failure, as on a full disk, wait before the next try.
    if (!done) changed_.wait_for(lock, std::chrono::seconds(1), [&] { return ending_; });
  }
  lock.unlock();
  sqlite3_close_v2(db);
}

}  // namespace banmen
