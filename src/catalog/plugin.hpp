// Loading games from shared objects.
#pragma once

#include <string>

#include "catalog/catalog.hpp"
#include "catalog/plugin.h"

namespace banmen {

/// Opens a shared object, checks its table, plays a few random games, and returns the catalog entry. Broken or foreign objects and
/// other interface versions are refused with the reason. The object stays loaded until the program exits.
Result<GameEntry> load_plugin(const std::string& path);

/// The entry of a table in memory; copies the part that this program knows. `rules_stamp`: a hash of its source.
Result<GameEntry> plugin_entry(const BanmenGame* table, const std::string& where, const std::string& rules_stamp = {});

}  // namespace banmen
