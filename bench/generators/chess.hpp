// A plain chess move generator, the baseline for perft of games/chess.game: mailbox board, pseudo-legal moves, each made, tested
// for check and unmade.
#pragma once

#include <cstdint>
#include <string_view>

namespace banmen::baseline {

/// Perft from the initial position. A game that ends earlier counts as one leaf: 4865617 after five plies where 4865609 are
/// published, since eight games are mate after four.
std::uint64_t chess_perft(int depth);

/// Perft from another position, white to move: eight rows from the top separated by '/', the letters of games/chess.game, '.' for
/// empty squares. Each side needs its king, black's not in check; castling rights follow from kings and rooks at home.
std::uint64_t chess_perft(std::string_view rows, int depth);

}  // namespace banmen::baseline
