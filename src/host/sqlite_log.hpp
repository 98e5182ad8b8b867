// Moves what a database's log (WAL) has gathered into its file, beside who writes it.
//
// Left alone, SQLite does this at the end of some transaction, which then waits until the disk has all of it: tens of milliseconds
// on a good day and seconds on a bad one. Here a thread with a connection of its own does it, and transactions go on meanwhile.
// Only a log that has grown long because nobody ever paused is moved while writers wait, so that it can begin anew.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>

#include "host/sqlite.hpp"

namespace banmen {

class LogMover {
 public:
  /// Of a database that one thread writes; it must stay open for longer than this.
  explicit LogMover(const Database& writer);
  /// While nobody writes.
  ~LogMover();
  LogMover(const LogMover&) = delete;
  LogMover& operator=(const LogMover&) = delete;

  /// How often the log was moved.
  [[nodiscard]] std::uint64_t moved() const { return moved_; }
  /// How often all of it had been moved, so that it began anew.
  [[nodiscard]] std::uint64_t begun_anew() const { return begun_anew_; }

  static constexpr int worth_moving = 1000;  // pages of the log
  static constexpr int too_long = 16 * worth_moving;

 private:
  void run();

  const Database& writer_;
  std::mutex mutex_;
  std::condition_variable changed_;
  int pages_ = 0;  // of the log, after the last transaction; 0: not known since it was moved
  int last_ = 0;
  bool ending_ = false;
  std::atomic<std::uint64_t> moved_ = 0, begun_anew_ = 0;
  std::thread thread_;
};

}  // namespace banmen
