// Writes down what happens at tables, on a thread of its own: what waits while one transaction is written goes into the next.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

#include "host/sqlite_log.hpp"
#include "serve/table_store.hpp"

namespace banmen::serve {

class Keeper {
 public:
  /// Called on the keeper's thread for each commit, in their order. An error: nothing of it is on disk.
  using Tell = std::function<void(std::uint64_t commit, const Result<void>& done)>;

  Keeper(TableStore store, Tell tell);
  /// Writes what still waits.
  ~Keeper();

  /// From any thread.
  void submit(Commit commit);
  /// Nothing is taken any more; what waits is written and told of.
  void end();

 private:
  void run();
  void write(const std::deque<Commit>& commits);

  TableStore store_;
  LogMover log_;
  Tell tell_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Commit> waiting_;
  bool ending_ = false;
  std::thread thread_;
};

}  // namespace banmen::serve
