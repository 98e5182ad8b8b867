// Fair shares of threads and memory: work is accounted to the client address that causes it, and starts when the address may have
// its cost.
//
// Addresses take turns within a lane: first the one with the fewest busy threads, then the one that waits longest. An address fills
// at most half of a lane, and one thread of the lane of analyses. Spare threads start only work of addresses that have none
// running, so nobody waits for the long searches of others. This machine itself ("") has no limits of its own. Used on the hub's
// thread only.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <string>

#include "serve/effects.hpp"

namespace banmen::serve {

class Shares {
 public:
  /// Called when the work may start.
  using Start = std::function<void(JobId job, double now)>;

  /// `searchers` threads for each lane of searches, `helpers` for work without one, and `memory` MiB for all agents together.
  Shares(int searchers, int helpers, std::uint64_t memory);

  /// The threads of a lane that work for one address after another, beyond the shared ones.
  static constexpr int spare_threads = 6;

  /// Queues work; `start` may be called before this returns.
  JobId enter(Lane lane, const std::string& address, Cost cost, double now, Start start);
  /// Removes work that has not started; false if it has.
  bool cancel(JobId job);
  /// Work that had started has ended.
  void leave(JobId job, double now);

  [[nodiscard]] bool waits(JobId job) const { return waiting_.contains(job); }
  /// Queued and running work of an address.
  [[nodiscard]] std::size_t load(Lane lane, const std::string& address) const;
  /// The largest memory that an address may reserve, in MiB: a third of all, and at least 340 if there are.
  [[nodiscard]] std::uint64_t memory_share(const std::string& address) const;
  /// True if this memory is free, for this address.
  [[nodiscard]] bool has_memory(const std::string& address, std::uint64_t mib) const;

 private:
  struct Work {
    JobId job = 0;
    Cost cost;
    Start start;
  };
  struct Account {
    std::deque<Work> waiting;
    std::size_t works = 0;   // running
    int threads = 0;         // of these
    std::uint64_t turn = 0;  // when it last started work or began to wait
  };
  struct Queue {
    int threads = 0, most = 0, most_of_one = 0;
    std::map<std::string, Account> accounts;
  };
  struct Place {
    Lane lane{};
    std::string address;
    Cost cost;
  };

  [[nodiscard]] bool may_start(const Queue& queue, const std::string& address, const Account& account) const;
  /// Starts what may start.
  void dispatch(double now);
  bool start_next(Lane lane, Queue& queue, double now);
  void forget_if_idle(Queue& queue, const std::string& address);

  std::uint64_t memory_, reserved_ = 0;
  std::map<Lane, Queue> queues_;
  std::map<JobId, Place> waiting_, running_;
  std::map<std::string, std::uint64_t> memory_of_;
  JobId last_job_ = 0;
  std::uint64_t turns_ = 0;
  bool dispatching_ = false, again_ = false;
};

/// Seconds of the thread that serves all connections, per address: a token bucket. An address that has spent its own waits; this
/// machine never does.
class Budgets {
 public:
  static constexpr double burst = 0.25, rate = 0.1;

  void spend(const std::string& address, double seconds, double now);
  /// Seconds until the address may spend more.
  [[nodiscard]] double wait(const std::string& address, double now) const;
  /// Forgets addresses that owe nothing.
  void forget(double now);

 private:
  struct Spent {
    double seconds = 0, at = 0;
    [[nodiscard]] double left(double now) const { return std::max(0.0, seconds - rate * (now - at)); }
  };
  std::map<std::string, Spent> spent_;
};

}  // namespace banmen::serve
