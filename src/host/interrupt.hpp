// Ctrl-C and SIGTERM as a stop token. A second signal ends the program at once.
#pragma once

#include <stop_token>

namespace banmen {

/// Installs the handlers on first use.
std::stop_token interruption();
/// True after a signal: immediately, whereas the token needs a moment.
bool interrupt_seen();

}  // namespace banmen
