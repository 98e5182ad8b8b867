// HICHAIN's own players as agents.
#pragma once

#include <vector>

#include "engines/extensions.hpp"
#include "games/hichain/hichain.hpp"

namespace banmen::hichain {

std::vector<OwnAgent<Hichain>> agents();

}  // namespace banmen::hichain
