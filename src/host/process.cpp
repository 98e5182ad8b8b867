#include "host/process.hpp"

#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <ctime>
#include <fstream>
#include <thread>

#include "host/interrupt.hpp"

extern char** environ;

namespace banmen {
namespace {

constexpr std::size_t longest_line = 1 << 20;

using Clock = std::chrono::steady_clock;

int left_until(Clock::time_point end) {
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
  return static_cast<int>(std::clamp<long>(left, 0, 1 << 30));
}

}  // namespace

double process_seconds() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

std::uint64_t resident_bytes() {
  std::ifstream file("/proc/self/statm");
  std::uint64_t pages = 0, resident = 0;
  file >> pages >> resident;
  return resident * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

Result<std::unique_ptr<Process>> Process::start(const std::string& command) {
  int ends[2];
  // One socket for both directions, so that writing to an ended program is an error instead of a signal.
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    return fail(ErrorKind::failed, std::string("can't start a program: ") + std::strerror(errno));
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  posix_spawnattr_setpgroup(&attributes, 0);
  sigset_t none, usual;
  sigemptyset(&none);
  posix_spawnattr_setsigmask(&attributes, &none);
  sigemptyset(&usual);
  sigaddset(&usual, SIGINT);
  sigaddset(&usual, SIGTERM);
  sigaddset(&usual, SIGPIPE);
  posix_spawnattr_setsigdefault(&attributes, &usual);
  std::string shell = "/bin/sh", flag = "-c", text = command;
  char* arguments[] = {shell.data(), flag.data(), text.data(), nullptr};
  pid_t child = 0;
  const int failed = posix_spawn(&child, "/bin/sh", &actions, &attributes, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  close(ends[1]);
  if (failed != 0) {
    close(ends[0]);
    return fail(ErrorKind::failed, "can't start '" + command + "': " + std::strerror(failed));
  }
  return std::unique_ptr<Process>(new Process(child, ends[0]));
}

Process::~Process() {
  if (child_ > 0) {
    (void)write_line("quit");
    shutdown(socket_, SHUT_WR);
    const auto end = Clock::now() + std::chrono::milliseconds(200);
    pid_t gone = 0;
    while ((gone = waitpid(child_, nullptr, WNOHANG)) == 0 && Clock::now() < end)
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    kill(-child_, SIGKILL);  // its children may still be running
    if (gone == 0) waitpid(child_, nullptr, 0);
  }
  close(socket_);
}

std::string Process::how_it_ended() {
  int status = 0;
  if (child_ <= 0) return "the program has ended";
  // Its output is closed; it may need a moment to exit.
  for (int i = 0; i < 50; ++i) {
    const pid_t gone = waitpid(child_, &status, WNOHANG);
    if (gone == child_) {
      kill(-child_, SIGKILL);
      child_ = -1;
      if (WIFSIGNALED(status)) return std::string("the program crashed: ") + strsignal(WTERMSIG(status));
      return "the program ended with status " + std::to_string(WEXITSTATUS(status));
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return "the program closed its output";
}

Result<void> Process::write_line(std::string_view line) {
  std::string text(line);
  text += '\n';
  std::size_t sent = 0;
  const auto end = Clock::now() + std::chrono::seconds(10);
  while (sent < text.size()) {
    const ssize_t n = send(socket_, text.data() + sent, text.size() - sent, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (n > 0) {
      sent += static_cast<std::size_t>(n);
    } else if (n < 0 && (errno == EAGAIN || errno == EINTR)) {
      pollfd wait{socket_, POLLOUT, 0};
      if (poll(&wait, 1, left_until(end)) == 0) return fail(ErrorKind::failed, "the program does not read its input");
    } else {
      return fail(ErrorKind::failed, how_it_ended());
    }
  }
  return {};
}

Result<std::string> Process::read_line(double seconds) {
  const auto end = Clock::now() + std::chrono::microseconds(static_cast<long>(seconds * 1e6));
  for (;;) {
    if (const std::size_t at = pending_.find('\n'); at != std::string::npos) {
      std::string line = pending_.substr(0, at);
      pending_.erase(0, at + 1);
      if (!line.empty() && line.back() == '\r') line.pop_back();
      return line;
    }
    if (pending_.size() > longest_line) return fail(ErrorKind::failed, "the program writes a line without end");
    pollfd wait{socket_, POLLIN, 0};
    // In slices, since another thread may receive the signal and the program may never answer.
    constexpr int slice = 100;  // milliseconds
    const int left = left_until(end);
    const int ready = poll(&wait, 1, std::min(left, slice));
    if (interrupt_seen()) return fail(ErrorKind::stopped, "stopped while waiting for an answer");
    if (ready < 0 && errno == EINTR) continue;
    if (ready == 0 && left > slice) continue;
    if (ready == 0) return fail(ErrorKind::no_answer, "no answer within " + std::to_string(seconds).substr(0, 5) + " s");
    char buffer[4096];
    const ssize_t n = recv(socket_, buffer, sizeof buffer, 0);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return fail(ErrorKind::failed, how_it_ended());
    pending_.append(buffer, static_cast<std::size_t>(n));
  }
}

}  // namespace banmen
