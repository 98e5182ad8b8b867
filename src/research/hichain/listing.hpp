// The scoring strings of cards on a board, as findings.
#pragma once

#include <vector>

#include "core/findings.hpp"
#include "games/hichain/hichain.hpp"

namespace banmen::hichain {

std::string_view kind_name(Chain::Kind kind);
/// The direction that is up for a reader.
std::string_view direction_name(int reader);

/// The board, its chains and both scores.
Result<Findings> list_strings(const Hichain& g, const std::vector<Laid>& cards);

}  // namespace banmen::hichain
