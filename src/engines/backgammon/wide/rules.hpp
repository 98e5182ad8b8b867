// Rules of backgammon endings for the wide solver (solve/wide): configurations in the order of Sides, by pips, and their plays.
#pragma once

#include "engines/backgammon/endgames/sides.hpp"
#include "solve/wide/layout.hpp"

namespace banmen::backgammon {

/// The sides of 0 … n checkers, and the same in the solver's form. Single wins: bearing off all checkers scores 1.
struct WideRules {
  std::vector<Sides> sides;
  wide::Rules rules;

  WideRules(int n, int threads);
};

/// The plays of one configuration and throw, staying last; `sides` are those of 0 … n checkers.
std::vector<wide::ListedPlay> listed_plays(const std::vector<Sides>& sides, int n, std::uint32_t index, int roll);

}  // namespace banmen::backgammon
