// Work that must not be in the way of people: a lower priority for the calling thread.
#pragma once

namespace banmen {

/// From now on this thread, and all threads and programs that it starts, run only as fast as others let them. It can't be undone.
void run_behind_others();

}  // namespace banmen
