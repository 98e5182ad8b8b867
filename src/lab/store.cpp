#include "lab/store.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sqlite3.h>

#include <ctime>
#include <filesystem>

#include "core/text.hpp"
#include "host/files.hpp"
#include "host/lock.hpp"

namespace banmen::lab {
namespace {

constexpr int application = 0x62616e6d;  // "banm", in the file's header
constexpr int layout = 1;

/// is_forfeit in SQL: observations are letters and numbers, findings begin with '['.
constexpr const char* forfeited = "(game.outcome GLOB '*F*' AND game.outcome NOT GLOB '[[]*')";

const char* const schema = R"(
CREATE TABLE IF NOT EXISTS cell(
  key INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, settings TEXT NOT NULL, version TEXT NOT NULL, code TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS game(
  cell INTEGER NOT NULL REFERENCES cell(key), number INTEGER NOT NULL, outcome TEXT NOT NULL, record TEXT,
  PRIMARY KEY(cell, number)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS run(
  started TEXT NOT NULL, version TEXT NOT NULL, code TEXT NOT NULL, command TEXT NOT NULL, threads INTEGER NOT NULL);
)";

}  // namespace

struct Store::Handle {
  FileLock lock;
  sqlite3* db = nullptr;
  sqlite3_stmt* insert = nullptr;

  ~Handle() {
    sqlite3_finalize(insert);
    sqlite3_close_v2(db);
  }
  [[nodiscard]] std::string said() const { return sqlite3_errmsg(db); }
  [[nodiscard]] tl::unexpected<Error> cant_write(const std::string& path) const {
    const int code = sqlite3_errcode(db);
    const bool limit = code == SQLITE_FULL || code == SQLITE_IOERR || code == SQLITE_NOMEM || code == SQLITE_BUSY;
    return fail(limit ? ErrorKind::failed : ErrorKind::bad_input, "can't write the store '" + path + "': " + said());
  }
  bool run(const char* sql) const { return sqlite3_exec(db, sql, nullptr, nullptr, nullptr) == SQLITE_OK; }
  [[nodiscard]] long number(const char* sql) const {
    sqlite3_stmt* statement = nullptr;
    long value = -1;
    if (sqlite3_prepare_v2(db, sql, -1, &statement, nullptr) == SQLITE_OK && sqlite3_step(statement) == SQLITE_ROW)
      value = static_cast<long>(sqlite3_column_int64(statement, 0));
    sqlite3_finalize(statement);
    return value;
  }
};

namespace {

/// A prepared question, finalised when it goes.
class Question {
 public:
  Question(sqlite3* db, const char* sql) { ok_ = sqlite3_prepare_v2(db, sql, -1, &statement_, nullptr) == SQLITE_OK; }
  ~Question() { sqlite3_finalize(statement_); }
  Question(const Question&) = delete;
  Question& operator=(const Question&) = delete;
  [[nodiscard]] bool ok() const { return ok_; }
  Question& bind(int at, std::int64_t value) {
    sqlite3_bind_int64(statement_, at, value);
    return *this;
  }
  Question& bind(int at, std::string_view text) {
    sqlite3_bind_text(statement_, at, text.data(), static_cast<int>(text.size()), SQLITE_TRANSIENT);
    return *this;
  }
  int step() { return ok_ ? sqlite3_step(statement_) : SQLITE_ERROR; }
  [[nodiscard]] std::int64_t integer(int column) const { return sqlite3_column_int64(statement_, column); }
  [[nodiscard]] std::string_view text(int column) const {
    const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement_, column));
    return text == nullptr ? std::string_view{}
                           : std::string_view(text, static_cast<std::size_t>(sqlite3_column_bytes(statement_, column)));
  }

 private:
  sqlite3_stmt* statement_ = nullptr;
  bool ok_ = false;
};

}  // namespace

Store::Store(std::unique_ptr<Handle> handle, std::string path) : handle_(std::move(handle)), path_(std::move(path)) {}
Store::Store(Store&&) noexcept = default;
Store& Store::operator=(Store&&) noexcept = default;
Store::~Store() = default;

