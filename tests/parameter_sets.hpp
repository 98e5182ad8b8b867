// tests/parameter_sets.txt: which games, with which parameters, the suites that span all games play.
#pragma once

#include <string>
#include <vector>

namespace banmen::tests {

struct ParameterSet {
  std::string name;  // "reversi:size=6"
  bool zero_sum = false;
  bool allocates = false;

  [[nodiscard]] std::string id() const { return name.substr(0, name.find(':')); }
};

/// All lines of the file, in order. Throws with a line number where one can't be read.
const std::vector<ParameterSet>& parameter_sets();

std::vector<ParameterSet> parameter_sets_of(const std::string& id);

}  // namespace banmen::tests
