// How fast the games are beside what is written by hand here: the lines of `banmen bench`.
#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "catalog/catalog.hpp"

namespace banmen::baseline {

struct Speed {
  std::string name;
  double per_second = 0;
  double ratio = 0;     // to what `against` names, measured in turns in the same run
  std::string against;  // empty: nothing to compare with
  bool agrees = true;   // both did the same work, by their checksums
};

/// A row of `banmen bench`.
std::string text_of(const Speed& speed);

/// `seconds` for each of them. Stopped: those not measured until then are 0.
Result<std::vector<Speed>> measure_speeds(const Catalog& catalog, double seconds, const std::stop_token& stop);

}  // namespace banmen::baseline
