#include "host/threads.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <exception>
#include <string>
#include <system_error>
#include <thread>

namespace banmen {

int machine_threads() { return static_cast<int>(std::max(1u, std::thread::hardware_concurrency())); }

void on_threads(int count, const std::stop_token& stop, const std::function<void(int, const std::stop_token&)>& work) {
  std::stop_source end;
  const std::stop_callback follow(stop, [&] { end.request_stop(); });
  std::mutex mutex;
  std::exception_ptr thrown;
  const auto guarded = [&](int number) {
    try {
      work(number, end.get_token());
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (!thrown) thrown = std::current_exception();
      end.request_stop();
    }
  };
  enum Gate { closed, open, abandoned };
  std::atomic<Gate> gate{closed};
  const auto set_gate = [&](Gate state) {
    gate = state;
    gate.notify_all();
  };
  {
    std::vector<std::jthread> others;  // joined at the end of the block
    try {
      for (int number = 1; number < count; ++number)
        others.emplace_back([&, number] {
          gate.wait(closed);
          if (gate == open) guarded(number);
        });
    } catch (const std::system_error& refused) {  // threads already started must not wait for the others
      set_gate(abandoned);
      throw std::system_error(refused.code(), "the system has no room for " + std::to_string(count) + " threads");
    } catch (...) {
      set_gate(abandoned);
      throw;
    }
    set_gate(open);
    guarded(0);
  }
  if (thrown) std::rethrow_exception(thrown);
}

void run_behind(Behind work) {
  // Three nice levels halve the share of a CPU.
  const int patience = work == Behind::people ? 4 : work == Behind::moves ? 7 : 10;
  // Linux has a priority for each thread, which new threads inherit. A refusal is harmless.
  (void)setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), patience);
}

}  // namespace banmen
