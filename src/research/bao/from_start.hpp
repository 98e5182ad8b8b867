// What the start of N×2 leads to, by the method that serves.
#pragma once

#include <functional>
#include <string_view>

#include "research/bao/reach.hpp"

namespace banmen::bao {

/// An error where the positions of this board have no 64-bit numbers, so that they can't be gone through.
Result<void> can_be_gone_through(const Bao& g);

/// A census of the whole graph where every position has a bit and no limit is set, else breadth first up to the limits.
Result<ReachReport> loops_from_start(const Bao& g, const ReachLimits& limits, const Control& control);

/// The control's progress as those ask for it that count and do not know how much there is.
std::function<void(std::uint64_t)> counting(const Control& control, std::string_view what);

}  // namespace banmen::bao
