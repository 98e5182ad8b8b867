// Findings for people at a terminal: figures line by line, tables in columns, or row by row where they are too wide.
#pragma once

#include <string>

#include "app/command.hpp"
#include "core/findings.hpp"

namespace banmen::app {

std::string text_of(const Datum& value, int digits = -1);
void show(const Context& context, const Findings& findings);

}  // namespace banmen::app
