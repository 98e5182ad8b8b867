#include "host/sqlite.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <thread>

#include "host/files.hpp"

namespace banmen {
namespace {

namespace fs = std::filesystem;

class Sqlite : public testing::Test {
 protected:
  Sqlite() : folder_((fs::temp_directory_path() / ("banmen_sqlite_" + std::to_string(::getpid()))).string()) {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  ~Sqlite() override { fs::remove_all(folder_); }

  static DatabaseKind kind(std::size_t layout) {
    const std::vector<std::string> all{"CREATE TABLE word(text TEXT NOT NULL);", "ALTER TABLE word ADD COLUMN size INTEGER;",
                                       "UPDATE word SET size=length(text);"};
    return {0x74657374,      "list",
            "list of words", "a test makes one",
            "make room",     std::vector<std::string>(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(layout))};
  }

  std::string folder_, path_ = folder_ + "/a/b.sqlite";
};

TEST_F(Sqlite, MigratesOlderLayoutsWithTheirRows) {
  const DatabaseKind first = kind(1), third = kind(3);
  {
    auto old = Database::open(first, path_);
    ASSERT_TRUE(old) << old.error().message();
    ASSERT_TRUE(old->run("INSERT INTO word VALUES('board')"));
  }
  const auto looked = Database::look_into(third, path_);
  ASSERT_FALSE(looked);
  EXPECT_NE(looked.error().message().find("was made by an older banmen"), std::string::npos) << looked.error().message();
  {
    auto now = Database::open(third, path_);
    ASSERT_TRUE(now) << now.error().message();
    EXPECT_EQ(now->number("SELECT size FROM word WHERE text='board'"), 5);
    EXPECT_EQ(now->number("PRAGMA user_version"), 3);
  }
  EXPECT_TRUE(Database::look_into(third, path_));
  const auto back = Database::open(first, path_);
  ASSERT_FALSE(back);
  EXPECT_EQ(back.error().message(), "the list '" + path_ + "' was made by a newer banmen (use that version or a newer one)");
  EXPECT_FALSE(Database::look_into(first, path_));
}

TEST_F(Sqlite, AStepThatFailsLeavesTheFileAsItWas) {
  const DatabaseKind first = kind(1);
  DatabaseKind broken = kind(2);
  broken.layouts.emplace_back("UPDATE nothing SET size=1;");
  ASSERT_TRUE(Database::open(first, path_));
  EXPECT_FALSE(Database::open(broken, path_));
  auto still = Database::open(first, path_);
  ASSERT_TRUE(still) << still.error().message();
  EXPECT_EQ(still->number("SELECT count(*) FROM pragma_table_info('word')"), 1);
}

TEST_F(Sqlite, OtherFilesAreRefusedAndLeftAlone) {
  const DatabaseKind ours = kind(1);
  DatabaseKind theirs = kind(1);
  theirs.application = 7;
  ASSERT_TRUE(Database::open(theirs, path_));
  EXPECT_EQ(Database::open(ours, path_).error().message(), "'" + path_ + "' is a database of another program, not a list of words");
  const std::string text = folder_ + "/letter";
  ASSERT_TRUE(write_file(text, "Dear Ada, this is longer than the header of a database would be, and it is none."));
  EXPECT_FALSE(Database::open(ours, text));
  EXPECT_EQ(read_file(text)->substr(0, 8), "Dear Ada");
  EXPECT_EQ(Database::open(ours, folder_).error().message(), "'" + folder_ + "' is a directory, a list is a file");
  EXPECT_EQ(Database::look_into(ours, folder_ + "/none").error().message(),
            "there is no list '" + folder_ + "/none' (a test makes one)");
}

TEST_F(Sqlite, AChangeIsThereOrIsNot) {
  const DatabaseKind words = kind(1);
  auto list = Database::open(words, path_);
  ASSERT_TRUE(list);
  SqlStatement add(*list, "INSERT INTO word VALUES(?)");
  EXPECT_TRUE(list->in_transaction([&] { return add.bind(1, "one").run() && add.bind(1, "two").run(); }));
  const auto failed = list->in_transaction([&] { return add.bind(1, "three").run() && add.bind_nothing(1).run(); });
  ASSERT_FALSE(failed);
  EXPECT_NE(failed.error().message().find("NOT NULL"), std::string::npos) << failed.error().message();
  EXPECT_EQ(list->number("SELECT count(*) FROM word"), 2);
  EXPECT_TRUE(list->in_transaction([&] { return add.bind(1, "three").run(); }));
  EXPECT_EQ(list->number("SELECT count(*) FROM word"), 3);
}

TEST_F(Sqlite, MovesItsLogBesideAWriter) {
  const DatabaseKind words = kind(1);
  auto database = Database::open(words, path_);
  ASSERT_TRUE(database) << database.error().message();
  int count = 0;
  const auto write = [&](int transactions) {
    for (int k = 0; k < transactions; ++k)
      ASSERT_TRUE(database->in_transaction(
          [&] { return database->run("INSERT INTO word VALUES(printf('%.*c', 3000, 'x'))") && ++count > 0; }));
  };
  {
    LogMover mover(*database);
    write(2 * LogMover::worth_moving);
    for (int k = 0; k < 1000 && mover.checkpoints() == 0; ++k) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    EXPECT_GT(mover.checkpoints(), 0U);
    // The log stays bounded even if writers never pause.
    for (int k = 0; k < 100 && mover.restarts() == 0; ++k) write(LogMover::worth_moving);
    EXPECT_GT(mover.restarts(), 0U);
  }
  EXPECT_EQ(database->number("SELECT count(*) FROM word"), count);
  write(10);  // writing continues without SQLite's own checkpoints
  EXPECT_EQ(Database::look_into(words, path_)->number("SELECT count(*) FROM word"), count);
}

}  // namespace
}  // namespace banmen
