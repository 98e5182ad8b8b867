// Speeds for `banmen bench`.
#pragma once

#include <string>
#include <vector>

#include "app/command.hpp"

namespace banmen::app {

struct Speed {
  std::string name;
  double per_second = 0;
  double ratio = 0;     // to what `against` names, measured in turns in the same run
  std::string against;  // empty: nothing to compare with
  bool agrees = true;   // both did the same work, by their checksums
};

Result<std::vector<Speed>> measure_speeds(Context& context, double seconds);

}  // namespace banmen::app
