// Work on several threads, and their priority. Two shapes are enough: the same function on each, and a range of numbers handed out
// in chunks.
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

/// How many threads the machine runs at once; at least one.
int machine_threads();

/// Runs work(0, stop) on the calling thread and work(1, stop) … work(count - 1, stop) on others, and returns when all have ended;
/// none begins before all threads are there. Their `stop` follows the one given, and also asks for an end when one of them throws:
/// the first exception is thrown again here, where it can be caught.
void on_threads(int count, const std::stop_token& stop, const std::function<void(int, const std::stop_token&)>& work);

/// Splits [0, total) into chunks and hands them to `threads` workers. make_worker() is called once per worker, on the calling
/// thread; worker(begin, end) does a chunk. Returns the workers, so that their tallies can be added up, which gives the same
/// sum in any order as long as it is made of integers. Chunks that have begun are finished when a stop is asked for or another
/// worker throws.
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
  // Somebody wants to hear of it: the calling thread tells how far the others are.
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

/// Whom a thread lets go first: who answers people; also agents whose move somebody waits for; also searches that somebody watches.
enum class Behind { people, moves, analyses };

/// From now on this thread, and all threads and programs that it starts, run only as fast as those let them. It can't be undone.
void run_behind(Behind whom);

}  // namespace banmen
