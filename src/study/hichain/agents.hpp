// HICHAIN's own players as agents.
#pragma once

#include <vector>

#include "games/hichain/hichain.hpp"
#include "study/extras.hpp"

namespace banmen::hichain {

std::vector<OwnAgent<Hichain>> agents();

}  // namespace banmen::hichain
