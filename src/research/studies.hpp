// The studies of all games. A program that offers them opens its catalog with them: `Catalog catalog(studies_of);`.
#pragma once

#include <string_view>
#include <vector>

#include "catalog/study.hpp"

namespace banmen {

/// In the order in which they are listed; none for a game without studies.
const std::vector<Study>& studies_of(std::string_view game);

}  // namespace banmen
