#include "app/interrupt.hpp"

#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <thread>

namespace banmen::app {
namespace {

std::atomic<int> signals{0};
static_assert(std::atomic<int>::is_always_lock_free, "a signal handler may only touch lock-free atomics");

void on_signal(int) {
  if (signals.fetch_add(1) > 0) _exit(130);
}

/// Requesting a stop runs callbacks, which a handler must not do; so a thread looks at the counter.
class Watcher {
 public:
  Watcher() {
    struct sigaction action {};
    action.sa_handler = on_signal;  // without SA_RESTART, so that a read at a prompt returns
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
    thread_ = std::jthread([this](const std::stop_token& end) {
      while (!end.stop_requested()) {
        if (signals.load() > 0) {
          source_.request_stop();
          return;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
      }
    });
  }
  std::stop_token token() const { return source_.get_token(); }

 private:
  std::stop_source source_;
  std::jthread thread_;
};

}  // namespace

std::stop_token interruption() {
  static const Watcher watcher;
  return watcher.token();
}

}  // namespace banmen::app
