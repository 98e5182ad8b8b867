// Ctrl-C, SIGTERM and SIGHUP as a stop token. A second signal ends the program at once with status 130, and so does a grace period
// of four seconds in which the program has not ended.
#pragma once

#include <stop_token>

namespace banmen {

/// Installs the handlers on first use.
std::stop_token interruption();
/// True after a signal: immediately, whereas the token needs a moment.
bool interrupt_seen();
/// Removes the limit on the grace period, for programs that bound or need the time of their orderly end. A second signal still ends
/// the program at once.
void lift_grace();

}  // namespace banmen
