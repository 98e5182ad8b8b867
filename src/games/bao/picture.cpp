// The board of Bao on a terminal: two rows of holes, named from a on round the board.
#include <algorithm>
#include <string>

#include "games/bao/bao.hpp"

namespace banmen {

Picture Bao::picture(const Position& p) const {
  const std::uint32_t side = holes_a_side();
  std::size_t width = 2;
  for (std::uint32_t hole = 0; hole < holes(); ++hole) width = std::max(width, std::to_string(p.holes[hole]).size() + 1);
  auto right = [&](const std::string& text) { return std::string(width - text.size(), ' ') + text; };
  Picture out;
  auto row = [&](Seat seat, bool names) {
    const bool moves = turn(p) == seat;
    if (names)
      out.line().put("         ");
    else
      out.line().put((moves ? "> " : "  ") + seat_name(seat) + (seat == 0 ? "  " : " "), seat_ink(seat));
    for (std::uint32_t column = 0; column < side; ++column) {
      const std::uint32_t hole = seat == 0 ? column : 2 * side - 1 - column;
      if (names)
        out.put(right(std::string(1, bao::hole_name(hole))), Ink::faint);
      else
        out.put(right(p.holes[hole] == 0 ? "." : std::to_string(p.holes[hole])), p.holes[hole] == 0 ? Ink::faint : seat_ink(seat),
                std::string(1, bao::hole_name(hole)));
    }
  };
  row(0, true);
  row(0, false);
  row(1, false);
  row(1, true);
  if (p.ended) out.line().put("  ended by an endless move", Ink::mark);
  return out;
}

}  // namespace banmen
