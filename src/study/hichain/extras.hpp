// What HICHAIN brings besides its rules: players of its own, and studies.
#pragma once

#include "games/hichain/hichain.hpp"
#include "study/extras.hpp"

namespace banmen {

template <>
const Extras<Hichain>& extras_of<Hichain>();

}  // namespace banmen
