// What a program that runs for months does about memory that it no longer needs.
#pragma once

namespace banmen {

/// From now on large blocks go back to the system as soon as they are freed, and threads share few heaps, so that what searches
/// took does not stay with the program. Before other threads begin.
void return_memory_early();

}  // namespace banmen
