// tests/parameter_sets.txt: the games and parameters for the suites that span all games.
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

/// Returns all lines of the file, in order. Throws with the line number of an invalid one.
const std::vector<ParameterSet>& parameter_sets();

std::vector<ParameterSet> parameter_sets_of(const std::string& id);

}  // namespace banmen::tests
