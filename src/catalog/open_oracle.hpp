// Where a search gets its oracle from, without seeing what is behind it.
#pragma once

#include <memory>
#include <string>

#include "core/error.hpp"
#include "search/oracle.hpp"

namespace banmen {

/// The endgame database at a path, of the game of that name; an empty path means none. Defined in database_oracle.hpp and
/// instantiated with the solvers of each game.
template <class G>
Result<std::shared_ptr<const Oracle<G>>> open_oracle(const G& g, const std::string& game, const std::string& path);

}  // namespace banmen
