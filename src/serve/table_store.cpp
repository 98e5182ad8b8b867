#include "serve/table_store.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "core/text.hpp"
#include "play/record_json.hpp"
#include "serve/guard.hpp"

namespace banmen::serve {
namespace {

const DatabaseKind& kind() {
  static const DatabaseKind kind{0x62616e74,  // "bant"
                                 "store",
                                 "store of tables",
                                 "'banmen serve' makes one",
                                 "nothing is lost; play continues when there is room again",
                                 {R"(
CREATE TABLE seated(
  id TEXT PRIMARY KEY, game TEXT NOT NULL, phase TEXT NOT NULL, kept INTEGER NOT NULL, created REAL NOT NULL,
  changed REAL NOT NULL, state TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE move(
  id TEXT NOT NULL REFERENCES seated(id), ply INTEGER NOT NULL, text TEXT NOT NULL, seat INTEGER NOT NULL, at REAL NOT NULL,
  left REAL, PRIMARY KEY(id, ply)) WITHOUT ROWID;
CREATE TABLE finished(
  id TEXT PRIMARY KEY, game TEXT NOT NULL, date REAL NOT NULL, plies INTEGER NOT NULL, record TEXT NOT NULL) WITHOUT ROWID;
CREATE INDEX finished_by_date ON finished(date, id);
CREATE TABLE player(id TEXT NOT NULL REFERENCES finished(id), name TEXT NOT NULL, PRIMARY KEY(id, name)) WITHOUT ROWID;
)"}};
  return kind;
}

/// Ids become names of files and parts of links, so one that no server makes is refused wherever it comes from.
Result<FinishedGame> finished_in(const Database& database, const SqlStatement& row) {
  FinishedGame game{std::string(row.text(0)), std::string(row.text(1)), row.real(2),
                    static_cast<std::size_t>(std::max<std::int64_t>(0, row.integer(3))), std::string(row.text(4))};
  if (is_table_id(game.id)) return game;
  return fail("the store '" + database.path() + "' has a finished game with the invalid id '" + game.id.substr(0, 40) + "'",
              "'banmen tables delete' removes it");
}

constexpr const char* all_of_finished = "SELECT id, game, date, plies, record FROM finished";

}  // namespace

/// Prepared statements for writing.
struct TableStore::Statements {
  explicit Statements(const Database& db)
      : put(db,
            "INSERT INTO seated(id, game, phase, kept, created, changed, state) VALUES(?,?,?,?,?,?,?) ON CONFLICT(id) DO UPDATE "
            "SET game=excluded.game, phase=excluded.phase, kept=excluded.kept, changed=excluded.changed, state=excluded.state"),
        cut(db, "DELETE FROM move WHERE id=? AND ply>=?"),
        add(db, "INSERT OR REPLACE INTO move(id, ply, text, seat, at, left) VALUES(?,?,?,?,?,?)"),
        // The date stays that of the game's end, whatever happens at the table afterwards.
        finish(db,
               "INSERT INTO finished(id, game, date, plies, record) VALUES(?,?,?,?,?) ON CONFLICT(id) DO UPDATE SET "
               "plies=excluded.plies, record=excluded.record"),
        name(db, "INSERT OR IGNORE INTO player(id, name) VALUES(?,?)"),
        drop_table(db, "DELETE FROM seated WHERE id=?"),
        drop_moves(db, "DELETE FROM move WHERE id=?"),
        drop_finished(db, "DELETE FROM finished WHERE id=?"),
        drop_names(db, "DELETE FROM player WHERE id=?") {}
  [[nodiscard]] bool ok() const {
    return put.ok() && cut.ok() && add.ok() && finish.ok() && name.ok() && drop_table.ok() && drop_moves.ok() &&
           drop_finished.ok() && drop_names.ok();
  }
  SqlStatement put, cut, add, finish, name, drop_table, drop_moves, drop_finished, drop_names;
};

TableStore::TableStore(FileLock lock, Database database) : lock_(std::move(lock)), database_(std::move(database)) {}

std::string TableStore::file_in(const std::string& folder) { return (std::filesystem::path(folder) / "tables.sqlite").string(); }

Result<TableStore> TableStore::open(const std::string& folder, bool durable) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) return fail(kind_of_errno(error.value()), "can't make the folder '" + folder + "': " + error.message());
  if (const auto own = check_folder(folder); !own) return fail(own.error());
  auto lock = FileLock::take(file_in(folder));
  if (!lock) return fail(lock.error());
  // Private: the file has the seeds of unfinished games, and when people played.
  const int made = ::open(file_in(folder).c_str(), O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, S_IRUSR | S_IWUSR);
  if (made >= 0) {
    close(made);
    // A synced file whose name is lost would be lost too.
    if (const int parent = durable ? ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1; parent >= 0) {
      fsync(parent);
      close(parent);
    }
  }
  for (const char* part : {"", "-wal", "-shm"})
    if (const auto closed = check_private(file_in(folder) + part); !closed) return fail(closed.error());
  auto database = Database::open(kind(), file_in(folder));
  if (!database) return fail(database.error());
  if (durable)
    if (const auto synced = database->sync_transactions(); !synced) return fail(synced.error());
  TableStore store(std::move(*lock), std::move(*database));
  store.statements_ = std::make_shared<Statements>(store.database_);
  if (!store.statements_->ok())
    return fail("the store '" + file_in(folder) + "' has an unexpected layout: " + store.database_.said());
  return store;
}

Result<TableStore> TableStore::look_into(const std::string& folder) {
  auto database = Database::look_into(kind(), file_in(folder));
  if (!database) return fail(database.error());
  return TableStore(FileLock(), std::move(*database));
}

// ---- Tables

Result<void> TableStore::write(const std::vector<const Kept*>& changes) {
  return database_.in_transaction([&] {
    for (const Kept* change : changes)
      if (!write_one(*change)) return false;
    return true;
  });
}

bool TableStore::write_one(const Kept& change) {
  Statements& s = *statements_;
  const bool ended = change.phase == "ended";
  // Tables that are not to be kept are deleted at the end of the game.
  if (change.gone || (ended && !change.kept)) {
    if (!s.drop_moves.bind(1, change.id).run() || !s.drop_table.bind(1, change.id).run()) return false;
  } else {
    s.put.bind(1, change.id).bind(2, change.game).bind(3, change.phase).bind(4, std::int64_t{change.kept});
    if (!s.put.bind(5, change.created).bind(6, change.changed).bind(7, change.state).run()) return false;
    if (!s.cut.bind(1, change.id).bind(2, static_cast<std::int64_t>(change.plies)).run()) return false;
    for (std::size_t k = 0; k < change.moves.size(); ++k) {
      const KeptMove& move = change.moves[k];
      s.add.bind(1, change.id).bind(2, static_cast<std::int64_t>(change.first + k)).bind(3, move.text);
      s.add.bind(4, std::int64_t{move.seat}).bind(5, move.at);
      if (move.left < 0)
        s.add.bind_nothing(6);
      else
        s.add.bind(6, move.left);
      if (!s.add.run()) return false;
    }
  }
  if (!ended || !change.kept || change.record.empty()) return true;
  s.finish.bind(1, change.id).bind(2, change.game).bind(3, change.changed).bind(4, static_cast<std::int64_t>(change.plies));
  if (!s.finish.bind(5, change.record).run()) return false;
  for (const std::string& name : change.people)
    if (!name.empty() && !s.name.bind(1, change.id).bind(2, name).run()) return false;
  return true;
}

Result<std::vector<Kept>> TableStore::load(double since) const {
  std::vector<Kept> tables;
  SqlStatement find(
      database_,
      "SELECT id, game, phase, kept, created, changed, state, (SELECT record FROM finished WHERE finished.id=seated.id) "
      "FROM seated WHERE phase<>'ended' OR changed>=? ORDER BY created, id");
  find.bind(1, since);
  SqlStatement moves(database_, "SELECT ply, text, seat, at, left FROM move WHERE id=? ORDER BY ply");
  while (find.next()) {
    Kept table;
    table.id = find.text(0);
    if (!is_table_id(table.id)) table.damage = "its id is not a server's";
    table.game = find.text(1);
    table.phase = find.text(2);
    table.kept = find.integer(3) != 0;
    table.created = find.real(4);
    table.changed = find.real(5);
    table.state = find.text(6);
    table.record = find.text(7);
    moves.bind(1, table.id);
    while (moves.next()) {
      if (static_cast<std::size_t>(moves.integer(0)) != table.moves.size()) table.damage = "a move is missing";
      table.moves.push_back({std::string(moves.text(1)), static_cast<int>(moves.integer(2)), moves.real(3),
                             moves.is_nothing(4) ? -1 : moves.real(4)});
    }
    if (moves.failed()) return database_.cant_read();
    moves.again();
    table.plies = table.moves.size();
    tables.push_back(std::move(table));
  }
  if (find.failed()) return database_.cant_read();
  return tables;
}

Result<void> TableStore::forget_ended(double since) {
  SqlStatement moves(database_, "DELETE FROM move WHERE id IN (SELECT id FROM seated WHERE phase='ended' AND changed<?)");
  SqlStatement tables(database_, "DELETE FROM seated WHERE phase='ended' AND changed<?");
  return database_.in_transaction([&] { return moves.bind(1, since).run() && tables.bind(1, since).run(); });
}

Result<std::size_t> TableStore::unfinished() const {
  const auto count = database_.number("SELECT count(*) FROM seated WHERE phase<>'ended'");
  if (count < 0) return database_.cant_read();
  return static_cast<std::size_t>(count);
}

// ---- Finished games

Result<std::vector<FinishedGame>> TableStore::finished(const FinishedQuery& query, const ReportDamage& damaged) const {
  if (!query.after.empty())
    if (const auto last = find(query.after); !last) return fail(last.error());
  std::string sql = std::string(all_of_finished) + " WHERE 1";
  if (!query.game.empty()) sql += " AND (game=?1 OR substr(game, 1, length(?1)+1)=?1||':')";
  if (!query.name.empty())
    sql += " AND EXISTS(SELECT 1 FROM player WHERE player.id=finished.id AND instr(lower(name), lower(?2))>0)";
  if (query.from) sql += " AND date>=?3";
  if (query.to) sql += " AND date<?4";
  if (!query.after.empty()) sql += " AND (date, id)<(SELECT date, id FROM finished WHERE id=?5)";
  SqlStatement find(database_, sql + " ORDER BY date DESC, id DESC");
  find.bind(1, query.game).bind(2, query.name).bind(3, query.from.value_or(0)).bind(4, query.to.value_or(0));
  find.bind(5, query.after);
  std::vector<FinishedGame> games;
  while (games.size() <= query.most && find.next()) {
    auto game = finished_in(database_, find);
    if (game)
      games.push_back(std::move(*game));
    else if (damaged)
      damaged(game.error());
  }
  if (find.failed()) return database_.cant_read();
  return games;
}

Result<FinishedGame> TableStore::find(const std::string& id) const {
  SqlStatement find(database_, std::string(all_of_finished) + " WHERE id=?");
  find.bind(1, id);
  if (find.next()) return finished_in(database_, find);
  if (find.failed()) return database_.cant_read();
  return fail(ErrorKind::unknown_name, "there is no finished game '" + id.substr(0, 40) + "'");
}

Result<void> TableStore::knows(const std::string& id) const {
  SqlStatement known(database_, "SELECT 1 FROM seated WHERE id=?1 UNION ALL SELECT 1 FROM finished WHERE id=?1");
  known.bind(1, id);
  if (known.next()) return {};
  if (known.failed()) return database_.cant_read();
  return fail(ErrorKind::unknown_name, "there is no table '" + id + "'", "'banmen tables list' names them");
}

Result<void> TableStore::remove(const std::string& id) {
  if (const auto known = knows(id); !known) return known;
  Statements& s = *statements_;
  return database_.in_transaction([&] {
    for (SqlStatement* drop : {&s.drop_moves, &s.drop_table, &s.drop_names, &s.drop_finished})
      if (!drop->bind(1, id).run()) return false;
    return true;
  });
}

Keeper::Keeper(TableStore store, Tell tell)
    : store_(std::move(store)), log_(store_.database()), tell_(std::move(tell)), thread_([this] { run(); }) {}

Keeper::~Keeper() { end(); }

void Keeper::submit(Commit commit) {
  const std::lock_guard lock(mutex_);
  if (ending_) return;
  waiting_.push_back(std::move(commit));
  changed_.notify_one();
}

void Keeper::end() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
    changed_.notify_one();
  }
  if (thread_.joinable()) thread_.join();
}

