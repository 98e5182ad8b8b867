#include "host/sqlite_log.hpp"

#include <sqlite3.h>

#include <chrono>

namespace banmen {

LogMover::LogMover(const Database& writer) : writer_(writer), thread_([this] { run(); }) {
  const auto written = [](void* self, sqlite3* db, const char*, int pages) {
    auto& mover = *static_cast<LogMover*>(self);
    {
      const std::lock_guard lock(mover.mutex_);
      if (pages < mover.last_) ++mover.begun_anew_;
      mover.last_ = mover.pages_ = pages;
      if (pages >= worth_moving) mover.changed_.notify_one();
    }
    // The thread leaves such a log alone once it has done with it; what it has not moved is little. Busy: after the next one.
    if (pages >= too_long) sqlite3_wal_checkpoint_v2(db, nullptr, SQLITE_CHECKPOINT_PASSIVE, nullptr, nullptr);
    return SQLITE_OK;
  };
  sqlite3_wal_hook(writer_.get(), written, this);  // in place of SQLite's own, which would move it
}

LogMover::~LogMover() {
  sqlite3_wal_hook(writer_.get(), nullptr, nullptr);
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
    changed_.notify_one();
  }
  thread_.join();
}

void LogMover::run() {
  sqlite3* db = nullptr;
  // Files are opened with the first question, which is asked now: later there might be no descriptor left.
  const bool opened = sqlite3_open_v2(writer_.path().c_str(), &db, SQLITE_OPEN_READWRITE, nullptr) == SQLITE_OK &&
                      sqlite3_exec(db, "SELECT count(*) FROM sqlite_master", nullptr, nullptr, nullptr) == SQLITE_OK;
  std::unique_lock lock(mutex_);
  while (opened) {
    changed_.wait(lock, [&] { return ending_ || (pages_ >= worth_moving && pages_ < too_long); });
    if (ending_) break;
    pages_ = 0;
    lock.unlock();
    const bool done = sqlite3_wal_checkpoint_v2(db, nullptr, SQLITE_CHECKPOINT_PASSIVE, nullptr, nullptr) == SQLITE_OK;
    moved_ += done ? 1 : 0;
    lock.lock();
    // A disk that is full: not at once again.
    if (!done) changed_.wait_for(lock, std::chrono::seconds(1), [&] { return ending_; });
  }
  lock.unlock();
  sqlite3_close_v2(db);
}

}  // namespace banmen
