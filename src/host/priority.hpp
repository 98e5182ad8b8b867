// Work that must not be in the way of people: a lower priority for the calling thread.
#pragma once

namespace banmen {

/// Whom a thread lets go first: who answers people; also agents whose move somebody waits for; also searches that somebody watches.
enum class Behind { people, moves, analyses };

/// From now on this thread, and all threads and programs that it starts, run only as fast as those let them. It can't be undone.
void run_behind(Behind whom);

}  // namespace banmen
