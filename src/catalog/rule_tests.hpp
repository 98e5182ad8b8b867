// Runs the tests of a rule file.
#pragma once

#include <string>

#include "catalog/catalog.hpp"
#include "rules/reader.hpp"

namespace banmen {

struct RuleTest {
  rules::Place place;
  bool passed = false;
  std::string found;  // "perft 5 is 1392, the file says 1396"; of a passed test the finding
};

/// `file`: the entry of the rule file's game.
Result<RuleTest> run_rule_test(const Catalog& catalog, const GameEntry& file, const rules::TestLine& test, const Control& control);

}  // namespace banmen
