// What a rule file means, as a number: results are kept with it, so that they are never mixed with those of other rules.
#pragma once

#include <cstdint>

#include "rules/reader.hpp"

namespace banmen::rules {

/// The same for two texts that differ in comments, layout, tests, the title, drawing hints, help texts, or in the order of
/// sections with different heads; other rules give another number. What a file extends counts as far as it is not replaced.
/// The values of parameters are not in it. It is the same on every machine and is not to change between versions.
std::uint64_t meaning_hash(const Reading& reading);

}  // namespace banmen::rules
