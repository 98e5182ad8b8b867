#include "parameter_sets.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>

namespace banmen::tests {
namespace {

std::vector<ParameterSet> read_all() {
  const std::string path = BANMEN_SOURCE_DIR "/tests/parameter_sets.txt";
  std::ifstream file(path);
  if (!file) throw std::runtime_error(path + " can't be read");
  std::vector<ParameterSet> sets;
  int number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    std::istringstream words(line.substr(0, line.find('#')));
    ParameterSet set;
    if (!(words >> set.name)) continue;
    for (std::string word; words >> word;) {
      if (word != "zero-sum" && word != "allocates")
        throw std::runtime_error(path + " line " + std::to_string(number) + ": unknown word '" + word + "'");
      (word == "zero-sum" ? set.zero_sum : set.allocates) = true;
    }
    sets.push_back(set);
  }
  return sets;
}

}  // namespace

const std::vector<ParameterSet>& parameter_sets() {
  static const std::vector<ParameterSet> sets = read_all();
  return sets;
}

std::vector<ParameterSet> parameter_sets_of(const std::string& id) {
  std::vector<ParameterSet> sets;
  std::copy_if(parameter_sets().begin(), parameter_sets().end(), std::back_inserter(sets),
               [&](const ParameterSet& set) { return set.id() == id; });
  return sets;
}

}  // namespace banmen::tests
