// Reading positions as other backgammon programs write them: GNU Backgammon's position and match ids, and eXtreme Gammon's XGID.
//
// Their "player 1", the one at the bottom of the board, is our first seat. An id without a match id has first on roll.
#pragma once

#include <string>
#include <string_view>

#include "games/backgammon/backgammon.hpp"

namespace banmen::backgammon {

/// A position id has 14 characters (both sides' points in unary, the side not on roll first), a match id another 12 after a colon
/// (cube, dice, turn, score).
bool looks_like_gnubg_id(std::string_view text);
Result<Backgammon::Position> read_gnubg_id(const Backgammon& g, std::string_view text);
Result<Backgammon::Position> read_xgid(const Backgammon& g, std::string_view text);

}  // namespace banmen::backgammon
