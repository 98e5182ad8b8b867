// The games of a match as records in a folder, one file each, from which the match can be resumed. A folder holds the records of
// one match: those of another are refused, as is a result that does not follow from its moves.
#pragma once

#include "catalog/catalog.hpp"
#include "lab/match.hpp"

namespace banmen::lab {

/// The folder stays locked as long as the keeper is there.
Result<MatchKeeper> keep_records(const std::string& folder, const Catalog& catalog, const OpenGame& table, const MatchPlan& plan,
                                 std::uint64_t seed);

}  // namespace banmen::lab
