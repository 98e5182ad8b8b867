// Checks of files that the wide solver made (build.hpp), in whole numbers with rounding in a stated direction.
//
// A file of 32 bits keeps every value as it was found, and its radius: the closing sweep of the proof is repeated, in which no
// interval may grow; where it covers all positions, games are shown to end as well, and the proof is whole.
//
// A file of 16 bits keeps values rounded to its words, without radii. Its stated error E is half a word and the largest radius that
// was proved. If every value is within E of the true one, then it is within 2E of what follows from the values behind it (the
// operator moves no value further than the farthest of those moved): that is what is checked, with all roundings in favour of the
// file. A file that fails is wrong; one that passes agrees with itself, and what proves it is said in its text.
#pragma once

#include "engines/backgammon/endgames/equities.hpp"

namespace banmen::backgammon {

/// Whether the wide solver made it.
bool made_wide(const EquityFile& file);

/// Every `stride`-th position, by the game's own moves and play.
Result<EquityCheck> verify_wide_sample(const EquityFile& file, std::uint64_t stride, const Control& control);

/// All positions at once: "cpu", with tables in `memory` bytes, or a kind of device.
Result<EquityCheck> verify_wide(const EquityFile& file, const std::string& device, std::uint64_t memory, const Control& control);

}  // namespace banmen::backgammon
