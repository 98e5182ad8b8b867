// Do wins follow the number of legal moves at the start? Agents' scores over many starts, beside that number.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "catalog/catalog.hpp"
#include "lab/match.hpp"

namespace banmen::lab {

struct FirstMoves {
  std::string game;
  std::uint64_t moves = 0;       // legal at the start
  double first = 0, second = 0;  // the first agent's share of points in that seat
};

/// A match of two agents at each of several games of two seats.
Result<std::vector<FirstMoves>> scores_by_first_moves(const Catalog& catalog, const std::vector<std::string>& games,
                                                      const MatchPlan& plan, const Control& control);

/// How the shares of points go with the number of moves, over starts.
struct FirstMovesCorrelations {
  std::optional<Correlation> first, second, both, difference;  // as first, as second, their mean, first minus second
};
FirstMovesCorrelations correlations(const std::vector<FirstMoves>& starts);

}  // namespace banmen::lab
