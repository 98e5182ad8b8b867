// Tic-tac-toe with its notation: cells a1 (bottom left) … c3, a board row by row from the top as in "x.o/.x./...".
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/game.hpp"
#include "games/tictactoe/rules.hpp"

namespace banmen {

struct TicTacToe : TicTacToeRules {
  static std::string_view id() { return "tictactoe"; }
  static std::string_view title() { return "Tic-tac-toe"; }
  static std::vector<Parameter> parameters() { return {}; }
  static Result<TicTacToe> make(const Values&) { return TicTacToe{}; }

  static std::string text(const Position& p);
  static std::string text(const Position& p, Move m);
  static Result<Position> read_position(std::string_view text);
  static Result<Move> read_move(const Position& p, std::string_view text);
  static std::string seat_name(Seat seat) { return seat == 0 ? "first" : "second"; }
  static Picture picture(const Position& p);
};

namespace tictactoe {
scene::Scenery<TicTacToe> scenery();
}

}  // namespace banmen
