// What is played for, as parameters of studies.
#pragma once

#include <vector>

#include "core/parameter.hpp"
#include "engines/backgammon/endgames/endgames.hpp"

namespace banmen::backgammon {

/// `own`, then what is played for, and whether the error is to be proved.
std::vector<Parameter> with_stakes(std::vector<Parameter> own);
Result<Stakes> stakes_of(const Values& values);

}  // namespace banmen::backgammon
