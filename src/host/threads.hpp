// Work on several threads, and their priority: the same function on each, or a range of numbers in chunks.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <stop_token>
#include <string_view>
#include <vector>

#include "core/control.hpp"

namespace banmen {

/// The number of hardware threads, at least one.
int machine_threads();

/// Runs work(0, stop) on the calling thread and work(1, stop) … work(count - 1, stop) on others, and returns when all have ended;
/// none begins before all threads are there. Their `stop` follows the one given, and is also requested when one of them throws: the
/// first exception is rethrown here.
void on_threads(int count, const std::stop_token& stop, const std::function<void(int, const std::stop_token&)>& work);

/// Splits [0, total) into chunks for `threads` workers. make_worker() is called once per worker, on the calling thread;
/// worker(begin, end) does a chunk. Returns the workers, whose tallies can be added up: integer sums do not depend on the order.
/// Chunks already begun are finished when a stop is requested or another worker throws.
template <class MakeWorker>
auto run_chunks(const Control& control, std::uint64_t total, std::uint64_t chunk, std::string_view what, MakeWorker make_worker) {
  using Worker = decltype(make_worker());
  const std::uint64_t chunks = (total + chunk - 1) / chunk;
  const int count =
      static_cast<int>(std::clamp<std::uint64_t>(chunks, 1, static_cast<std::uint64_t>(std::max(1, control.threads))));
  std::vector<Worker> workers;
  workers.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) workers.push_back(make_worker());

  std::atomic<std::uint64_t> next{0}, done{0};
  const auto work = [&](int i, const std::stop_token& stop) {
    Worker& worker = workers[static_cast<std::size_t>(i)];
    for (std::uint64_t index; !stop.stop_requested() && (index = next.fetch_add(1)) < chunks;) {
      const std::uint64_t begin = index * chunk, end = std::min(total, begin + chunk);
      worker(begin, end);
      done += end - begin;
    }
  };
  if (!control.progress) {
    on_threads(count, control.stop, work);
    return workers;
  }
  // The calling thread reports the progress of the others.
  std::mutex mutex;
  std::condition_variable_any finished;
  int running = count;
  on_threads(count + 1, control.stop, [&](int i, const std::stop_token& stop) {
    if (i > 0) {
      work(i - 1, stop);
      const std::lock_guard lock(mutex);
      --running;
      finished.notify_one();
    } else {
      std::unique_lock lock(mutex);
      while (!finished.wait_for(lock, stop, std::chrono::milliseconds(100), [&] { return running == 0; }) && !stop.stop_requested())
        control.progress(done.load(), total, what);
    }
  });
  return workers;
}

/// Work that takes precedence over a thread: answers to people; also moves of agents; also analyses that somebody watches.
enum class Behind { people, moves, analyses };

/// Lowers the priority of this thread, and of all threads and programs that it starts, behind those. This cannot be undone.
void run_behind(Behind work);

}  // namespace banmen
