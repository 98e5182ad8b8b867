// Rule files as `check`, `format` and `show --rules` take them: a file of that name where there is one, else the library's text.
#pragma once

#include <string>

#include "core/error.hpp"
#include "rules/reader.hpp"

namespace banmen::app {

bool is_own_file(const std::string& name);
Result<rules::Text> rule_text(const std::string& name);
/// Where a rule file finds those that it extends.
rules::FindText find_rule_text();

}  // namespace banmen::app
