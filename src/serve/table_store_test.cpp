// The store of tables: round trips, damaged files, a full disk, kill -9, syncs.
#include "serve/table_store.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <map>

namespace {
std::atomic<int> syncs = 0;
}  // namespace

// Instead of the C library's, also for SQLite.
extern "C" __attribute__((visibility("default"))) int fsync(int descriptor) {
  ++syncs;
  return static_cast<int>(syscall(SYS_fsync, descriptor));
}
extern "C" __attribute__((visibility("default"))) int fdatasync(int descriptor) {
  ++syncs;
  return static_cast<int>(syscall(SYS_fdatasync, descriptor));
}

namespace banmen::serve {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

class TableStoreTest : public testing::Test {
 protected:
  TableStoreTest() : folder_((fs::temp_directory_path() / ("banmen_tables_" + std::to_string(::getpid()))).string()) {
    fs::remove_all(folder_);
  }
  ~TableStoreTest() override { fs::remove_all(folder_); }

  /// A table with this many moves, of which those from `first` on are new.
  static Kept table(const std::string& id, std::size_t plies = 0, std::size_t first = 0) {
    Kept out;
    out.id = id;
    out.game = "reversi:size=4";
    out.phase = "running";
    out.created = out.changed = 1000;
    out.people = {"Ada", "Bob"};
    out.state = "{\"seed\":7}";
    out.plies = plies;
    out.first = first;
    for (std::size_t ply = first; ply < plies; ++ply)
      out.moves.push_back(
          {"m" + std::to_string(ply), static_cast<int>(ply % 2), 1000.25 + static_cast<double>(ply), ply % 3 == 0 ? -1 : 60.5});
    return out;
  }

  static Kept ended(const std::string& id, double date, const std::string& game = "reversi", const std::string& name = "Ada") {
    Kept out = table(id, 2);
    out.game = game;
    out.phase = "ended";
    out.changed = date;
    out.people = {name, ""};
    out.record = "the record of " + id;
    return out;
  }

  static std::vector<std::string> ids(const Result<std::vector<FinishedGame>>& games) {
    std::vector<std::string> out;
    if (!games) return {games.error().message()};
    for (const FinishedGame& game : *games) out.push_back(game.id);
    return out;
  }

  TableStore open() {
    auto store = TableStore::open(folder_);
    EXPECT_TRUE(store) << store.error().message();
    return std::move(*store);
  }

