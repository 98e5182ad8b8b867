// Counts the allocations of this thread: operator new is replaced in this program (allocations.cpp).
#pragma once

#include <cstdint>

namespace banmen::tests {

/// False under the sanitizers, which bring their own operator new.
extern const bool allocations_are_counted;
std::uint64_t allocations();

}  // namespace banmen::tests
