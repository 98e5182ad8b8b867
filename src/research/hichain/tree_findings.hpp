// Chain trees as findings: data for programs, a drawing for people.
#pragma once

#include "core/findings.hpp"
#include "games/hichain/hichain.hpp"
#include "research/hichain/chain_tree.hpp"

namespace banmen::hichain {

Findings as_findings(const ChainForest& forest, const std::vector<Laid>& cards);

/// Every tree line by line, with v for valid, m for mature, co for coexisting; then which candidate lies in which.
Picture draw(const ChainForest& forest, const std::vector<Laid>& cards);

}  // namespace banmen::hichain
