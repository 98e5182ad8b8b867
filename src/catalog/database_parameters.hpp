// What building a database of a game takes: in tiers where it has an index, or of the game's own kind.
#pragma once

#include "solve/index_space.hpp"
#include "study/extras.hpp"

namespace banmen {

template <Game G>
std::vector<Parameter> database_parameters() {
  if (const auto& own = extras_of<G>().databases; own.build) return own.parameters;
  if constexpr (KeptInTiers<G>) {
    Parameter top = Parameter::integer("stones", 8, 0, 255, "The highest tier: stones on the board");
    top.also = "tiers";
    return {top};
  }
  return {};
}

}  // namespace banmen