  std::string folder_;
};

TEST_F(TableStoreTest, ReadsBackWhatItWrote) {
  const Kept first = table("one", 4), second = table("two");
  {
    TableStore store = open();
    ASSERT_TRUE(store.write({&first, &second}));
    const Kept more = table("one", 6, 4);
    ASSERT_TRUE(store.write({&more}));
  }
  const auto tables = open().load(0);
  ASSERT_TRUE(tables) << tables.error().message();
  ASSERT_EQ(tables->size(), 2U);
  const Kept& back = tables->front();
  EXPECT_EQ(back.id, "one");
  EXPECT_EQ(back.game, "reversi:size=4");
  EXPECT_EQ(back.state, "{\"seed\":7}");
  EXPECT_EQ(back.plies, 6U);
  ASSERT_EQ(back.moves.size(), 6U);
  EXPECT_EQ(back.moves[5].text, "m5");
  EXPECT_EQ(back.moves[4].seat, 0);
  EXPECT_EQ(back.moves[4].at, 1004.25);
  EXPECT_EQ(back.moves[4].left, 60.5);
  EXPECT_LT(back.moves[3].left, 0);
  EXPECT_TRUE((*tables)[1].moves.empty());
}

TEST_F(TableStoreTest, DeletesMovesThatWereTakenBackOnly) {
  TableStore store = open();
  Kept all = table("one", 5);
  ASSERT_TRUE(store.write({&all}));
  all.moves.clear();
  ASSERT_TRUE(store.write({&all}));
  EXPECT_EQ(store.load(0)->front().moves.size(), 5U);
  Kept back = table("one", 3, 3);
  ASSERT_TRUE(store.write({&back}));
  EXPECT_EQ(store.load(0)->front().moves.size(), 3U);
  Kept other = table("one", 4, 3);
  other.moves[0].text = "x";
  ASSERT_TRUE(store.write({&other}));
  EXPECT_EQ(store.load(0)->front().moves.back().text, "x");
}

TEST_F(TableStoreTest, KeepsFinishedGamesOfDeletedTables) {
  TableStore store = open();
  Kept over = ended("one", 2000);
  ASSERT_TRUE(store.write({&over}));
  EXPECT_EQ(store.load(1500)->size(), 1U);
  EXPECT_EQ(store.load(1500)->front().record, "the record of one");
  EXPECT_TRUE(store.load(2500)->empty());
  over.changed = 3000;  // a request for a rematch
  ASSERT_TRUE(store.write({&over}));
  EXPECT_EQ(store.find("one")->date, 2000);
  const Kept running = table("two", 3);
  ASSERT_TRUE(store.write({&running}));
  ASSERT_TRUE(store.forget_ended(2999));
  EXPECT_EQ(store.load(0)->size(), 2U);
  ASSERT_TRUE(store.forget_ended(3001));
  EXPECT_EQ(store.load(0)->size(), 1U);
  EXPECT_EQ(store.load(0)->front().moves.size(), 3U);
  ASSERT_TRUE(store.remove("two"));
  ASSERT_TRUE(store.write({&over}));
  Kept gone = table("one");
  gone.phase = "ended";
  gone.gone = true;
  ASSERT_TRUE(store.write({&gone}));
  EXPECT_TRUE(store.load(0)->empty());
  EXPECT_EQ(store.find("one")->record, "the record of one");
}

TEST_F(TableStoreTest, DeletesGamesThatAreNotToBeKept) {
  TableStore store = open();
  Kept secret = table("one", 2);
  secret.kept = false;
  ASSERT_TRUE(store.write({&secret}));
  EXPECT_EQ(store.load(0)->size(), 1U);  // it is resumed after a restart
  Kept over = ended("one", 2000);
  over.kept = false;
  ASSERT_TRUE(store.write({&over}));
  EXPECT_TRUE(store.load(0)->empty());
  EXPECT_EQ(ids(store.finished({})), std::vector<std::string>());
}

TEST_F(TableStoreTest, FindsFinishedGamesByGameNameAndDate) {
  TableStore store = open();
  const std::vector<Kept> games{ended("a", 100), ended("b", 200, "reversi:size=4", "Bob"), ended("c", 200, "reversix", "Ada"),
                                ended("d", 300, "bao", "Adam"), ended("e", 400)};
  for (const Kept& game : games) ASSERT_TRUE(store.write({&game}));
  using Ids = std::vector<std::string>;
  EXPECT_EQ(ids(store.finished({})), (Ids{"e", "d", "c", "b", "a"}));
  FinishedQuery query;
  query.game = "reversi";
  EXPECT_EQ(ids(store.finished(query)), (Ids{"e", "b", "a"}));
  query = {};
  query.name = "ADA";
  EXPECT_EQ(ids(store.finished(query)), (Ids{"e", "d", "c", "a"}));
  query = {};
  query.from = 200;
  query.to = 400;
  EXPECT_EQ(ids(store.finished(query)), (Ids{"d", "c", "b"}));
  query = {};
  query.most = 2;
  EXPECT_EQ(ids(store.finished(query)), (Ids{"e", "d", "c"}));  // one more: there are more
  query.after = "d";
  EXPECT_EQ(ids(store.finished(query)), (Ids{"c", "b", "a"}));
  query.after = "b";
  EXPECT_EQ(ids(store.finished(query)), (Ids{"a"}));
  query.after = "z";
  EXPECT_EQ(ids(store.finished(query)), (Ids{"there is no finished game 'z'"}));
  query = {};
  query.name = "' OR 1=1 --";
  EXPECT_TRUE(ids(store.finished(query)).empty());
}

TEST_F(TableStoreTest, RemovesTablesAndReportsUnknownOnes) {
  TableStore store = open();
  const Kept over = ended("one", 100), running = table("two", 3);
  ASSERT_TRUE(store.write({&over, &running}));
  EXPECT_EQ(store.unfinished().value(), 1U);
  ASSERT_TRUE(store.remove("one"));
  ASSERT_TRUE(store.remove("two"));
  EXPECT_TRUE(store.load(0)->empty());
  EXPECT_FALSE(store.find("one"));
  EXPECT_EQ(store.remove("one").error().kind, ErrorKind::unknown_name);
}

TEST_F(TableStoreTest, HasOneWriterAndAnyNumberOfReaders) {
  EXPECT_FALSE(TableStore::look_into(folder_));
  TableStore store = open();
  const auto second = TableStore::open(folder_);
  ASSERT_FALSE(second);
  EXPECT_NE(second.error().message().find("process " + std::to_string(::getpid())), std::string::npos);
  const Kept over = ended("one", 100);
  ASSERT_TRUE(store.write({&over}));
  const auto reader = TableStore::look_into(folder_);
  ASSERT_TRUE(reader) << reader.error().message();
  EXPECT_EQ(ids(reader->finished({})), std::vector<std::string>{"one"});
}

TEST_F(TableStoreTest, IsReadableByItsOwnerOnly) {
  TableStore store = open();
  const Kept one = table("one", 1);
  ASSERT_TRUE(store.write({&one}));
  for (const char* name : {"tables.sqlite", "tables.sqlite-wal", "tables.sqlite-shm"})
    EXPECT_EQ(fs::status(fs::path(folder_) / name).permissions(), fs::perms::owner_read | fs::perms::owner_write) << name;
}

TEST_F(TableStoreTest, RefusesAStoreThatOtherUsersMayReadOrWrite) {
  {
    TableStore store = open();
    const Kept one = table("one", 1);
    ASSERT_TRUE(store.write({&one}));
    fs::copy_file(fs::path(folder_) / "tables.sqlite-wal", fs::path(folder_) / "log");
  }
  fs::rename(fs::path(folder_) / "log", fs::path(folder_) / "tables.sqlite-wal");  // as after a kill
  for (const char* name : {"tables.sqlite", "tables.sqlite-wal"})
    for (const unsigned mode : {0644U, 0640U, 0602U}) {
      const fs::path file = fs::path(folder_) / name;
      fs::permissions(file, static_cast<fs::perms>(mode));
      const auto refused = TableStore::open(folder_);
      ASSERT_FALSE(refused) << name << mode;
      EXPECT_NE(refused.error().message().find("chmod 600 '" + file.string()), std::string::npos) << refused.error().message();
      fs::permissions(file, static_cast<fs::perms>(0600));
    }
  EXPECT_EQ(open().load(0)->size(), 1U);
}

TEST_F(TableStoreTest, RefusesAFolderInWhichOthersMayReplaceFiles) {
  (void)open();
  fs::permissions(folder_, static_cast<fs::perms>(0777));
  const auto refused = TableStore::open(folder_);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message().find("whose mode is 777 (chmod o-w '" + folder_), std::string::npos)
      << refused.error().message();
}

