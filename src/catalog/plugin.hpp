// Loading games from shared objects.
#pragma once

#include <string>

#include "catalog/catalog.hpp"
#include "catalog/plugin.h"

namespace banmen {

/// Opens a shared object, checks its table and a first few random games, and gives the catalog entry. What is broken, foreign or
/// of another version is refused with a word that says which. The object stays loaded until the program ends.
Result<GameEntry> load_plugin(const std::string& path);

/// The entry of a table that is in memory already, of which the part that this program knows is copied. `rules_stamp`: a hash of
/// what it was loaded from.
Result<GameEntry> plugin_entry(const BanmenGame* table, const std::string& where, const std::string& rules_stamp = {});

}  // namespace banmen
