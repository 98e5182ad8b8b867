// A played game on a terminal, forth and back with the arrow keys.
#pragma once

#include "app/command.hpp"
#include "play/record.hpp"

namespace banmen::app {

/// Begins at the ply where the session stands and may go to the end of `moves`, after which the game ended as `ending` says, if it
/// was not played out. Refuses where there is no terminal.
Result<int> step_through(Context& context, Replay& game, const std::vector<std::string>& moves,
                         const std::optional<Record::Ending>& ending);

}  // namespace banmen::app
