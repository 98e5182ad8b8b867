// English draughts as one would write it first: a board of bytes with a wall around it, captures before steps, every move made on
// the board and taken back. What perft of games/draughts.game is measured against.
#pragma once

#include <cstdint>
#include <string_view>

namespace banmen::baseline {

/// The positions after `depth` plies from the start, black to move. As everywhere in Banmen a game that has ended before is one of
/// them.
std::uint64_t draughts_perft(int depth);

/// From another position, black to move: eight rows from the top parted by '/', the letters of games/draughts.game, anything else
/// where it is empty.
std::uint64_t draughts_perft(std::string_view rows, int depth);

}  // namespace banmen::baseline
