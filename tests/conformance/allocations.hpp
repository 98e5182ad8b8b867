// Counts this thread's allocations: this program replaces operator new (allocations.cpp).
#pragma once

#include <cstdint>

namespace banmen::tests {

/// False with sanitizers, which replace operator new themselves.
extern const bool allocations_are_counted;
std::uint64_t allocations();

}  // namespace banmen::tests
