// docs/openapi.json, compiled into the program.
#pragma once

#include <string_view>

namespace banmen::serve {

std::string_view openapi_document();

}  // namespace banmen::serve
