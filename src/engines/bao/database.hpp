// Endgame databases of Bao: Endgame tables in a Container.
#pragma once

#include <string>

#include "core/control.hpp"
#include "engines/bao/endgame.hpp"
#include "engines/extensions.hpp"
#include "solve/reports.hpp"

namespace banmen::bao {

/// The text in the header. Two games with the same name have the same positions in the same places.
std::string database_owner(const std::string& game, std::uint32_t top);
/// Opens a database of the game of this name and reads all its tiers.
Result<Endgame> open_database(const Bao& g, const std::string& game, const std::string& path, int threads);
/// A database that is there already, whole, is described at once.
Result<DatabaseReport> build_database(const Bao& g, const std::string& game, const std::string& path, std::uint32_t top,
                                      std::uint64_t memory, const Control& control);

OwnDatabases<Bao> databases();

}  // namespace banmen::bao
