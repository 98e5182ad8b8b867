// A budget of time and memory for what a rule file makes its checker do: files come from strangers.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "rules/lines.hpp"

namespace banmen::rules {

struct BudgetLimits {
  double seconds = 10;                           // of the thread's processor time; 0: no limit
  std::uint64_t bytes = std::uint64_t{1} << 30;  // 0: no limit
  /// The memory in use, of which the budget is the growth. Null: only single lists are compared with it.
  std::uint64_t (*in_use)() = nullptr;
  std::uint64_t others = 0;  // bytes by which other threads may let it grow meanwhile

  static BudgetLimits none() { return {0, 0}; }
};

/// Thrown when the budget is spent.
struct TooCostly {
  Place place;  // of the expression or statement on which most was spent
  std::string what, hint;
};

/// Holds for this thread during its lifetime.
class Budget {
 public:
  explicit Budget(const BudgetLimits& limits);
  ~Budget();
  Budget(const Budget&) = delete;
  Budget& operator=(const Budget&) = delete;

  /// Accounts for about `work` microseconds at most, or throws. Does nothing without a budget.
  static void spend(const Place& place, long work = 1) {
    if (current_ && (current_->work_ += work) >= work_between_looks) current_->look(place);
  }
  /// Throws if one list would take more than the budget.
  static void hold(const Place& place, std::uint64_t bytes) {
    if (current_ && current_->limits_.bytes > 0 && bytes > current_->limits_.bytes) current_->refuse_memory(place);
  }

 private:
  static constexpr long work_between_looks = 256;

  void look(const Place& place);
  [[noreturn]] void refuse_memory(const Place& place) const;

  static thread_local Budget* current_;
  Budget* outer_;
  BudgetLimits limits_;
  double begin_;
  std::uint64_t bytes_at_begin_;
  long work_ = 0;
  std::map<std::pair<int, int>, std::pair<long, Place>> looks_;  // by file and line
};

}  // namespace banmen::rules
