// Text pictures of Reversi and Yonin; Yonin's shows its quadrants.
#include "games/reversi/reversi.hpp"

namespace banmen {
namespace {

Picture picture_of(const DiscBoard& board, const DiscPosition& p, bool quadrants, const std::string& turn) {
  const auto columns = [&](Picture& out) {
    out.line().put("  ", Ink::faint);
    for (int column = 0; column < board.columns; ++column) {
      if (quadrants && column == board.columns / 2) out.put("  ");
      out.put(std::string(1, static_cast<char>('a' + column)) + " ", Ink::faint);
    }
  };
  Picture out;
  columns(out);
  for (int row = 0; row < board.rows; ++row) {
    const std::string name(1, static_cast<char>('1' + row));
    if (quadrants && row == board.rows / 2) {
      const auto side = [](int cells) { return std::string(2 * static_cast<std::size_t>(cells), '-'); };
      out.line().put("  ").put(side(board.columns / 2) + "+-" + side(board.columns / 2), Ink::frame);
    }
    out.line().put(name + " ", Ink::faint);
    for (int column = 0; column < board.columns; ++column) {
      if (quadrants && column == board.columns / 2) out.put("| ", Ink::frame);
      const int cell = 8 * row + column;
      const std::string site = static_cast<char>('a' + column) + name;
      if (p.black() >> cell & 1)
        out.put("x ", Ink::seat0, site);
      else if (p.white() >> cell & 1)
        out.put("o ", Ink::seat1, site);
      else
        out.put(". ", Ink::faint, site);
    }
    out.put(name, Ink::faint);
  }
  columns(out);
  out.line().put("x " + std::to_string(popcount(p.black())), Ink::seat0).put("  ");
  out.put("o " + std::to_string(popcount(p.white())), Ink::seat1);
  out.put("  " + turn, Ink::plain);
  return out;
}

}  // namespace

Picture Reversi::picture(const Position& p) const {
  return picture_of(board(), p, false, count(p) == 0 ? "over" : p.turn == 0 ? "x to move" : "o to move");
}

Picture Yonin::picture(const Position& p) const {
  const Seat seat = turn(p);
  return picture_of(board(), p, true, count(p) == 0 ? "over" : seat_name(seat) + (seat % 2 == 0 ? " (x)" : " (o)") + " to move");
}

}  // namespace banmen
