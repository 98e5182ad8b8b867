// A position of a described game as coloured text.
#pragma once

#include "core/picture.hpp"
#include "rules/meaning.hpp"

namespace banmen::rules {

Picture picture(const Rules& rules, const State& state);

}  // namespace banmen::rules
