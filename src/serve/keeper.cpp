#include "serve/keeper.hpp"

namespace banmen::serve {

Keeper::Keeper(TableStore store, Tell tell)
    : store_(std::move(store)), log_(store_.database()), tell_(std::move(tell)), thread_([this] { run(); }) {}

Keeper::~Keeper() { end(); }

void Keeper::submit(Commit commit) {
  const std::lock_guard lock(mutex_);
  if (ending_) return;
  waiting_.push_back(std::move(commit));
  changed_.notify_one();
}

void Keeper::end() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
    changed_.notify_one();
  }
  if (thread_.joinable()) thread_.join();
}

void Keeper::run() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [&] { return ending_ || !waiting_.empty(); });
    if (waiting_.empty()) return;
    const std::deque<Commit> commits = std::exchange(waiting_, {});
    lock.unlock();
    write(commits);
    lock.lock();
  }
}

void Keeper::write(const std::deque<Commit>& commits) {
  std::vector<const Kept*> all;
  for (const Commit& commit : commits) all.push_back(&commit.what);
  const Result<void> together = store_.write(all);
  // One that is too large for the room that is left must not take the others with it.
  for (const Commit& commit : commits) tell_(commit.id, together || commits.size() == 1 ? together : store_.write({&commit.what}));
}

}  // namespace banmen::serve
