// Names of games and agents: id[:key=value,…].
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/error.hpp"
#include "core/parameter.hpp"

namespace banmen {

struct Name {
  std::string id;
  std::vector<std::pair<std::string, std::string>> given;  // in the order written
};

/// A part without '=' continues the value before it, so that "bao:board=0,4,0,4,endless=void" reads as meant.
Result<Name> read_name(std::string_view text);

/// The canonical name: only what differs from the defaults, in the order of the schema.
std::string canonical_name(std::string_view id, const std::vector<Parameter>& schema, const Values& values);

}  // namespace banmen
