// Work on several threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string_view>
#include <thread>
#include <vector>

#include "core/control.hpp"

namespace banmen {

/// Splits [0, total) into chunks and hands them to `threads` workers. make_worker() is called once per worker, on the calling
/// thread; worker(begin, end) does a chunk. Returns the workers, so that their tallies can be added up, which gives the same
/// sum in any order as long as it is made of integers. Chunks that have begun are finished when a stop is asked for.
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
  std::mutex mutex;
  std::condition_variable finished;
  int running = count;
  auto work = [&](Worker& worker) {
    for (;;) {
      if (control.stop.stop_requested()) break;
      const std::uint64_t index = next.fetch_add(1);
      if (index >= chunks) break;
      const std::uint64_t begin = index * chunk, end = std::min(total, begin + chunk);
      worker(begin, end);
      done += end - begin;
    }
    const std::lock_guard lock(mutex);
    --running;
    finished.notify_one();
  };
  {
    std::vector<std::jthread> pool;
    for (Worker& worker : workers) pool.emplace_back([&] { work(worker); });
    std::unique_lock lock(mutex);
    while (!finished.wait_for(lock, std::chrono::milliseconds(100), [&] { return running == 0; }))
      if (control.progress) control.progress(done.load(), total, what);
  }
  return workers;
}

}  // namespace banmen
