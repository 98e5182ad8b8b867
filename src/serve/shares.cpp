#include "serve/shares.hpp"

#include <algorithm>
#include <utility>

#include "serve/guard.hpp"

namespace banmen::serve {
namespace {

constexpr std::uint64_t least_share = 340;  // MiB: uct as it is by default, and an analysis

/// All addresses of this machine have one account.
std::string account_of(const std::string& address) { return is_this_machine(address) ? std::string() : address; }

}  // namespace

Shares::Shares(int searchers, int helpers, std::uint64_t memory) : memory_(memory) {
  const int half = std::max(1, searchers / 2);
  queues_[Lane::move] = {0, searchers, half, {}};
  queues_[Lane::background] = {0, searchers, half, {}};
  queues_[Lane::analysis] = {0, searchers, 1, {}};
  queues_[Lane::side] = {0, helpers, std::max(1, helpers / 2), {}};
}

JobId Shares::enter(Lane lane, const std::string& address, Cost cost, double now, Start start) {
  const JobId job = ++last_job_;
  const std::string payer = account_of(address);
  Account& account = queues_[lane].accounts[payer];
  if (account.waiting.empty()) account.turn = ++turns_;
  account.waiting.push_back({job, cost, std::move(start)});
  waiting_.emplace(job, Place{lane, payer, cost});
  dispatch(now);
  return job;
}

bool Shares::cancel(JobId job) {
  const auto found = waiting_.find(job);
  if (found == waiting_.end()) return false;
  Queue& queue = queues_[found->second.lane];
  std::erase_if(queue.accounts[found->second.address].waiting, [&](const Work& one) { return one.job == job; });
  forget_if_idle(queue, found->second.address);
  waiting_.erase(found);
  return true;
}

void Shares::leave(JobId job, double now) {
  const auto found = running_.find(job);
  if (found == running_.end()) return;
  const Place place = std::move(found->second);
  running_.erase(found);
  Queue& queue = queues_[place.lane];
  Account& account = queue.accounts[place.address];
  --account.works;
  account.threads -= place.cost.threads;
  queue.threads -= place.cost.threads;
  reserved_ -= place.cost.mib;
  if (auto& own = memory_of_[place.address]; (own -= place.cost.mib) == 0) memory_of_.erase(place.address);
  forget_if_idle(queue, place.address);
  dispatch(now);
}

std::size_t Shares::load(Lane lane, const std::string& address) const {
  const auto& accounts = queues_.at(lane).accounts;
  const auto found = accounts.find(account_of(address));
  return found == accounts.end() ? 0 : found->second.works + found->second.waiting.size();
}

std::uint64_t Shares::memory_share(const std::string& address) const {
  return is_this_machine(address) ? memory_ : std::max(memory_ / 3, std::min(memory_, least_share));
}

bool Shares::has_memory(const std::string& address, std::uint64_t mib) const {
  if (mib == 0) return true;
  const auto found = memory_of_.find(account_of(address));
  const std::uint64_t own = found == memory_of_.end() ? 0 : found->second;
  // A restored table's agent may need more than a share.
  return reserved_ + mib <= memory_ && (own == 0 || own + mib <= memory_share(address));
}

bool Shares::may_start(const Queue& queue, const std::string& address, const Account& account) const {
  const Cost& cost = account.waiting.front().cost;
  if (!has_memory(address, cost.mib)) return false;
  if (account.works == 0) return queue.threads < queue.most + spare_threads;
  return queue.threads + cost.threads <= queue.most && (address.empty() || account.threads + cost.threads <= queue.most_of_one);
}

bool Shares::start_next(Lane lane, Queue& queue, double now) {
  auto next = queue.accounts.end();
  const auto order = [](const Account& account) { return std::pair(account.threads, account.turn); };
  for (auto one = queue.accounts.begin(); one != queue.accounts.end(); ++one)
    if (!one->second.waiting.empty() && may_start(queue, one->first, one->second) &&
        (next == queue.accounts.end() || order(one->second) < order(next->second)))
      next = one;
  if (next == queue.accounts.end()) return false;
  auto& [address, account] = *next;
  Work work = std::move(account.waiting.front());
  account.waiting.pop_front();
  account.turn = ++turns_;
  ++account.works;
  account.threads += work.cost.threads;
  queue.threads += work.cost.threads;
  reserved_ += work.cost.mib;
  if (work.cost.mib > 0) memory_of_[address] += work.cost.mib;
  waiting_.erase(work.job);
  running_.emplace(work.job, Place{lane, address, work.cost});
  work.start(work.job, now);
  return true;
}

void Shares::dispatch(double now) {
  again_ = true;
  if (std::exchange(dispatching_, true)) return;  // called by a start
  while (std::exchange(again_, false))
    for (auto& [lane, queue] : queues_)
      while (start_next(lane, queue, now)) {
      }
  dispatching_ = false;
}

void Shares::forget_if_idle(Queue& queue, const std::string& address) {
  const auto found = queue.accounts.find(address);
  if (found != queue.accounts.end() && found->second.works == 0 && found->second.waiting.empty()) queue.accounts.erase(found);
}

// ---- Time

void Budgets::spend(const std::string& address, double seconds, double now) {
  if (is_this_machine(address)) return;
  Spent& spent = spent_[address];
  spent = {spent.left(now) + seconds, now};
}

double Budgets::wait(const std::string& address, double now) const {
  const auto found = spent_.find(address);
  return found == spent_.end() ? 0 : std::max(0.0, (found->second.left(now) - burst) / rate);
}

void Budgets::forget(double now) {
  std::erase_if(spent_, [&](const auto& one) { return one.second.left(now) <= 0; });
}

}  // namespace banmen::serve