TEST_F(TableStoreTest, RefusesIdsThatNoServerMakes) {
  TableStore store = open();
  const Kept good = ended("good", 100), bad = ended("../../x", 200);
  ASSERT_TRUE(store.write({&good, &bad}));
  const auto found = store.find("../../x");
  ASSERT_FALSE(found);
  EXPECT_NE(found.error().message().find("invalid id '../../x'"), std::string::npos) << found.error().message();
  EXPECT_TRUE(store.find("good"));
  // In a list it is left out, and a page is as long as without it.
  const Kept older = ended("older", 50);
  ASSERT_TRUE(store.write({&older}));
  std::vector<std::string> damage;
  FinishedQuery page;
  page.most = 1;
  EXPECT_EQ(ids(store.finished(page, [&](const Error& error) { damage.push_back(error.message()); })),
            (std::vector<std::string>{"good", "older"}));
  EXPECT_EQ(damage, std::vector<std::string>{found.error().message()});
  ASSERT_TRUE(store.remove("older"));
  const auto tables = store.load(0);
  ASSERT_EQ(tables->size(), 2U);
  EXPECT_NE((*tables)[0].damage, "");
  EXPECT_EQ((*tables)[1].damage, "");
  ASSERT_TRUE(store.remove("../../x"));
  EXPECT_EQ(ids(store.finished({})), std::vector<std::string>{"good"});
}

TEST_F(TableStoreTest, MarksATableThatLacksAMoveAndLoadsTheOthers) {
  TableStore store = open();
  const Kept gap = table("gap", 4, 2), whole = table("whole", 4);
  ASSERT_TRUE(store.write({&gap, &whole}));
  const auto tables = store.load(0);
  ASSERT_TRUE(tables) << tables.error().message();
  ASSERT_EQ(tables->size(), 2U);
  EXPECT_EQ((*tables)[0].damage, "a move is missing");
  EXPECT_EQ((*tables)[1].damage, "");
}

// ---- Keeper

