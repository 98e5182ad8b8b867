// The ring that a study goes over: that of a board with so many holes a side, or one of any length.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/parameter.hpp"

namespace banmen::bao {

/// `holes` and `ring`, one of which is to be given.
std::vector<Parameter> ring_parameters();

/// The holes on the ring. `examples` show how to say it.
Result<std::uint32_t> ring_of(const Values& values, const std::string& examples);

}  // namespace banmen::bao
