// Do wins follow the number of legal moves at the start? The paper's guess (§6), as figures of what was counted.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/control.hpp"
#include "core/error.hpp"
#include "core/findings.hpp"
#include "core/parameter.hpp"
#include "core/statistics.hpp"
#include "research/amazons/survey.hpp"

namespace banmen::amazons {

/// Being won by the first player against the number of first moves, over layouts that no symmetry makes equal.
std::optional<Correlation> moves_and_wins(const AmazonsCount& count);

/// All layouts with the same number of first moves, those that are alike counted each.
struct SameMoves {
  std::uint64_t moves = 0, layouts = 0, first_wins = 0;
};
/// By rising number of moves.
std::vector<SameMoves> by_moves(const AmazonsCount& count);

/// The first agent's share of the points of `games` games, as first and as second: half of the games each.
using AmazonsMatch = std::function<Result<std::pair<double, double>>(
    const std::string& game, const std::vector<std::string>& agents, std::uint64_t games, const Control& control)>;
/// The study `moves`: whether an agent's score in a match follows the number of first moves, over layouts.
Result<Findings> score_by_moves(const Values& values, const Control& control, const AmazonsMatch& match);

/// A group: r, its interval, n. Nothing where there is no correlation.
Datum to_datum(const std::optional<Correlation>& correlation);

}  // namespace banmen::amazons
