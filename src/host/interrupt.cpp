#include "host/interrupt.hpp"

#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <ctime>
#include <string_view>
#include <system_error>
#include <thread>

namespace banmen {
namespace {

constexpr long grace = 4000;  // milliseconds

std::atomic<long> first_signal{0};  // time in milliseconds; 0: none yet
std::atomic<bool> limited{true};    // see lift_grace
static_assert(std::atomic<long>::is_always_lock_free, "a signal handler may only touch lock-free atomics");

long milliseconds() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);  // one of the few calls that a handler may make
  return now.tv_sec * 1000 + now.tv_nsec / 1'000'000 + 1;
}

/// Ends the program without destructors or buffered output. Only calls that a handler may make.
[[noreturn]] void end_at_once(std::string_view why) {
  (void)!write(STDERR_FILENO, why.data(), why.size());
  _exit(130);
}

/// The first signal requests a stop, a later one exits. An immediate second one counts as the first: `timeout` signals the program
/// and then the program's group.
void on_signal(int) {
  constexpr long patience = 500;
  long first = 0;
  if (!first_signal.compare_exchange_strong(first, milliseconds()) && milliseconds() - first > patience)
    end_at_once("banmen: ended at once by the second signal\n");
}

/// Requesting a stop runs callbacks, which a handler must not do, so a thread polls the time of the first signal. It also ends a
/// program that does not stop: a single move of a costly rule file may take for ever.
class Watcher {
 public:
  Watcher() {
    struct sigaction action {};
    action.sa_handler = on_signal;  // without SA_RESTART, so that a read at a prompt returns
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
    struct sigaction hangup {};
    sigaction(SIGHUP, nullptr, &hangup);
    if (hangup.sa_handler != SIG_IGN) sigaction(SIGHUP, &action, nullptr);  // nohup ignores it
    try {
      thread_ = std::jthread([this](const std::stop_token& end) { watch(end); });
    } catch (const std::system_error& refused) {
      throw std::system_error(refused.code(), "the system has no room for a thread");
    }
  }
  std::stop_token token() const { return source_.get_token(); }

 private:
  void watch(const std::stop_token& end) {
    while (!end.stop_requested()) {
      if (const long first = first_signal.load(); first != 0) {
        source_.request_stop();  // does nothing the second time
        if (limited && milliseconds() - first > grace)
          end_at_once("banmen: interrupted; ended at once, because the work did not stop within 4 seconds\n");
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
  }

  std::stop_source source_;
  std::jthread thread_;
};

}  // namespace

void lift_grace() { limited = false; }

bool interrupt_seen() { return first_signal.load() != 0; }

std::stop_token interruption() {
  static const Watcher watcher;
  return watcher.token();
}

}  // namespace banmen
