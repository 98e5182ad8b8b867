#include "host/threads.hpp"

#include <gtest/gtest.h>

#include <barrier>
#include <stdexcept>
#include <thread>

namespace banmen {
namespace {

struct Sum {
  std::uint64_t sum = 0;
  void operator()(std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t i = begin; i < end; ++i) sum += i;
  }
};

TEST(Threads, ChunksAddUpToTheSameOnAnyNumberOfThem) {
  for (const bool listening : {false, true})
    for (const int threads : {-1, 1, 2, 7}) {
      Control control;
      control.threads = threads;
      if (listening) control.progress = [](std::uint64_t, std::uint64_t, std::string_view) {};
      const auto workers = run_chunks(control, 1001, 10, "numbers", [] { return Sum(); });
      EXPECT_EQ(workers.size(), static_cast<std::size_t>(std::max(1, threads)));
      std::uint64_t sum = 0;
      for (const Sum& worker : workers) sum += worker.sum;
      EXPECT_EQ(sum, 500500u);
    }
  EXPECT_EQ(run_chunks(Control{}, 0, 10, "numbers", [] { return Sum(); }).size(), 1u);
}

TEST(Threads, RethrowsExceptionsOfWorkers) {
  for (const bool listening : {false, true})
    for (const int threads : {1, 4}) {
      Control control;
      control.threads = threads;
      if (listening) control.progress = [](std::uint64_t, std::uint64_t, std::string_view) {};
      std::atomic<std::uint64_t> begun{0};
      const auto make_worker = [&] {
        return [&](std::uint64_t, std::uint64_t) {
          if (++begun == 10) throw std::runtime_error("the tenth");
          std::this_thread::sleep_for(std::chrono::milliseconds(1));
        };
      };
      try {
        run_chunks(control, 1'000'000, 1, "numbers", make_worker);
        FAIL();
      } catch (const std::runtime_error& thrown) {
        EXPECT_STREQ(thrown.what(), "the tenth");
      }
      EXPECT_LT(begun, 10'000u);
    }
}

TEST(Threads, ReportProgressOnTheCallingThread) {
  Control control;
  control.threads = 2;
  const auto here = std::this_thread::get_id();
  control.progress = [&](std::uint64_t, std::uint64_t total, std::string_view what) {
    EXPECT_EQ(std::this_thread::get_id(), here);
    EXPECT_EQ(total, 1'000'000u);
    EXPECT_EQ(what, "naps");
    throw std::runtime_error("enough");
  };
  const auto nap = [] { return [](std::uint64_t, std::uint64_t) { std::this_thread::sleep_for(std::chrono::milliseconds(1)); }; };
  EXPECT_THROW(run_chunks(control, 1'000'000, 1, "naps", nap), std::runtime_error);
}

TEST(Threads, AllAreThereAtTheSameTimeAndSeeAStop) {
  constexpr int count = 5;
  std::barrier meeting(count);
  std::atomic<int> sum{0};
  std::stop_source source;
  on_threads(count, source.get_token(), [&](int number, const std::stop_token& stop) {
    meeting.arrive_and_wait();
    sum += number;
    if (number == 3) source.request_stop();
    while (!stop.stop_requested()) std::this_thread::yield();
  });
  EXPECT_EQ(sum, 10);
  EXPECT_THROW(on_threads(count, {},
                          [&](int number, const std::stop_token& stop) {
                            if (number == 0) throw std::runtime_error("the caller's own");
                            while (!stop.stop_requested()) std::this_thread::yield();
                          }),
               std::runtime_error);
}

}  // namespace
}  // namespace banmen
