#include "host/files.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <fstream>

namespace banmen {
namespace {

namespace fs = std::filesystem;

class Files : public testing::Test {
 protected:
  void SetUp() override {
    fs::remove_all(folder_);
    fs::create_directory(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }
  [[nodiscard]] std::size_t count() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }

  std::string folder_ = testing::TempDir() + "banmen_files_" + std::to_string(::getpid());  // each test runs in its own process
  std::string path_ = folder_ + "/file";
};

TEST_F(Files, AreWrittenWholeAndReadBack) {
  ASSERT_TRUE(write_file(path_, "old"));
  ASSERT_TRUE(write_file(path_, std::array<std::string_view, 3>{"in ", "", "parts"}));
  EXPECT_EQ(read_file(path_).value(), "in parts");
  EXPECT_EQ(count(), 1u);
  EXPECT_FALSE(read_file(path_, 3));
  EXPECT_FALSE(read_file(folder_));
}

TEST_F(Files, ThatCantBeWrittenLeaveNothingBehind) {
  EXPECT_FALSE(write_file(folder_ + "/none/file", "text"));
  fs::create_directory(path_);
  EXPECT_FALSE(write_file(path_, "a folder has this name"));
  EXPECT_TRUE(fs::is_directory(path_));
  EXPECT_EQ(count(), 1u);
}

TEST_F(Files, AreThereOnceTheyAreFinished) {
  ASSERT_TRUE(write_file(path_, "old"));
  {
    auto writer = FileWriter::open(path_);
    ASSERT_TRUE(writer);
    ASSERT_TRUE(writer->write("half of it"));
  }
  EXPECT_EQ(read_file(path_).value(), "old");
  EXPECT_EQ(count(), 1u);
  auto writer = FileWriter::open(path_);
  ASSERT_TRUE(writer);
  ASSERT_TRUE(writer->write("piece "));
  ASSERT_TRUE(writer->write("by piece"));
  EXPECT_EQ(read_file(path_).value(), "old");
  ASSERT_TRUE(writer->finish());
  EXPECT_EQ(read_file(path_).value(), "piece by piece");
  EXPECT_EQ(count(), 1u);
}

TEST_F(Files, CanBeAskedForBeforehand) {
  EXPECT_TRUE(can_write(path_));
  EXPECT_EQ(count(), 0u);
  EXPECT_FALSE(can_write(folder_));
  EXPECT_FALSE(can_write(folder_ + "/none/file"));
}

// Renaming a file over a device would replace it.
TEST_F(Files, WriteToDevicesInPlace) {
  ASSERT_TRUE(write_file("/dev/null", "text"));
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

TEST_F(Files, AreWrittenBehindLinks) {
  fs::create_directory(folder_ + "/there");
  fs::create_symlink("there/second", path_);
  fs::create_symlink("../target", folder_ + "/there/second");
  for (const char* text : {"made", "replaced"}) {  // the first through a dangling link
    ASSERT_TRUE(write_file(path_, text));
    EXPECT_TRUE(fs::is_symlink(path_));
    EXPECT_TRUE(fs::is_regular_file(fs::symlink_status(folder_ + "/target")));
    EXPECT_EQ(read_file(folder_ + "/target").value(), text);
  }
  EXPECT_EQ(count(), 3u);
  fs::create_symlink("loop", folder_ + "/loop");
  EXPECT_FALSE(write_file(folder_ + "/loop", "text"));
}

TEST_F(Files, HaveSeveralWritersInOneProcess) {
  auto one = FileWriter::open(path_), two = FileWriter::open(path_);
  ASSERT_TRUE(one && two);
  ASSERT_TRUE(one->write("one"));
  ASSERT_TRUE(two->write("the other"));
  ASSERT_TRUE(one->finish());
  EXPECT_EQ(read_file(path_).value(), "one");
  ASSERT_TRUE(two->finish());
  EXPECT_EQ(read_file(path_).value(), "the other");
  EXPECT_EQ(count(), 1u);
}

// The id of an ended process, not reused yet.
pid_t gone() {
  const pid_t child = fork();
  if (child == 0) _exit(0);
  waitpid(child, nullptr, 0);
  return child;
}

TEST_F(Files, RemoveLeftoversOfKilledWriters) {
  const auto touch = [](const std::string& path) { std::ofstream(path) << "cut off"; };
  const std::string folder = folder_ + "/looked_through_once", path = folder + "/file";  // a folder that no other test uses
  fs::create_directory(folder);
  const std::string dead = ".new" + std::to_string(gone()) + "-1", alive = ".new" + std::to_string(getppid()) + "-1";
  const std::string locked = ".new" + std::to_string(gone()) + "-2";  // by a writer on another machine
  for (const std::string& ending : {dead, alive, locked, std::string(".newer"), std::string(".new-1")}) touch(path + ending);
  touch(folder + "/other" + dead);
  const File held(std::fopen((path + locked).c_str(), "rb"));
  ASSERT_EQ(flock(fileno(held.get()), LOCK_EX | LOCK_NB), 0);
  ASSERT_TRUE(write_file(path, "text"));
  EXPECT_FALSE(fs::exists(path + dead));
  for (const std::string& left : {path + alive, path + locked, path + ".newer", path + ".new-1", folder + "/other" + dead})
    EXPECT_TRUE(fs::exists(left)) << left;
}

/// Waits until a process has blocked, woken and blocked again: it polls in slices, and one of them has passed.
void wait_until_it_has_waited(pid_t process) {
  const auto times_blocked = [&] {
    std::ifstream status("/proc/" + std::to_string(process) + "/status");
    const std::string name = "voluntary_ctxt_switches:";
    for (std::string line; std::getline(status, line);)
      if (line.starts_with(name)) return std::stol(line.substr(name.size()));
    return -1L;
  };
  const long before = times_blocked();
  while (times_blocked() < before + 2) usleep(1000);
}

TEST_F(Files, ThatArePipesAreReadToTheirEnd) {
  ASSERT_EQ(mkfifo(path_.c_str(), 0600), 0);
  EXPECT_FALSE(is_plain_file(path_));
  const pid_t child = fork();
  if (child == 0) {
    alarm(60);
    const std::string path = path_;
    int to = -1;
    while ((to = open(path.c_str(), O_WRONLY | O_NONBLOCK)) < 0) usleep(1000);  // until it is open for reading
    wait_until_it_has_waited(getppid());
    (void)!write(to, "first ", 6);
    for (int unread = 1; unread > 0 && ioctl(to, FIONREAD, &unread) == 0;) usleep(1000);
    wait_until_it_has_waited(getppid());
    (void)!write(to, "second", 6);
    _exit(0);
  }
  EXPECT_EQ(read_file(path_).value(), "first second");
  waitpid(child, nullptr, 0);
}

TEST_F(Files, InsideAFolderAreNeitherLinksNorPipes) {
  ASSERT_TRUE(write_file(path_, "secret"));
  const std::string inside = folder_ + "/inside/";
  fs::create_directories(inside + "deeper");
  ASSERT_TRUE(write_file(inside + "deeper/plain", "text"));
  EXPECT_EQ(read_file_inside(inside, "deeper/plain", 100).value(), "text");
  fs::create_symlink(path_, inside + "link");
  fs::create_symlink(folder_, inside + "folder");
  ASSERT_EQ(mkfifo((inside + "pipe").c_str(), 0600), 0);
  for (const char* name : {"link", "folder/file", "pipe", "deeper", "nothing"})
    EXPECT_FALSE(read_file_inside(inside, name, 100)) << name;
}

TEST_F(Files, AreRemovedWithLeftoversOfKilledWriters) {
  ASSERT_TRUE(write_file(path_, "text"));
  ASSERT_TRUE(write_file(path_ + ".new4711-2", "cut off"));
  ASSERT_TRUE(write_file(path_ + "s", "another"));
  remove_file(path_);
  EXPECT_EQ(count(), 1u);
  EXPECT_EQ(read_file(path_ + "s").value(), "another");
}

TEST_F(Files, PrivateFilesBelongToTheirOwnerAlone) {
  EXPECT_TRUE(check_private(path_));        // there is none
  EXPECT_TRUE(check_private("/dev/null"));  // not a file
  ASSERT_TRUE(write_file(path_, "secret"));
  for (const unsigned mode : {0600U, 0400U, 0700U, 0644U, 0640U, 0620U, 0604U, 0602U, 0610U}) {
    fs::permissions(path_, static_cast<fs::perms>(mode));
    EXPECT_EQ(check_private(path_).has_value(), (mode & 077) == 0) << mode;
  }
  remove_file(path_);
  EXPECT_TRUE(check_folder(path_));  // there is none
  ASSERT_TRUE(fs::create_directory(path_));
  for (const unsigned mode : {0700U, 0755U, 0775U, 01777U, 0777U, 0702U}) {
    fs::permissions(path_, static_cast<fs::perms>(mode));
    EXPECT_EQ(check_folder(path_).has_value(), (mode & 01002) != 2) << mode;
  }
}

}  // namespace
}  // namespace banmen
