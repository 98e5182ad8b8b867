// Speeds of rule files relative to the same rules in C++.
#pragma once

#include "baseline/speeds.hpp"

namespace banmen::baseline {

Result<void> add_text_game_speeds(const Catalog& catalog, double seconds, const std::stop_token& stop, std::vector<Speed>& speeds);

}  // namespace banmen::baseline
