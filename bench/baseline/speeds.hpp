// Speeds of the games relative to hand-written loops: the rows of `banmen bench`.
#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "catalog/catalog.hpp"

namespace banmen::baseline {

struct Speed {
  std::string name;
  double per_second = 0;
  double ratio = 0;     // relative to `against`, measured alternately in the same run
  std::string against;  // empty: no comparison
  bool agrees = true;   // equal checksums
};

/// A row of `banmen bench`.
std::string text_of(const Speed& speed);

/// Takes `seconds` for each row. When stopped, the remaining speeds are 0.
Result<std::vector<Speed>> measure_speeds(const Catalog& catalog, double seconds, const std::stop_token& stop);

}  // namespace banmen::baseline
