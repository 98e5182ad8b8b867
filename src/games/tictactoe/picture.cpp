#include "games/tictactoe/tictactoe.hpp"

namespace banmen {

Picture TicTacToe::picture(const Position& p) {
  Picture out;
  for (int row = 0; row < 3; ++row) {
    out.line().put(std::string(1, static_cast<char>('3' - row)) + " ", Ink::faint);
    for (int column = 0; column < 3; ++column) {
      const int cell = 3 * row + column;
      const std::string site = text(p, {static_cast<std::uint8_t>(cell)});
      if (p.marks[0] >> cell & 1)
        out.put("x ", Ink::seat0, site);
      else if (p.marks[1] >> cell & 1)
        out.put("o ", Ink::seat1, site);
      else
        out.put(". ", Ink::faint, site);
    }
  }
  out.line().put("  a b c", Ink::faint);
  return out;
}

}  // namespace banmen
