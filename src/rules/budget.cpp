#include "rules/budget.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>

namespace banmen::rules {
namespace {

constexpr const char* without_limit = "simplify this line, or check the file without limits: banmen check --long";

/// Processor time: a busy machine refuses no file.
double seconds_of_this_thread() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

}  // namespace

thread_local Budget* Budget::current_ = nullptr;

Budget::Budget(const BudgetLimits& limits)
    : outer_(current_), limits_(limits), begin_(seconds_of_this_thread()), bytes_at_begin_(limits.in_use ? limits.in_use() : 0) {
  current_ = this;
}
Budget::~Budget() { current_ = outer_; }

void Budget::look(const Place& place) {
  work_ = 0;
  auto& [count, first] = looks_[{place.file, place.line}];
  if (count++ == 0) first = place;
  if (limits_.in_use != nullptr && limits_.bytes > 0 && limits_.in_use() > bytes_at_begin_ + limits_.bytes + limits_.others)
    throw TooCostly{place,
                    fmt::format("too costly: checking the file needs more than {} MB, reached on this line", limits_.bytes >> 20),
                    without_limit};
  if (limits_.seconds <= 0 || seconds_of_this_thread() - begin_ < limits_.seconds) return;
  const auto most =
      std::max_element(looks_.begin(), looks_.end(), [](const auto& a, const auto& b) { return a.second.first < b.second.first; });
  throw TooCostly{most->second.second,
                  fmt::format("too costly: checking the file takes more than {:g} s, most of it on this line", limits_.seconds),
                  without_limit};
}

void Budget::refuse_memory(const Place& place) const {
  throw TooCostly{place, fmt::format("too costly: this line needs more than {} MB", limits_.bytes >> 20), without_limit};
}

}  // namespace banmen::rules
