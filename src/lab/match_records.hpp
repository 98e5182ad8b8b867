// The games of a match as records in a folder, one file each, from which the match can be gone on with.
#pragma once

#include "lab/match.hpp"

namespace banmen::lab {

Result<MatchKeeper> keep_records(const std::string& folder, const OpenGame& table, const MatchPlan& plan, std::uint64_t seed);

}  // namespace banmen::lab
