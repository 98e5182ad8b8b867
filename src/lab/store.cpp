#include "lab/store.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>

#include "core/text.hpp"
#include "core/try.hpp"
#include "host/sqlite.hpp"

namespace banmen::lab {
namespace {

/// is_forfeit in SQL: observations are letters and numbers, findings begin with '['.
constexpr const char* forfeited = "(game.outcome GLOB '*F*' AND game.outcome NOT GLOB '[[]*')";

const DatabaseKind& kind() {
  static const DatabaseKind kind{0x62616e6d,  // "banm"
                                 "store",
                                 "store of experiments",
                                 "'banmen run FILE' makes one",
                                 "finished games are stored; free some space and run again",
                                 {R"(
CREATE TABLE cell(
  key INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, settings TEXT NOT NULL, version TEXT NOT NULL, code TEXT NOT NULL);
CREATE TABLE game(
  cell INTEGER NOT NULL REFERENCES cell(key), number INTEGER NOT NULL, outcome TEXT NOT NULL, record TEXT,
  PRIMARY KEY(cell, number)) WITHOUT ROWID;
CREATE TABLE run(
  started TEXT NOT NULL, version TEXT NOT NULL, code TEXT NOT NULL, command TEXT NOT NULL, threads INTEGER NOT NULL);
)"}};
  return kind;
}

}  // namespace

struct Store::Handle {
  Database database;
  std::unique_ptr<SqlStatement> insert = {};  // of a writable store
};

Store::Store(std::unique_ptr<Handle> handle, std::string path) : handle_(std::move(handle)), path_(std::move(path)) {}
Store::Store(Store&&) noexcept = default;
Store::~Store() = default;

Result<Store> Store::open(const std::string& path) {
  auto database = TRY(Database::open(kind(), path));
  auto handle = std::unique_ptr<Handle>(new Handle{std::move(database)});
  handle->insert = std::make_unique<SqlStatement>(
      handle->database, fmt::format("INSERT INTO game(cell, number, outcome, record) VALUES(?,?,?,?) ON CONFLICT(cell, number) "
                                    "DO UPDATE SET outcome=excluded.outcome, record=excluded.record WHERE {}",
                                    forfeited));
  if (!handle->insert->ok()) return fail("the store '" + path + "' has an unexpected layout: " + handle->database.said());
  return Store(std::move(handle), path);
}

Result<Store> Store::look_into(const std::string& path) {
  auto database = TRY(Database::look_into(kind(), path));
  return Store(std::unique_ptr<Handle>(new Handle{std::move(database)}), path);
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
  SqlStatement find(
      handle_->database,
      "SELECT key, id, settings, version, code, count(*) FROM cell JOIN game ON game.cell=cell.key GROUP BY key ORDER BY key");
  while (find.next())
    out.push_back({find.integer(0), std::string(find.text(1)), std::string(find.text(2)), std::string(find.text(3)),
                   std::string(find.text(4)), static_cast<std::uint64_t>(find.integer(5))});
  if (find.failed()) return handle_->database.cant_read();
  return out;
}

Result<std::int64_t> Store::cell(const Job& job) {
  {
    SqlStatement add(handle_->database, "INSERT OR IGNORE INTO cell(id, settings, version, code) VALUES(?,?,?,?)");
    add.bind(1, cell_id(job)).bind(2, job.settings).bind(3, version()).bind(4, code_stamp());
    if (!add.run()) return handle_->database.cant_write();
  }
  const auto key = TRY(find(job));
  if (!key) return handle_->database.cant_read();
  return *key;
}

Result<std::optional<std::int64_t>> Store::find(const Job& job) const {
  const std::string id = cell_id(job);
  SqlStatement find(handle_->database, "SELECT key, settings FROM cell WHERE id=?");
  find.bind(1, id);
  if (!find.next()) {
    if (find.failed()) return handle_->database.cant_read();
    return std::nullopt;
  }
  if (find.text(1) != job.settings) return fail("two different settings have the same id " + id + " in the store '" + path_ + "'");
  return find.integer(0);
}

Result<void> Store::add(const std::vector<Batch>& batches) {
  SqlStatement& insert = *handle_->insert;
  return handle_->database.in_transaction([&] {
    for (const Batch& batch : batches)
      for (const Unit& unit : batch.units) {
        insert.bind(1, batch.cell).bind(2, static_cast<std::int64_t>(unit.number)).bind(3, unit.outcome);
        if (unit.record.empty())
          insert.bind_nothing(4);
        else
          insert.bind(4, unit.record);
        if (!insert.run()) return false;
      }
    return true;
  });
}

bool Store::is_forfeit(std::string_view outcome) {
  return !outcome.starts_with('[') && outcome.find('F') != std::string_view::npos;
}

Result<std::vector<std::uint64_t>> Store::numbers(std::int64_t cell, std::uint64_t most) const {
  std::vector<std::uint64_t> out;
  const std::string played = fmt::format("SELECT number FROM game WHERE cell=? AND number<? AND NOT {} ORDER BY number", forfeited);
  SqlStatement find(handle_->database, played);
  find.bind(1, cell).bind(2, static_cast<std::int64_t>(most));
  while (find.next()) out.push_back(static_cast<std::uint64_t>(find.integer(0)));
  if (find.failed()) return handle_->database.cant_read();
  return out;
}

Result<void> Store::games(std::int64_t cell, std::uint64_t most,
                          const std::function<Result<bool>(std::uint64_t, std::string_view)>& visit) const {
  SqlStatement find(handle_->database, "SELECT number, outcome FROM game WHERE cell=? AND number<? ORDER BY number");
  find.bind(1, cell).bind(2, static_cast<std::int64_t>(most));
  while (find.next()) {
    const bool more = TRY(visit(static_cast<std::uint64_t>(find.integer(0)), find.text(1)));
    if (!more) return {};
  }
  if (find.failed()) return handle_->database.cant_read();
  return {};
}

Result<std::string> Store::record(std::int64_t cell, std::uint64_t number) const {
  SqlStatement find(handle_->database, "SELECT record FROM game WHERE cell=? AND number=?");
  find.bind(1, cell).bind(2, static_cast<std::int64_t>(number));
  if (!find.next()) return fail(fmt::format("the store has no game {} of this cell", number));
  return std::string(find.text(0));
}

Result<std::uint64_t> Store::games_of_other_code() const {
  SqlStatement find(handle_->database, "SELECT count(*) FROM game WHERE cell IN (SELECT key FROM cell WHERE code<>?)");
  find.bind(1, code_stamp());
  if (!find.next()) return handle_->database.cant_read();
  return static_cast<std::uint64_t>(find.integer(0));
}

Result<void> Store::note_run(const std::string& command, int threads) {
  SqlStatement add(handle_->database, "INSERT INTO run(started, version, code, command, threads) VALUES(?,?,?,?,?)");
  add.bind(1, fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))));
  add.bind(2, version()).bind(3, code_stamp()).bind(4, command).bind(5, std::int64_t{threads});
  if (!add.run()) return handle_->database.cant_write();
  return {};
}

}  // namespace banmen::lab
