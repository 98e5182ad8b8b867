// Text games, as entries of the catalog.
#pragma once

#include <string>

#include "catalog/catalog.hpp"
#include "rules/reader.hpp"

namespace banmen {

/// The entry of a rule file. `name` is what its games are called by: "./my.game", "hex".
Result<GameEntry> text_game_entry(const std::string& name, const rules::Reading& reading, bool by_reference);

/// Where a rule file of the user's finds those that it extends.
rules::FindText find_rule_text();

/// Reads a rule file of the user's, or (a name without a slash) of the library, with all that it extends.
Result<rules::Reading> read_text_game(const std::string& name);

}  // namespace banmen
