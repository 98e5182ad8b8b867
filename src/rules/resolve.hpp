// Semantic analysis: resolves names, finds types, computes numbers and regions, for given parameter values.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "rules/meaning.hpp"
#include "rules/reader.hpp"

namespace banmen::rules {

using ParamValues = std::vector<std::pair<std::string, std::string>>;

/// The default values of a file's parameters.
ParamValues default_values(const File& file);

/// True if the file's `require` sections allow these values.
bool parameters_fit(const Reading& reading, const ParamValues& values);

/// The rules of a file at these values (all of them, and of the right type). Nothing if there are errors.
std::optional<Rules> resolve(const Reading& reading, const ParamValues& values, Messages& messages);

}  // namespace banmen::rules
