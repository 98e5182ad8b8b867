// Catalog entries of text games.
#pragma once

#include <string>

#include "catalog/catalog.hpp"
#include "rules/reader.hpp"

namespace banmen {

/// The entry of a rule file. `name`: of its games, "./my.game" or "hex".
Result<GameEntry> text_game_entry(const std::string& name, const rules::Reading& reading, bool by_reference);

/// Finds the files that a user's rule file extends.
rules::FindText find_rule_text();

/// Reads a user's rule file, or (a name without a slash) one of the library, with everything that it extends.
Result<rules::Reading> read_text_game(const std::string& name);

}  // namespace banmen
