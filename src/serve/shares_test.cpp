// Fair shares of threads and memory between addresses.
#include "serve/shares.hpp"

#include <gtest/gtest.h>

#include <set>
#include <vector>

namespace banmen::serve {
namespace {

constexpr const char *ann = "203.0.113.1", *bob = "203.0.113.2", *this_machine = "127.0.0.1";

/// Shares with the jobs that have started, in order.
class Started {
 public:
  explicit Started(int searchers = 4, std::uint64_t memory = 1024) : shares(searchers, 4, memory) {}

  JobId enter(const std::string& address, Cost cost = {}, Lane lane = Lane::move) {
    return shares.enter(lane, address, cost, 0, [this](JobId job, double) { jobs.push_back(job); });
  }
  [[nodiscard]] bool has(JobId job) const { return std::find(jobs.begin(), jobs.end(), job) != jobs.end(); }

  Shares shares;
  std::vector<JobId> jobs;
};

TEST(Shares, AnAddressFillsHalfOfALane) {
  Started started;
  for (int k = 0; k < 12; ++k) started.enter(ann);
  EXPECT_EQ(started.jobs.size(), 2U);
  EXPECT_EQ(started.shares.load(Lane::move, ann), 12U);
  started.shares.leave(started.jobs.front(), 1);
  EXPECT_EQ(started.jobs.size(), 3U);
}

TEST(Shares, NobodyWaitsForTheSearchesOfOthers) {
  Started started(2);
  for (int address = 0; address < 2 + Shares::spare_threads; ++address)
    for (int k = 0; k < 5; ++k) started.enter("198.51.100." + std::to_string(address));
  EXPECT_EQ(started.jobs.size(), 2U + Shares::spare_threads);
}

TEST(Shares, AddressesTakeTurns) {
  Started started(1);
  std::vector<JobId> of_ann, of_bob;
  for (int k = 0; k < 5; ++k) of_ann.push_back(started.enter(ann));
  for (int address = 0; address < Shares::spare_threads; ++address) started.enter("198.51.100." + std::to_string(address));
  for (int k = 0; k < 5; ++k) of_bob.push_back(started.enter(bob));
  ASSERT_EQ(started.jobs.size(), 1U + Shares::spare_threads);
  started.shares.leave(of_ann[0], 1);
  EXPECT_TRUE(started.has(of_ann[1]) || started.has(of_bob[0]));
  started.shares.leave(of_ann[1], 2);
  started.shares.leave(of_bob[0], 2);
  EXPECT_TRUE(started.has(of_bob[0]));
  EXPECT_FALSE(started.has(of_ann[3]));
}

TEST(Shares, AnAddressAnalysesOnceAtATime) {
  Started started(16);
  for (int k = 0; k < 40; ++k) started.enter(ann, {}, Lane::analysis);
  EXPECT_EQ(started.jobs.size(), 1U);
  started.enter(bob, {}, Lane::analysis);
  EXPECT_EQ(started.jobs.size(), 2U);
}

TEST(Shares, ThisMachineHasNoLimitsOfItsOwn) {
  Started started(4);
  for (int k = 0; k < 5; ++k) started.enter(this_machine, {1, 200});
  EXPECT_EQ(started.jobs.size(), 4U);  // the threads there are
  for (int k = 0; k < 5; ++k) started.enter("::1", {}, Lane::analysis);
  EXPECT_EQ(started.jobs.size(), 8U);
  EXPECT_EQ(started.shares.memory_share(this_machine), 1024U);
}

TEST(Shares, AnAddressReservesAThirdOfTheMemory) {
  Started started(8, 3000);
  EXPECT_EQ(started.shares.memory_share(ann), 1000U);
  started.enter(ann, {1, 600});
  const JobId second = started.enter(ann, {1, 600});
  EXPECT_TRUE(started.shares.waits(second));
  const JobId other = started.enter(bob, {1, 1000});
  EXPECT_TRUE(started.has(other));
  started.shares.leave(started.jobs.front(), 1);
  EXPECT_TRUE(started.has(second));
  EXPECT_FALSE(started.shares.has_memory(bob, 1));
  EXPECT_TRUE(started.shares.has_memory(this_machine, 1400));
  EXPECT_FALSE(started.shares.has_memory(this_machine, 1401));
}

TEST(Shares, SmallServersLendAllTheirMemory) {
  EXPECT_EQ(Shares(2, 2, 100).memory_share(ann), 100U);
  EXPECT_EQ(Shares(2, 2, 600).memory_share(ann), 340U);
}

TEST(Shares, ParallelSearchesCountAsTheirThreads) {
  Started started(8);
  started.enter(ann, {4, 0});
  const JobId second = started.enter(ann);
  EXPECT_TRUE(started.shares.waits(second));
  started.shares.leave(started.jobs.front(), 1);
  EXPECT_TRUE(started.has(second));
}

TEST(Shares, CancelledWorkNeverStarts) {
  Started started(2);
  const JobId first = started.enter(ann), second = started.enter(ann);
  EXPECT_FALSE(started.shares.cancel(first));
  EXPECT_TRUE(started.shares.cancel(second));
  started.shares.leave(first, 1);
  EXPECT_EQ(started.jobs, std::vector<JobId>{first});
  EXPECT_EQ(started.shares.load(Lane::move, ann), 0U);
}

TEST(Budgets, AnAddressThatHasSpentItsTimeWaits) {
  Budgets budgets;
  budgets.spend(ann, Budgets::burst, 100);
  EXPECT_EQ(budgets.wait(ann, 100), 0);
  budgets.spend(ann, 0.05, 100);
  EXPECT_NEAR(budgets.wait(ann, 100), 0.05 / Budgets::rate, 1e-9);
  EXPECT_EQ(budgets.wait(ann, 101), 0);
  EXPECT_EQ(budgets.wait(bob, 100), 0);
  budgets.spend(this_machine, 10, 100);
  EXPECT_EQ(budgets.wait(this_machine, 100), 0);
}

}  // namespace
}  // namespace banmen::serve
