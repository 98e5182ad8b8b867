#include "serve/pool.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "host/threads.hpp"

namespace banmen::serve {

Pool::Pool(int searchers, int helpers) {
  alive_ = static_cast<std::size_t>(3 * searchers + helpers);
  constexpr std::array lanes = {Lane::move, Lane::analysis, Lane::background, Lane::side};
  for (const Lane lane : lanes) (void)changed_[lane], (void)waiting_[lane];  // the threads don't insert
  for (const Lane lane : lanes)
    for (int k = 0; k < (lane == Lane::side ? helpers : searchers); ++k) threads_.emplace_back([this, lane] { run(lane); });
}

Pool::~Pool() {
  (void)end(std::chrono::milliseconds(0));
  for (std::thread& thread : threads_)
    if (thread.joinable()) thread.join();
}

Pool::Ticket Pool::submit(Lane lane, double limit, Work work) {
  const std::lock_guard lock(mutex_);
  waiting_[lane].push_back({++last_, lane, limit, std::move(work), {}, {}});
  changed_[lane].notify_one();
  return last_;
}

bool Pool::stop(Ticket ticket) {
  std::stop_source source(std::nostopstate);
  std::optional<Task> dropped;  // destroyed outside of the lock
  {
    const std::lock_guard lock(mutex_);
    if (const auto found = running_.find(ticket); found != running_.end()) source = found->second.first->stop;
    for (auto& [lane, tasks] : waiting_) {
      const auto task = std::find_if(tasks.begin(), tasks.end(), [&](const Task& one) { return one.ticket == ticket; });
      if (task == tasks.end()) continue;
      dropped.emplace(std::move(*task));
      tasks.erase(task);
      break;
    }
  }
  source.request_stop();
  return dropped.has_value();
}

void Pool::enforce_limits() {
  std::vector<std::stop_source> late;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [ticket, entry] : running_)
      if (const Task& task = *entry.first; task.limit > 0 && Clock::now() - task.begun > std::chrono::duration<double>(task.limit))
        late.push_back(task.stop);
  }
  for (std::stop_source& source : late) source.request_stop();
}

std::size_t Pool::load(Lane lane) const {
  const std::lock_guard lock(mutex_);
  const auto waiting = waiting_.find(lane);
  std::size_t count = waiting == waiting_.end() ? 0 : waiting->second.size();
  for (const auto& [ticket, entry] : running_) count += entry.second == lane;
  return count;
}

void Pool::run(Lane lane) {
  run_behind(lane == Lane::analysis ? Behind::moves : lane == Lane::background ? Behind::analyses : Behind::people);
  std::unique_lock lock(mutex_);
  for (;;) {
    auto& tasks = waiting_[lane];
    changed_[lane].wait(lock, [&] { return ending_ || !tasks.empty(); });
    if (ending_) break;
    Task task = std::move(tasks.front());
    tasks.pop_front();
    task.begun = Clock::now();
    running_.emplace(task.ticket, std::pair(&task, task.lane));
    lock.unlock();
    task.work(task.stop.get_token());
    task.work = nullptr;  // destroy its captures before reporting its end
    lock.lock();
    running_.erase(task.ticket);
  }
  --alive_;
  ended_.notify_all();
}

bool Pool::end(std::chrono::milliseconds patience) {
  std::map<Lane, std::deque<Task>> dropped;
  std::vector<std::stop_source> sources;
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
    for (auto& [lane, tasks] : waiting_) dropped[lane].swap(tasks);  // threads keep references to the queues
    for (const auto& [ticket, entry] : running_) sources.push_back(entry.first->stop);
    for (auto& [lane, changed] : changed_) changed.notify_all();
  }
  for (std::stop_source& source : sources) source.request_stop();
  std::unique_lock lock(mutex_);
  return ended_.wait_for(lock, patience, [&] { return alive_ == 0; });
}

}  // namespace banmen::serve
