#include "core/text.hpp"
#include "games/tictactoe/tictactoe.hpp"

namespace banmen {
namespace {

char mark_at(const TicTacToe::Position& p, int cell) {
  if (p.marks[0] >> cell & 1) return 'x';
  if (p.marks[1] >> cell & 1) return 'o';
  return '.';
}

}  // namespace

std::string TicTacToe::text(const Position& p) {
  std::string out;
  for (int cell = 0; cell < 9; ++cell) {
    if (cell == 3 || cell == 6) out += '/';
    out += mark_at(p, cell);
  }
  return out;
}

std::string TicTacToe::text(const Position&, Move m) {
  return {static_cast<char>('a' + m.cell % 3), static_cast<char>('3' - m.cell / 3)};
}

Result<TicTacToe::Position> TicTacToe::read_position(std::string_view text) {
  Reader reader(text);
  Position p{};
  for (int cell = 0; cell < 9; ++cell) {
    if ((cell == 3 || cell == 6) && !reader.take('/')) return reader.wanted("'/' between rows");
    const char c = reader.peek();
    if (c == 'x') p.marks[0] |= static_cast<std::uint16_t>(1 << cell);
    if (c == 'o') p.marks[1] |= static_cast<std::uint16_t>(1 << cell);
    if (c != 'x' && c != 'o' && c != '.') return reader.wanted("'x', 'o' or '.'", "a board looks like x.o/.x./...");
    reader.next();
  }
  if (!reader.done()) return reader.wanted("the end of the board");
  const int lead = __builtin_popcount(p.marks[0]) - __builtin_popcount(p.marks[1]);
  if (lead != 0 && lead != 1) return fail("there must be as many x as o, or one more x");
  // A finished line belongs to whoever moved last, so its owner can't be on turn.
  if (has_line(p.marks[0]) && lead == 0) return fail("x has a line, yet o has moved after it");
  if (has_line(p.marks[1]) && lead == 1) return fail("o has a line, yet x has moved after it");
  return p;
}

Result<TicTacToe::Move> TicTacToe::read_move(const Position& p, std::string_view text) {
  if (text.size() != 2 || text[0] < 'a' || text[0] > 'c' || text[1] < '1' || text[1] > '3')
    return fail("'" + std::string(text) + "' is not a cell", "cells are a1 to c3", 1);
  const auto cell = static_cast<std::uint8_t>(3 * ('3' - text[1]) + (text[0] - 'a'));
  if (turn(p) == over) return fail("the game is over", {}, 1);
  if (taken(p) >> cell & 1) return fail("cell " + std::string(text) + " is taken", {}, 1);
  return Move{cell};
}

}  // namespace banmen
