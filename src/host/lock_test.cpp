
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <optional>

#include "host/files.hpp"

namespace banmen {
namespace {

namespace fs = std::filesystem;

class Lock : public testing::Test {
 protected:
  void SetUp() override { fs::create_directory(folder_); }
  void TearDown() override { fs::remove_all(folder_); }
  std::string folder_ = testing::TempDir() + "banmen_lock_" + std::to_string(::getpid());
  std::string path_ = folder_ + "/file";
};

TEST_F(Lock, IsHeldByOneAndLeavesNothingBehind) {
  std::optional<FileLock> first = FileLock::take(path_).value();
  const auto second = FileLock::take(path_);
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().kind, ErrorKind::failed);
  EXPECT_NE(second.error().message().find("process " + std::to_string(::getpid())), std::string::npos) << second.error().message();
  first.reset();
  EXPECT_TRUE(fs::is_empty(folder_));
  EXPECT_TRUE(FileLock::take(path_));
}

TEST_F(Lock, OfALinkIsThatOfItsFile) {
  fs::create_symlink("file", folder_ + "/link");
  const auto lock = FileLock::take(folder_ + "/link");
  EXPECT_FALSE(FileLock::take(path_));
}

TEST_F(Lock, TouchesNothingOfThatNameThatIsNone) {
  ASSERT_TRUE(write_file(path_ + ".lock", "versions of my packages"));
  EXPECT_FALSE(FileLock::take(path_));
  EXPECT_EQ(read_file(path_ + ".lock").value(), "versions of my packages");
  ASSERT_TRUE(write_file(folder_ + "/mine", ""));
  fs::create_symlink("mine", folder_ + "/other.lock");
  EXPECT_FALSE(FileLock::take(folder_ + "/other"));
  EXPECT_TRUE(fs::is_symlink(folder_ + "/other.lock"));
}

TEST_F(Lock, OfAFolderLiesInIt) {
  const auto lock = FileLock::take(folder_);
  EXPECT_FALSE(FileLock::take(folder_ + "/"));
}

TEST_F(Lock, IsNotNeededByDevices) {
  const auto one = FileLock::take("/dev/null"), two = FileLock::take("/dev/null");
  EXPECT_TRUE(one && two);
}

TEST_F(Lock, GoesWithItsProcess) {
  int ready[2];
  ASSERT_EQ(pipe(ready), 0);
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    alarm(60);  // it must not outlive a failing test
    const auto lock = FileLock::take(path_);
    (void)!write(ready[1], "x", 1);
    pause();
    _exit(0);
  }
  char one = 0;
  ASSERT_EQ(read(ready[0], &one, 1), 1);
  const auto refused = FileLock::take(path_);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message().find("process " + std::to_string(child)), std::string::npos) << refused.error().message();
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  EXPECT_TRUE(FileLock::take(path_));
}

}  // namespace
}  // namespace banmen
