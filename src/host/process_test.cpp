#include "host/process.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

namespace banmen {
namespace {

std::unique_ptr<Process> started(const std::string& command) {
  auto process = Process::start(command);
  EXPECT_TRUE(process) << process.error().message();
  return std::move(*process);
}

/// False for a process that has ended, reaped or not.
bool runs(const std::string& process) {
  std::ifstream file("/proc/" + process + "/stat");
  std::string stat;
  std::getline(file, stat);
  const std::size_t state = stat.rfind(") ");
  return state != std::string::npos && stat[state + 2] != 'Z';
}

bool ends_soon(const std::string& process) {
  const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  while (runs(process) && std::chrono::steady_clock::now() < until) std::this_thread::sleep_for(std::chrono::milliseconds(2));
  return !runs(process);
}

// Leaves its group and its session, and the environment.
const std::string leaving = "env -i setsid sh -c 'echo $$; exec sleep 600' & ";

TEST(Process, DescendantsThatLeaveItsGroupEndWithIt) {
  for (const char* after : {"wait", "exit 3"}) {  // the program is ended, or has ended itself before
    auto program = started(leaving + after);
    const auto child = program->read_line(20);
    ASSERT_TRUE(child) << child.error().message();
    EXPECT_TRUE(runs(*child));
    program.reset();
    EXPECT_TRUE(ends_soon(*child)) << after;
  }
}

TEST(Process, DescendantsEndIfThisProgramIsKilled) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const pid_t host = fork();
  ASSERT_GE(host, 0);
  if (host == 0) {
    const auto program = started(leaving + "wait");
    const std::string child = *program->read_line(20) + ' ';
    (void)!write(ends[1], child.data(), child.size());
    raise(SIGKILL);
  }
  close(ends[1]);
  waitpid(host, nullptr, 0);
  char child[32] = "";
  ASSERT_GT(read(ends[0], child, sizeof child - 1), 1);
  close(ends[0]);
  EXPECT_TRUE(ends_soon(std::to_string(std::atoi(child))));
}

TEST(Process, ASupervisorIsNotSeenByTheProgram) {
  EXPECT_EQ(*started("env | grep -c BANMEN_SUPERVISE")->read_line(20), "0");
  const auto program = started("ls -l /proc/$$/fd | grep -c socket");  // its input and its output
  EXPECT_EQ(*program->read_line(20), "2");
}

TEST(Process, DescendantsOfOtherProgramsRun) {
  const auto other = started(leaving + "wait");
  const auto child = other->read_line(20);
  ASSERT_TRUE(child) << child.error().message();
  started("echo; exit");
  EXPECT_TRUE(runs(*child));
}

TEST(Process, RunsItsOwnCommandWhateverTheEnvironmentSays) {
  setenv("BANMEN_SUPERVISE", "echo another", 1);
  const auto program = Process::start("echo \"${BANMEN_SUPERVISE-own}\"");
  unsetenv("BANMEN_SUPERVISE");
  ASSERT_TRUE(program);
  EXPECT_EQ((*program)->read_line(5).value(), "own");
}

TEST(Process, PassesItsErrorsOnUpToALimit) {
  testing::internal::CaptureStderr();
  EXPECT_EQ(*started("echo oops >&2; echo done")->read_line(20), "done");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "oops\n");

  testing::internal::CaptureStderr();
  EXPECT_EQ(*started("head -c 5000000 /dev/zero >&2; echo done")->read_line(20), "done");
  const std::string passed = testing::internal::GetCapturedStderr();
  EXPECT_GE(passed.size(), Process::most_errors);
  EXPECT_LT(passed.size(), Process::most_errors + 300);
  EXPECT_NE(passed.find("dropped from here on, after 1048576 bytes"), std::string::npos);
}

TEST(Process, ReadsWhatAProgramWritesWhileNobodyAsks) {
  testing::internal::CaptureStderr();
  // More than a pipe holds, before it reads its input.
  auto program = started("head -c 200000 /dev/zero >&2; read line; echo \"$line\"");
  ASSERT_TRUE(program->write_line("hello"));
  EXPECT_EQ(*program->read_line(20), "hello");
  EXPECT_EQ(testing::internal::GetCapturedStderr().size(), 200000u);
}

}  // namespace
}  // namespace banmen
