// How much one decision may cost.
#pragma once

#include <cstdint>
#include <stop_token>

namespace banmen {

struct Limits {
  double seconds = 0;       // 0: none
  std::uint64_t nodes = 0;  // 0: none
  std::stop_token stop{};
};

}  // namespace banmen
