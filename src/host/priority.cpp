#include "host/priority.hpp"

#include <sys/resource.h>
#include <unistd.h>

namespace banmen {

void run_behind_others() {
  constexpr int patient = 10;
  // Linux has a priority for each thread, and a new thread begins with that of the one that makes it. Refused, all goes on as it
  // is.
  (void)setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), patient);
}

}  // namespace banmen
