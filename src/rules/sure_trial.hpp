// Whether what a text is sure of is so, tried where play is short enough to be read out.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "rules/machine.hpp"

namespace banmen::rules {

class SureTrial {
 public:
  /// Both must live as long.
  SureTrial(const Rules& rules, const Machine& machine, std::uint32_t move_capacity)
      : rules_(rules), machine_(machine), capacity_(move_capacity) {}

  /// Where a rule of `sure` holds, play is read out from there by the other rules alone. What is wrong; nothing where it is so, or
  /// where that takes too many positions.
  [[nodiscard]] std::string fault(const std::uint8_t* position);

  std::uint64_t tried = 0, too_long = 0;  // positions in which a rule held

 private:
  /// What the first seat's side gets, 1, 0 or -1.
  [[nodiscard]] int value(const std::vector<std::uint8_t>& position);

  const Rules& rules_;
  const Machine& machine_;
  std::uint32_t capacity_;
  std::vector<std::uint64_t> room_;  // for the moves of one position
  std::unordered_map<std::string, int> known_;
  long left_ = 0;
};

}  // namespace banmen::rules
