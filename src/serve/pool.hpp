// Threads for agents' moves, others for analyses, and some more for what needs no search. None waits for another's threads: who
// goes first where processors are short, the system decides by their priorities (host/threads.hpp).
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

#include "serve/wishes.hpp"

namespace banmen::serve {

class Pool {
 public:
  using Ticket = std::uint64_t;
  using Work = std::function<void(const std::stop_token&)>;

  /// So many threads for moves, as many for analyses, and so many for everything else.
  Pool(int searchers, int helpers);
  ~Pool();

  /// Of a lane, who has waited longest goes first. A limit (in seconds, 0: none) runs from the work's own start.
  Ticket submit(Lane lane, double limit, Work work);
  /// Takes work back that has not begun, and asks what has begun to stop.
  void stop(Ticket ticket);
  /// Asks work to stop that has had its time; called now and then.
  void enforce_limits();
  /// How much waits and runs in a lane.
  [[nodiscard]] std::size_t load(Lane lane) const;
  /// Stops everything; false where some thread did not come to an end in time.
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
  std::condition_variable changed_;
  std::map<Lane, std::deque<Task>> waiting_;
  std::map<Ticket, std::pair<const Task*, Lane>> running_;
  Ticket last_ = 0;
  bool ending_ = false;
  std::size_t alive_ = 0;
  std::vector<std::thread> threads_;
};

}  // namespace banmen::serve
