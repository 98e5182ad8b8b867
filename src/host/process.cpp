#include "host/process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <thread>
#include <vector>

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

// Marks of the programs that this one descends from, each after a colon; every descendant inherits them.
constexpr std::string_view marks = "BANMEN_PROGRAM=";

std::string new_mark() {
  std::random_device random;
  return fmt::format(":{:08x}{:08x}", random(), random());
}

/// The environment with a further mark. Debian's engines are in /usr/games, which not every shell has in its PATH.
std::vector<std::string> marked_environment(const std::string& mark) {
  std::vector<std::string> out;
  std::string own(marks);
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string_view text(*variable);
    if (text.starts_with(marks))
      own = text;
    else
      out.push_back(std::string(text) + (text.starts_with("PATH=") ? ":/usr/games" : ""));
  }
  out.push_back(own + mark);
  return out;
}

/// Ends the processes with a mark: descendants that left their program's group (setsid) and would survive it.
void end_marked(const std::string& mark) {
  const auto end = Clock::now() + std::chrono::seconds(1);
  for (bool found = true; found && Clock::now() < end;) {
    found = false;
    std::error_code failed;
    for (std::filesystem::directory_iterator at("/proc", failed), last; !failed && at != last; at.increment(failed)) {
      const std::string name = at->path().filename().string();
      if (name.find_first_not_of("0123456789") != std::string::npos) continue;
      std::ifstream file(at->path() / "environ", std::ios::binary);
      const std::string environment{std::istreambuf_iterator<char>(file), {}};
      if (environment.find(mark) == std::string::npos) continue;
      const auto process = static_cast<pid_t>(std::strtol(name.c_str(), nullptr, 10));
      found |= kill(process, SIGKILL) == 0;
      (void)waitpid(process, nullptr, WNOHANG);  // as the first process of a container this one is its parent now
    }
    if (found) std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
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
  int errors[2];
  if (pipe2(errors, O_CLOEXEC) != 0) {
    const int failed = errno;
    close(ends[0]);
    close(ends[1]);
    return fail(ErrorKind::failed, std::string("can't start a program: ") + std::strerror(failed));
  }
  fcntl(errors[0], F_SETFL, O_NONBLOCK);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, errors[1], STDERR_FILENO);
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
  std::string mark = new_mark();
  std::vector<std::string> variables = marked_environment(mark);
  std::vector<char*> environment;
  for (std::string& variable : variables) environment.push_back(variable.data());
  environment.push_back(nullptr);
  pid_t child = 0;
  const int failed = posix_spawn(&child, "/bin/sh", &actions, &attributes, arguments, environment.data());
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  close(ends[1]);
  close(errors[1]);
  if (failed != 0) {
    close(ends[0]);
    close(errors[0]);
    return fail(ErrorKind::failed, "can't start '" + command + "': " + std::strerror(failed));
  }
  return std::unique_ptr<Process>(new Process(child, ends[0], errors[0], std::move(mark)));
}

Process::~Process() {
  if (child_ > 0) (void)write_line("quit");
  if (child_ > 0) {  // not reaped while writing
    shutdown(socket_, SHUT_WR);
    const auto end = Clock::now() + std::chrono::milliseconds(200);
    pid_t gone = 0;
    while ((gone = waitpid(child_, nullptr, WNOHANG)) == 0 && Clock::now() < end) {
      pass_errors();  // it may be waiting for room there
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    kill(-child_, SIGKILL);  // its children may still be running
    if (gone == 0) waitpid(child_, nullptr, 0);
  }
  end_marked(mark_);
  pass_errors();
  close(errors_);
  close(socket_);
}

void Process::pass_errors() {
  char buffer[1 << 16];  // the size of a pipe
  const ssize_t n = read(errors_, buffer, sizeof buffer);
  if (n <= 0) return;
  const auto size = static_cast<std::size_t>(n), left = most_errors - passed_, kept = std::min(size, left);
  passed_ += kept;
  std::string text(buffer, kept);
  if (left > 0 && size >= left)
    text += fmt::format(
        "\nbanmen: the stderr of this program is dropped from here on, after {} bytes (add 2>FILE to its command to "
        "keep it)\n",
        most_errors);
  for (std::size_t sent = 0; sent < text.size();) {
    const ssize_t written = write(STDERR_FILENO, text.data() + sent, text.size() - sent);
    if (written < 0 && errno != EINTR) return;  // the text is lost
    if (written > 0) sent += static_cast<std::size_t>(written);
  }
}

int Process::wait(short events, int milliseconds) {
  pollfd ends[2] = {{socket_, events, 0}, {errors_, POLLIN, 0}};
  const int ready = poll(ends, errors_ended_ ? 1 : 2, milliseconds);
  if (ready <= 0) return ready;
  if ((ends[1].revents & POLLIN) != 0)
    pass_errors();
  else if (ends[1].revents != 0)
    errors_ended_ = true;
  return ends[0].revents != 0 ? 1 : 0;
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
      pass_errors();
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
      const int left = left_until(end);
      if (wait(POLLOUT, left) == 0 && left == 0) return fail(ErrorKind::failed, "the program does not read its input");
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
    // In slices, since another thread may receive the signal and the program may never answer.
    constexpr int slice = 100;  // milliseconds
    const int left = left_until(end);
    const int ready = wait(POLLIN, std::min(left, slice));
    if (interrupt_seen()) return fail(ErrorKind::stopped, "stopped while waiting for an answer");
    if (ready < 0 && errno == EINTR) continue;
    if (ready == 0 && left > 0) continue;
    if (ready == 0) return fail(ErrorKind::no_answer, "no answer within " + std::to_string(seconds).substr(0, 5) + " s");
    char buffer[4096];
    const ssize_t n = recv(socket_, buffer, sizeof buffer, 0);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return fail(ErrorKind::failed, how_it_ended());
    pending_.append(buffer, static_cast<std::size_t>(n));
  }
}

}  // namespace banmen
