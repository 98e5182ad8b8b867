// The compiler of rule files: typed rules become bytecode.
#pragma once

#include "rules/bytecode.hpp"
#include "rules/layout.hpp"

namespace banmen::rules {

/// The rules must have no more pieces and names than bytecode.hpp allows, and must live as long as the result. Where
/// `Bytecode::registers` is not 0 the result can't be run.
Bytecode compile(const Rules& rules, const Layout& layout);

}  // namespace banmen::rules
