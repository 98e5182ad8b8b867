// Kills a process at a chosen point: its files must allow resuming.
#pragma once

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdint>

namespace banmen {

/// Runs `work` in a child process that the kernel kills once a file exceeds `bytes`: in the middle of a write, so during the work,
/// however fast the machine is.
template <class Work>
void expect_killed_at(std::uintmax_t bytes, Work work) {
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    const rlimit no_core{0, 0}, size{bytes, bytes};
    std::signal(SIGXFSZ, SIG_DFL);
    if (setrlimit(RLIMIT_CORE, &no_core) == 0 && setrlimit(RLIMIT_FSIZE, &size) == 0) work();
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGXFSZ) << "status " << status << " at " << bytes;
}

}  // namespace banmen
