// Do wins follow the number of legal moves at the start? The paper's guess (§6), as figures of what was counted.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/findings.hpp"
#include "core/statistics.hpp"
#include "study/amazons/survey.hpp"

namespace banmen::amazons {

/// Being won by the first player against the number of first moves, over layouts that no symmetry makes equal.
std::optional<Correlation> moves_and_wins(const AmazonsCount& count);

/// All layouts with the same number of first moves, those that are alike counted each.
struct SameMoves {
  std::uint64_t moves = 0, layouts = 0, first_wins = 0;
};
/// By rising number of moves.
std::vector<SameMoves> by_moves(const AmazonsCount& count);

/// A group: r, its interval, n. Nothing where there is no correlation.
Datum to_datum(const std::optional<Correlation>& correlation);

}  // namespace banmen::amazons
