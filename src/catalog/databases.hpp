// Databases of a game, in tiers where it has an index or of the game's own kind: the parameters of building one, and opening one
// as a search's oracle.
#pragma once

#include <memory>
#include <string>

#include "core/error.hpp"
#include "engines/extensions.hpp"
#include "search/value.hpp"
#include "solve/indexed/index_space.hpp"

namespace banmen {

template <Game G>
std::vector<Parameter> database_parameters() {
  if (const auto& own = extensions_of<G>().databases; own.build) return own.parameters;
  if constexpr (KeptInTiers<G>) {
    Parameter top = Parameter::integer("stones", 8, 0, 255, "The highest tier: stones on the board");
    top.also = "tiers";
    return {top};
  }
  return {};
}

/// The endgame database at a path, of the game of that name; an empty path means none. Defined in solve_jobs_of.hpp and
/// instantiated with the solvers of each game.
template <class G>
Result<std::shared_ptr<const Oracle<G>>> open_oracle(const G& g, const std::string& game, const std::string& path);

}  // namespace banmen
