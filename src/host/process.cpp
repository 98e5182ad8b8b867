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
#include <fstream>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "host/interrupt.hpp"
#include "host/supervisor.hpp"

extern char** environ;

namespace banmen {
namespace {

constexpr std::size_t longest_line = 1 << 20;

using Clock = std::chrono::steady_clock;

int left_until(Clock::time_point end) {
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
  return static_cast<int>(std::clamp<long>(left, 0, 1 << 30));
}

/// Two connected descriptors; the second goes to a program that is started. Both close when they go out of scope.
struct Pair {
  Pair() = default;
  Pair(const Pair&) = delete;
  Pair& operator=(const Pair&) = delete;
  ~Pair() {
    for (const int end : {own, other})
      if (end >= 0) close(end);
  }
  int take() { return std::exchange(own, -1); }
  int own = -1, other = -1;
};

bool open_pair(Pair& pair, bool opened, const int (&ends)[2]) {
  if (!opened) return false;
  pair.own = ends[0];
  pair.other = ends[1];
  return true;
}

/// Starts a program in a process group of its own, with these descriptors as 0, 1, …; returns 0 or an errno.
int spawn(pid_t& child, const char* program, std::vector<std::string> arguments, std::vector<std::string> environment,
          const std::vector<int>& streams) {
  const auto pointers = [](std::vector<std::string>& texts) {
    std::vector<char*> out;
    for (std::string& text : texts) out.push_back(text.data());
    out.push_back(nullptr);
    return out;
  };
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  for (std::size_t i = 0; i < streams.size(); ++i) posix_spawn_file_actions_adddup2(&actions, streams[i], static_cast<int>(i));
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  posix_spawnattr_setpgroup(&attributes, 0);
  sigset_t none, usual;
  sigemptyset(&none);
  posix_spawnattr_setsigmask(&attributes, &none);
  sigemptyset(&usual);
  for (const int signal : {SIGINT, SIGTERM, SIGPIPE, SIGCHLD}) sigaddset(&usual, signal);
  posix_spawnattr_setsigdefault(&attributes, &usual);
  const int failed = posix_spawn(&child, program, &actions, &attributes, pointers(arguments).data(), pointers(environment).data());
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  return failed;
}

/// Waits for a message of a supervisor; nothing if it has ended or the time is over.
std::optional<int> message_of(int leash, int milliseconds) {
  pollfd end{leash, POLLIN, 0};
  int message = 0;
  if (poll(&end, 1, milliseconds) != 1 || recv(leash, &message, sizeof message, 0) != sizeof message) return std::nullopt;
  return message;
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
  Pair lines, errors, leash;
  int ends[2];
  // One socket for both directions, so that writing to an ended program is an error instead of a signal.
  if (!open_pair(lines, socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0, ends) ||
      !open_pair(errors, pipe2(ends, O_CLOEXEC) == 0, ends) ||
      !open_pair(leash, socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) == 0, ends))
    return fail(ErrorKind::failed, std::string("can't start a program: ") + std::strerror(errno));
  fcntl(errors.own, F_SETFL, O_NONBLOCK);
  // Debian's engines are in /usr/games, which not every shell has in its PATH.
  std::vector<std::string> environment;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    environment.emplace_back(*variable);
    // One that the caller of this program has set would be found first, and run instead of the command.
    if (environment.back().starts_with(std::string(supervised_variable) + "=")) {
      environment.pop_back();
      continue;
    }
    if (environment.back().starts_with("PATH=")) environment.back() += ":/usr/games";
  }
  const std::vector<int> streams{lines.other, lines.other, errors.other};
  pid_t child = 0;
  if (const char* supervisor = supervisor_program(); supervisor != nullptr) {
    std::vector<std::string> supervised = environment;
    supervised.push_back(fmt::format("{}={}", supervised_variable, command));
    std::vector<int> with_leash = streams;
    with_leash.push_back(leash.other);
    if (spawn(child, supervisor, {"banmen-supervisor", command}, std::move(supervised), with_leash) == 0) {
      close(std::exchange(leash.other, -1));
      if (message_of(leash.own, 10'000))
        return std::unique_ptr<Process>(new Process(child, lines.take(), errors.take(), leash.take()));
      kill(child, SIGKILL);  // not a supervisor: an emulator, or no process is left for the command
      waitpid(child, nullptr, 0);
    }
  }
  if (const int failed = spawn(child, "/bin/sh", {"/bin/sh", "-c", command}, std::move(environment), streams); failed != 0)
    return fail(ErrorKind::failed, "can't start '" + command + "': " + std::strerror(failed));
  return std::unique_ptr<Process>(new Process(child, lines.take(), errors.take(), -1));
}

Process::~Process() {
  if (running_) (void)write_line("quit");
  if (running_) {  // it had not ended while writing
    shutdown(socket_, SHUT_WR);
    (void)status_within(200);
  }
  end_all();
  pass_errors();
  close(errors_);
  close(socket_);
}

std::optional<int> Process::status_within(int milliseconds) {
  const auto end = Clock::now() + std::chrono::milliseconds(milliseconds);
  for (;;) {
    pass_errors();  // it may be waiting for room there
    std::optional<int> status;
    if (int of_child = 0; leash_ >= 0)
      status = message_of(leash_, 0);
    else if (waitpid(child_, &of_child, WNOHANG) == child_)
      status = of_child;
    if (status) running_ = false;
    const int left = left_until(end);
    if (status || left == 0) return status;
    std::this_thread::sleep_for(std::chrono::milliseconds(std::min(left, 2)));
  }
}

void Process::end_all() {
  if (child_ <= 0) return;
  if (leash_ >= 0) {
    shutdown(leash_, SHUT_WR);
    const auto end = Clock::now() + std::chrono::seconds(2);  // a descendant may run as another user
    while (message_of(leash_, left_until(end))) {
    }
    pollfd ended{leash_, 0, 0};
    if (poll(&ended, 1, 0) == 1) waitpid(child_, nullptr, 0);
    close(leash_);
  } else {
    kill(-child_, SIGKILL);
    if (running_) waitpid(child_, nullptr, 0);
  }
  running_ = false;
  child_ = -1;
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
  if (!running_) return "the program has ended";
  const auto status = status_within(100);  // its output is closed; it may need a moment to exit
  if (!status) return "the program closed its output";
  end_all();
  pass_errors();
  if (WIFSIGNALED(*status)) return std::string("the program crashed: ") + strsignal(WTERMSIG(*status));
  return "the program ended with status " + std::to_string(WEXITSTATUS(*status));
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
