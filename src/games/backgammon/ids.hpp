// Positions as other backgammon programs write them: GNU Backgammon's position and match ids, and eXtreme Gammon's XGID.
//
// Their "player 1", the one at the bottom of the board, is our first seat. An id without a match id has first on roll.
#pragma once

#include <string>
#include <string_view>

#include "games/backgammon/backgammon.hpp"

namespace banmen::backgammon {

/// 14 characters: both sides' points in unary, the side not on roll first.
std::string gnubg_position_id(const Backgammon::Position& p);
/// 12 characters: cube, dice, turn, score.
std::string gnubg_match_id(const Backgammon& g, const Backgammon::Position& p);
/// POSITION:MATCH
std::string gnubg_id(const Backgammon& g, const Backgammon::Position& p);
std::string xgid(const Backgammon& g, const Backgammon::Position& p);

bool looks_like_gnubg_id(std::string_view text);
Result<Backgammon::Position> read_gnubg_id(const Backgammon& g, std::string_view text);
Result<Backgammon::Position> read_xgid(const Backgammon& g, std::string_view text);

}  // namespace banmen::backgammon
