// Backgammon with its notation.
//
// Position: first's checkers / second's checkers / state, each side in its own numbering (bar or 25, off implied):
//   24x2,13x5,8x3,6x5/24x2,13x5,8x3,6x5/opening      before the opening roll
//   …/first  …/second:3-1                            to roll (or to double), to play 3-1
//   …/first:roll  …/first:double  …/first:beaver     decided not to double; has doubled; was beavered
//   …/over:first:2                                   first has won 2 points
// then, unless at their start, /cube:VALUE:OWNER and /score:FIRST:SECOND[:crawford|:post].
// GNU Backgammon's position ids (with or without a match id) and XGIDs are read too (ids.cpp).
//
// Moves: throws 3-1; plays 13/7,8/7 or bar/22* or 6/off(2), read with commas or spaces; pass; roll, double, take, drop, beaver.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/game.hpp"
#include "games/backgammon/index.hpp"
#include "games/backgammon/rules.hpp"
#include "games/backgammon/side_plays.hpp"

namespace banmen {

struct Backgammon : BackgammonRules {
  static std::string_view id() { return "backgammon"; }
  static std::string_view title() { return "Backgammon"; }
  static std::vector<Parameter> parameters();
  static Result<Backgammon> make(const Values& values);

  std::string text(const Position& p) const;
  static std::string text(const Position& p, Move m);
  Result<Position> read_position(std::string_view text) const;
  Result<Move> read_move(const Position& p, std::string_view text) const;
  static std::string seat_name(Seat seat) { return seat == 0 ? "first" : "second"; }
  /// Points are numbered for the side on turn.
  Picture picture(const Position& p) const;
  static std::vector<std::string> sites(const Position& p, Move m);
  static Figures facts(const Position& p, Move m);

  /// Completes and validates a position with sides, mover and cube: checkers borne off, collisions, the end of the game.
  Result<Position> settled(Position p) const;
};

namespace backgammon {
/// A GNU Backgammon position id has 14 characters (both sides' points in unary, the side not on roll first), a match id another 12
/// after a colon (cube, dice, turn, score). Its "player 1", at the bottom of the board, is our first seat. Without a match id first
/// is on roll.
bool looks_like_gnubg_id(std::string_view text);
Result<Backgammon::Position> read_gnubg_id(const Backgammon& g, std::string_view text);
/// An id of eXtreme Gammon.
Result<Backgammon::Position> read_xgid(const Backgammon& g, std::string_view text);

scene::Scenery<Backgammon> scenery();
}  // namespace backgammon

}  // namespace banmen
