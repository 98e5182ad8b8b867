#include "host/memory.hpp"

#include <cstdlib>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace banmen {

void return_memory_early() {
#ifdef __GLIBC__
  // Left alone, glibc learns from the first table of a search that is freed to take the next from a heap, where it stays; and each
  // thread has a heap of its own.
  mallopt(M_MMAP_THRESHOLD, 512 * 1024);
  mallopt(M_TRIM_THRESHOLD, 1024 * 1024);
  mallopt(M_ARENA_MAX, 2);
#endif
}

}  // namespace banmen
