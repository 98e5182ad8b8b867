// Thread pool with separate threads for each lane. Lanes never wait for each other's threads; the operating system schedules them
// by priority (host/threads.hpp).
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <stop_token>
#include <thread>
#include <vector>

#include "serve/effects.hpp"

namespace banmen::serve {

class Pool {
 public:
  using Ticket = std::uint64_t;
  using Work = std::function<void(const std::stop_token&)>;

  /// `searchers` threads for each lane of searches, and `helpers` for everything else.
  Pool(int searchers, int helpers);
  ~Pool();

  /// First in, first out within a lane. The limit (in seconds, 0: none) counts from the start of the work.
  Ticket submit(Lane lane, double limit, Work work);
  /// Removes queued work, or requests a stop of running work; true if it was removed.
  bool stop(Ticket ticket);
  /// Requests a stop of work that has exceeded its limit; call it periodically.
  void enforce_limits();
  /// Queued and running work of a lane.
  [[nodiscard]] std::size_t load(Lane lane) const;
  /// Stops everything; false if a thread has not ended in time.
  bool end(std::chrono::milliseconds patience);

 private:
  using Clock = std::chrono::steady_clock;
  struct Task {
    Ticket ticket = 0;
    Lane lane = Lane::move;
    double limit = 0;
    Work work;
    std::stop_source stop;
    Clock::time_point begun{};
  };
  void run(Lane lane);

  mutable std::mutex mutex_;
  std::map<Lane, std::condition_variable> changed_;  // one waiting thread is enough for one task
  std::condition_variable ended_;
  std::map<Lane, std::deque<Task>> waiting_;
  std::map<Ticket, std::pair<const Task*, Lane>> running_;
  Ticket last_ = 0;
  bool ending_ = false;
  std::size_t alive_ = 0;
  std::vector<std::thread> threads_;
};

}  // namespace banmen::serve
