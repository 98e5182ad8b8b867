// Catalog entries of text games.
#pragma once

#include <string>
#include <vector>

#include "catalog/catalog.hpp"
#include "rules/reader.hpp"

namespace banmen {

/// The entry of a rule file. `name`: of its games, "./my.game" or "hex".
Result<GameEntry> text_game_entry(const std::string& name, const rules::Reading& reading, bool by_reference);

/// Finds the files that a user's rule file extends.
rules::FindText find_rule_text();

/// Reads a user's rule file, or (a name without a slash) one of the library, with everything that it extends.
Result<rules::Reading> read_text_game(const std::string& name);

/// The comment at the head of such a file, line by line; mostly what the game is about.
Result<std::vector<std::string>> head_comment(const std::string& name);

struct RuleTest {
  rules::Place place;
  bool passed = false;
  std::string found;  // "perft 5 is 1392, the file says 1396"; of a passed test the finding
};

/// `file`: the entry of the rule file's game.
Result<RuleTest> run_rule_test(const Catalog& catalog, const GameEntry& file, const rules::TestLine& test, const Control& control);

}  // namespace banmen
