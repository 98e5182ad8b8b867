#include "host/priority.hpp"

#include <sys/resource.h>
#include <unistd.h>

namespace banmen {

void run_behind(Behind whom) {
  // Three steps are twice the share of a processor.
  const int patience = whom == Behind::people ? 4 : whom == Behind::moves ? 7 : 10;
  // Linux has a priority for each thread, and a new thread begins with that of the one that makes it. Refused, all goes on as it
  // is.
  (void)setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), patience);
}

}  // namespace banmen