/// Results reported by a keeper.
class Told {
 public:
  Keeper::Tell tell() {
    return [this](std::uint64_t commit, const Result<void>& done) {
      const std::lock_guard lock(mutex_);
      told_.emplace_back(commit, done);
      changed_.notify_all();
    };
  }
  std::vector<std::pair<std::uint64_t, Result<void>>> wait(std::size_t count) {
    std::unique_lock lock(mutex_);
    EXPECT_TRUE(changed_.wait_for(lock, 60s, [&] { return told_.size() >= count; }));
    return told_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::pair<std::uint64_t, Result<void>>> told_;
};

TEST_F(TableStoreTest, KeeperReportsCommitsInOrderAndEndsWithAllWritten) {
  Told told;
  constexpr std::uint64_t commits = 500;
  {
    Keeper keeper(open(), told.tell());
    for (std::uint64_t k = 0; k < commits; ++k) keeper.submit({k, table("t" + std::to_string(k % 10), k / 10 + 1, k / 10)});
  }
  const auto all = told.wait(commits);
  ASSERT_EQ(all.size(), commits);
  for (std::uint64_t k = 0; k < commits; ++k) {
    EXPECT_EQ(all[k].first, k);
    EXPECT_TRUE(all[k].second);
  }
  const auto tables = open().load(0);
  ASSERT_EQ(tables->size(), 10U);
  for (const Kept& one : *tables) EXPECT_EQ(one.moves.size(), 50U);
}

TEST_F(TableStoreTest, OnlyADurableStoreSyncsEveryCommitBeforeItIsReported) {
  for (const bool durable : {false, true}) {
    fs::remove_all(folder_);
    auto store = TableStore::open(folder_, durable);
    ASSERT_TRUE(store) << store.error().message();
    Told told;
    // Reports the number of syncs since the commit before, instead of the commit's.
    Keeper keeper(std::move(*store), [tell = told.tell()](std::uint64_t, const Result<void>& done) {
      tell(static_cast<std::uint64_t>(syncs.exchange(0)), done);
    });
    constexpr std::size_t commits = 5;
    for (std::size_t k = 0; k < commits; ++k) {
      keeper.submit({k + 1, table("one", k + 1, k)});
      told.wait(k + 1);  // one batch each
    }
    const auto all = told.wait(commits);
    for (std::size_t k = 1; k < commits; ++k) {  // the first one begins the log
      EXPECT_TRUE(all[k].second);
      EXPECT_EQ(all[k].first > 0, durable) << k;
    }
  }
}

TEST_F(TableStoreTest, CommitsFailOnAFullDiskAndLaterOnesSucceed) {
  // In a child process, since the limit on file sizes is per process.
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    alarm(120);
    signal(SIGXFSZ, SIG_IGN);
    const auto fits = [](rlim_t bytes) {
      struct rlimit limit {};
      getrlimit(RLIMIT_FSIZE, &limit);
      limit.rlim_cur = bytes;
      return setrlimit(RLIMIT_FSIZE, &limit) == 0;
    };
    Told told;
    auto store = TableStore::open(folder_);
    if (!store) _exit(2);
    Keeper keeper(std::move(*store), told.tell());
    keeper.submit({1, table("one", 1)});
    if (!told.wait(1)[0].second) _exit(3);
    struct rlimit before {};
    getrlimit(RLIMIT_FSIZE, &before);
    if (!fits(60'000)) _exit(4);
    Kept large = table("two", 1);
    large.state.assign(200'000, 'x');
    keeper.submit({2, large});
    const auto second = told.wait(2);
    if (second[1].second || second[1].second.error().message().find("can't write the store") == std::string::npos) _exit(5);
    keeper.submit({3, table("one", 2, 1)});  // small enough
    if (!told.wait(3)[2].second) _exit(6);
    if (!fits(before.rlim_cur)) _exit(7);
    keeper.submit({4, large});
    if (!told.wait(4)[3].second) _exit(8);
    keeper.end();
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << (WIFEXITED(status) ? WEXITSTATUS(status) : -1);
  const auto tables = open().load(0);
  ASSERT_TRUE(tables) << tables.error().message();
  ASSERT_EQ(tables->size(), 2U);
  EXPECT_EQ((*tables)[0].moves.size(), 2U);
  EXPECT_EQ((*tables)[1].state.size(), 200'000U);
}

TEST_F(TableStoreTest, LosesNoReportedCommitWhenKilled) {
  for (int round = 0; round < 5; ++round) {
    fs::remove_all(folder_);
    int told[2];
    ASSERT_EQ(pipe(told), 0);
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      alarm(120);
      auto store = TableStore::open(folder_);
      if (!store) _exit(2);
      Keeper keeper(std::move(*store), [&](std::uint64_t commit, const Result<void>& done) {
        if (done) (void)!::write(told[1], &commit, sizeof commit);
      });
      for (std::uint64_t k = 0;; ++k) {
        keeper.submit({k, table("t" + std::to_string(k % 7), k / 7 + 1, k / 7)});
        usleep(50);
      }
    }
    close(told[1]);
    std::map<std::uint64_t, std::size_t> known;
    std::uint64_t commit = 0;
    const int most = 50 + 61 * round;
    for (int k = 0; k < most && read(told[0], &commit, sizeof commit) == sizeof commit; ++k) known[commit % 7] = commit / 7 + 1;
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    while (read(told[0], &commit, sizeof commit) == sizeof commit) known[commit % 7] = commit / 7 + 1;
    close(told[0]);
    const auto tables = open().load(0);
    ASSERT_TRUE(tables) << tables.error().message();
    std::map<std::string, std::size_t> kept;
    for (const Kept& one : *tables) kept[one.id] = one.moves.size();
    ASSERT_EQ(known.size(), 7U);
    for (const auto& [id, plies] : known) EXPECT_GE(kept["t" + std::to_string(id)], plies);
  }
}

}  // namespace
}  // namespace banmen::serve
