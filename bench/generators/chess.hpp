// Chess as one would write it first: a board of bytes with walls around it, pseudo-legal moves, each made, tested for check and
// taken back. What perft of games/chess.game is measured against.
#pragma once

#include <cstdint>
#include <string_view>

namespace banmen::baseline {

/// The positions after `depth` plies from the usual start. As everywhere in Banmen a game that has ended before is one of them:
/// there are 4865617 after five plies where 4865609 are published, for eight games are mate after four.
std::uint64_t chess_perft(int depth);

/// From another position, white to move: eight rows from the top parted by '/', the letters of games/chess.game, '.' where it is
/// empty. Each side has its king, black's is not in check, and kings may castle with the rooks that are at home as they are.
std::uint64_t chess_perft(std::string_view rows, int depth);

}  // namespace banmen::baseline
