#include "conformance/allocations.hpp"

#include <cstdlib>
#include <new>

#if defined(__SANITIZE_ADDRESS__)
#define COUNTED 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define COUNTED 0
#endif
#endif
#ifndef COUNTED
#define COUNTED 1
#endif

namespace banmen::tests {
namespace {
thread_local std::uint64_t count = 0;
}

const bool allocations_are_counted = COUNTED;
std::uint64_t allocations() { return count; }

#if COUNTED
void* counted(std::size_t size) {
  ++count;
  if (void* memory = std::malloc(size != 0 ? size : 1)) return memory;
  throw std::bad_alloc();
}
void* counted(std::size_t size, std::align_val_t alignment) {
  ++count;
  const auto to = static_cast<std::size_t>(alignment);
  if (void* memory = std::aligned_alloc(to, (size + to - 1) / to * to)) return memory;
  throw std::bad_alloc();
}
#endif

}  // namespace banmen::tests

#if COUNTED
void* operator new(std::size_t size) { return banmen::tests::counted(size); }
void* operator new[](std::size_t size) { return banmen::tests::counted(size); }
void* operator new(std::size_t size, std::align_val_t alignment) { return banmen::tests::counted(size, alignment); }
void* operator new[](std::size_t size, std::align_val_t alignment) { return banmen::tests::counted(size, alignment); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
#endif
