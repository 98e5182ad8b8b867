#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <thread>

#include "host/threads.hpp"

namespace banmen {
namespace {

int niceness_behind(Behind work) {
  int found = 0;
  std::thread([&] {
    run_behind(work);
    std::thread([&] { found = getpriority(PRIO_PROCESS, static_cast<id_t>(gettid())); }).join();
  }).join();
  return found;
}

TEST(Priority, FallsInOrderWithoutChangingTheCaller) {
  const int own = getpriority(PRIO_PROCESS, static_cast<id_t>(gettid()));
  if (own >= 4) GTEST_SKIP() << "this program itself stands behind others";
  EXPECT_LT(own, niceness_behind(Behind::people));
  EXPECT_LT(niceness_behind(Behind::people), niceness_behind(Behind::moves));
  EXPECT_LT(niceness_behind(Behind::moves), niceness_behind(Behind::analyses));
  EXPECT_EQ(getpriority(PRIO_PROCESS, static_cast<id_t>(gettid())), own);
}

}  // namespace
}  // namespace banmen
