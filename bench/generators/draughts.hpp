// A plain move generator of English draughts, the baseline for perft of games/draughts.game: mailbox board, every move made and
// unmade.
#pragma once

#include <cstdint>
#include <string_view>

namespace banmen::baseline {

/// Perft from the initial position, black to move. A game that ends earlier counts as one leaf.
std::uint64_t draughts_perft(int depth);

/// Perft from another position, black to move: eight rows from the top separated by '/', the letters of games/draughts.game,
/// anything else for empty squares.
std::uint64_t draughts_perft(std::string_view rows, int depth);

}  // namespace banmen::baseline