void Keeper::run() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [&] { return ending_ || !waiting_.empty(); });
    if (waiting_.empty()) return;
    const std::deque<Commit> commits = std::exchange(waiting_, {});
    lock.unlock();
    write(commits);
    lock.lock();
  }
}

void Keeper::write(const std::deque<Commit>& commits) {
  std::vector<const Kept*> all;
  for (const Commit& commit : commits) all.push_back(&commit.what);
  const Result<void> together = store_.write(all);
  // One change that is too large for the disk must not fail the others.
  for (const Commit& commit : commits) tell_(commit.id, together || commits.size() == 1 ? together : store_.write({&commit.what}));
}

Result<FinishedQuery> finished_query(const std::map<std::string, std::string>& asked) {
  static const std::vector<std::string> known{"game", "name", "from", "to", "after"};
  FinishedQuery query;
  for (const auto& [key, value] : asked) {
    if (std::find(known.begin(), known.end(), key) == known.end())
      return fail("unknown filter '" + key.substr(0, 40) + "'", suggest(key.substr(0, 40), known));
    if (key == "game") query.game = value;
    if (key == "name") query.name = value;
    if (key == "after") query.after = value;
    if ((key != "from" && key != "to") || value.empty()) continue;
    const auto date = read_date(value);
    if (!date) return fail_in(key, {"'" + value.substr(0, 40) + "' is not a date", "such as 2026-11-16 or 2026-11-16T09:30:00Z"});
    const bool day = value.find('T') == std::string::npos;
    (key == "from" ? query.from : query.to) = *date + (key == "from" ? 0 : day ? seconds_of_a_day : 1);
  }
  return query;
}

Json finished_summary(const FinishedGame& game) {
  Json out{{"id", game.id}, {"game", game.game}, {"seats", Json::array()}, {"date", write_date(game.date)}, {"plies", game.plies}};
  out["result"] = out["ended"] = nullptr;
  if (const auto record = read_record(game.record)) {
    const Json document = record_document(*record);
    for (const char* key : {"seats", "result", "ended"}) out[key] = document[key];
  }
  return out;
}

Result<Json> finished_list(const TableStore& store, const FinishedQuery& query, const ReportDamage& damaged) {
  const auto games = store.finished(query, damaged);
  if (!games) return fail(games.error());
  Json list = Json::array();
  for (std::size_t k = 0; k < std::min(games->size(), query.most); ++k) list.push_back(finished_summary((*games)[k]));
  return Json{{"games", std::move(list)}, {"more", games->size() > query.most}};
}

Result<Json> finished_record(const TableStore& store, const std::string& id) {
  const auto game = store.find(id);
  if (!game) return fail(game.error());
  const auto record = read_record(game->record);
  if (!record) return fail(record.error());
  Json out = record_document(*record);
  out["id"] = game->id;
  out["record"] = game->record;
  return out;
}

}  // namespace banmen::serve