Result<Store> Store::open(const std::string& path) {
  auto handle = std::make_unique<Handle>();
  const std::string name = path.empty() ? ":memory:" : path;
  std::error_code ignored;
  if (!path.empty()) {
    note_input(path);
    if (std::filesystem::is_directory(path, ignored)) return fail("'" + path + "' is a directory, a store is a file");
    if (std::filesystem::exists(path, ignored) && !is_plain_file(path))
      return fail("'" + path + "' is no plain file, as a store is");
    const auto folder = std::filesystem::path(path).parent_path();
    if (!folder.empty()) {
      std::error_code error;
      std::filesystem::create_directories(folder, error);
      if (error) return fail("can't make the folder '" + folder.string() + "': " + error.message());
    }
  }
  if (sqlite3_open_v2(name.c_str(), &handle->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nullptr) != SQLITE_OK)
    return fail("can't open the store '" + path + "': " + handle->said());
  sqlite3_busy_timeout(handle->db, 10'000);
  const long owner = handle->number("PRAGMA application_id");
  const long version = handle->number("PRAGMA user_version");
  const long tables = handle->number("SELECT count(*) FROM sqlite_master");
  if (owner < 0 || tables < 0) return fail("'" + path + "' is no store of experiments: " + handle->said());
  if (tables > 0 && owner != application) return fail("'" + path + "' is a database of something else, not a store of experiments");
  if (tables > 0 && version > layout) return fail("the store '" + path + "' was made by a newer banmen");
  // NORMAL: a crash of the machine itself may lose the last moments, never the file; a killed program loses nothing.
  const std::string head = fmt::format("PRAGMA application_id={}; PRAGMA user_version={};", application, layout);
  const bool made = handle->run("PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;") &&
                    (tables > 0 || handle->run((std::string("BEGIN IMMEDIATE;") + head + schema + "COMMIT;").c_str()));
  if (!made) return handle->cant_write(path);
  const std::string insert = fmt::format(
      "INSERT INTO game(cell, number, outcome, record) VALUES(?,?,?,?) ON CONFLICT(cell, number) "
      "DO UPDATE SET outcome=excluded.outcome, record=excluded.record WHERE {}",
      forfeited);
  if (sqlite3_prepare_v3(handle->db, insert.c_str(), -1, SQLITE_PREPARE_PERSISTENT, &handle->insert, nullptr) != SQLITE_OK)
    return fail("the store '" + path + "' is not as expected: " + handle->said());
  return Store(std::move(handle), path);
}

Result<Store> Store::look_into(const std::string& path) {
  auto handle = std::make_unique<Handle>();
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return fail("there is no store '" + path + "'", "'banmen run FILE' makes one");
  if (std::filesystem::is_directory(path, ignored)) return fail("'" + path + "' is a directory, a store is a file");
  if (!is_plain_file(path)) return fail("'" + path + "' is no plain file, as a store is");
  if (sqlite3_open_v2(path.c_str(), &handle->db, SQLITE_OPEN_READONLY, nullptr) != SQLITE_OK)
    return fail("can't open the store '" + path + "': " + handle->said());
  sqlite3_busy_timeout(handle->db, 10'000);
  const long owner = handle->number("PRAGMA application_id");
  if (owner < 0) return fail("'" + path + "' is no store of experiments: " + handle->said());
  if (owner != application) return fail("'" + path + "' is no store of experiments");
  if (handle->number("PRAGMA user_version") > layout) return fail("the store '" + path + "' was made by a newer banmen");
  return Store(std::move(handle), path);
}

std::vector<std::string> StoredCell::values(std::string_view setting) const {
  std::vector<std::string> out;
  for (const std::string_view line : split(settings, '\n'))
    if (line.starts_with(setting) && line.size() > setting.size() && line[setting.size()] == ' ')
      out.emplace_back(line.substr(setting.size() + 1));
  return out;
}

Result<std::vector<StoredCell>> Store::cells() const {
  std::vector<StoredCell> out;
  Question find(
      handle_->db,
      "SELECT key, id, settings, version, code, count(*) FROM cell JOIN game ON game.cell=cell.key GROUP BY key ORDER BY key");
  int got;
  while ((got = find.step()) == SQLITE_ROW)
    out.push_back({find.integer(0), std::string(find.text(1)), std::string(find.text(2)), std::string(find.text(3)),
                   std::string(find.text(4)), static_cast<std::uint64_t>(find.integer(5))});
  if (got != SQLITE_DONE) return fail("can't read the store '" + path_ + "': " + handle_->said());
  return out;
}

Result<std::int64_t> Store::cell(const Job& job) {
  {
    Question add(handle_->db, "INSERT OR IGNORE INTO cell(id, settings, version, code) VALUES(?,?,?,?)");
    add.bind(1, cell_id(job)).bind(2, job.settings).bind(3, version()).bind(4, code_stamp());
    if (add.step() != SQLITE_DONE) return handle_->cant_write(path_);
  }
  const auto key = find(job);
  if (!key) return fail(key.error());
  if (!*key) return fail("can't read the store '" + path_ + "': " + handle_->said());
  return **key;
}

Result<std::optional<std::int64_t>> Store::find(const Job& job) const {
  const std::string id = cell_id(job);
  Question find(handle_->db, "SELECT key, settings FROM cell WHERE id=?");
  find.bind(1, id);
  const int got = find.step();
  if (got == SQLITE_DONE) return std::nullopt;
  if (got != SQLITE_ROW) return fail("can't read the store '" + path_ + "': " + handle_->said());
  if (find.text(1) != job.settings) return fail("two different settings have the same id " + id + " in the store '" + path_ + "'");
  return find.integer(0);
}

Result<void> Store::add(const std::vector<Batch>& batches) {
  const auto trouble = [&] {
    Error error{"can't write the store '" + path_ + "': " + handle_->said(),
                "what was finished before is kept; make room and run again"};
    error.kind = ErrorKind::failed;
    handle_->run("ROLLBACK");
    return fail(std::move(error));
  };
  if (!handle_->run("BEGIN IMMEDIATE")) return trouble();
  for (const Batch& batch : batches)
    for (const Unit& unit : batch.units) {
      sqlite3_reset(handle_->insert);
      sqlite3_bind_int64(handle_->insert, 1, batch.cell);
      sqlite3_bind_int64(handle_->insert, 2, static_cast<std::int64_t>(unit.number));
      sqlite3_bind_text(handle_->insert, 3, unit.outcome.data(), static_cast<int>(unit.outcome.size()), SQLITE_STATIC);
      if (unit.record.empty())
        sqlite3_bind_null(handle_->insert, 4);
      else
        sqlite3_bind_text(handle_->insert, 4, unit.record.data(), static_cast<int>(unit.record.size()), SQLITE_STATIC);
      if (sqlite3_step(handle_->insert) != SQLITE_DONE) {
        auto error = trouble();
        sqlite3_reset(handle_->insert);
        return error;
      }
    }
  sqlite3_reset(handle_->insert);
  if (!handle_->run("COMMIT")) return trouble();
  return {};
}

bool Store::is_forfeit(std::string_view outcome) {
  return !outcome.starts_with('[') && outcome.find('F') != std::string_view::npos;
}

Result<std::vector<std::uint64_t>> Store::numbers(std::int64_t cell, std::uint64_t most) const {
  std::vector<std::uint64_t> out;
  const std::string played = fmt::format("SELECT number FROM game WHERE cell=? AND number<? AND NOT {} ORDER BY number", forfeited);
  Question find(handle_->db, played.c_str());
  find.bind(1, cell).bind(2, static_cast<std::int64_t>(most));
  int got;
  while ((got = find.step()) == SQLITE_ROW) out.push_back(static_cast<std::uint64_t>(find.integer(0)));
  if (got != SQLITE_DONE) return fail("can't read the store '" + path_ + "': " + handle_->said());
  return out;
}

Result<void> Store::games(std::int64_t cell, std::uint64_t most,
                          const std::function<bool(std::uint64_t, std::string_view)>& visit) const {
  Question find(handle_->db, "SELECT number, outcome FROM game WHERE cell=? AND number<? ORDER BY number");
  find.bind(1, cell).bind(2, static_cast<std::int64_t>(most));
  int got;
  while ((got = find.step()) == SQLITE_ROW)
    if (!visit(static_cast<std::uint64_t>(find.integer(0)), find.text(1))) return {};
  if (got != SQLITE_DONE) return fail("can't read the store '" + path_ + "': " + handle_->said());
  return {};
}

Result<std::string> Store::record(std::int64_t cell, std::uint64_t number) const {
  Question find(handle_->db, "SELECT record FROM game WHERE cell=? AND number=?");
  find.bind(1, cell).bind(2, static_cast<std::int64_t>(number));
  if (find.step() != SQLITE_ROW) return fail(fmt::format("the store has no game {} of this cell", number));
  return std::string(find.text(0));
}

Result<std::uint64_t> Store::games_of_other_code() const {
  Question find(handle_->db, "SELECT count(*) FROM game WHERE cell IN (SELECT key FROM cell WHERE code<>?)");
  find.bind(1, code_stamp());
  if (find.step() != SQLITE_ROW) return fail("can't read the store '" + path_ + "': " + handle_->said());
  return static_cast<std::uint64_t>(find.integer(0));
}

Result<void> Store::note_run(const std::string& command, int threads) {
  if (!path_.empty()) {
    auto lock = FileLock::take(path_);
    if (!lock) return fail(lock.error());
    handle_->lock = std::move(*lock);
  }
  Question add(handle_->db, "INSERT INTO run(started, version, code, command, threads) VALUES(?,?,?,?,?)");
  add.bind(1, fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))));
  add.bind(2, version()).bind(3, code_stamp()).bind(4, command).bind(5, threads);
  if (add.step() != SQLITE_DONE) return handle_->cant_write(path_);
  return {};
}

}  // namespace banmen::lab
