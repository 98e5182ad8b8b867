// From what is written to what it means: names looked up, types found, numbers and regions computed, for given parameters.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "rules/meaning.hpp"
#include "rules/reader.hpp"

namespace banmen::rules {

using ParamValues = std::vector<std::pair<std::string, std::string>>;

/// The values that a file's parameters have unless something else is said.
ParamValues default_values(const File& file);

/// Whether the file's `require` sections allow these values.
bool parameters_fit(const Reading& reading, const ParamValues& values);

/// The game of a file for these values (all of them, and of the right kind). Nothing where there are errors.
std::optional<Rules> resolve(const Reading& reading, const ParamValues& values, Messages& messages);

}  // namespace banmen::rules
