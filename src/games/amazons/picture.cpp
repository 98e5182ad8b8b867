// The board of Amazons on a terminal.
#include "games/amazons/amazons.hpp"

namespace banmen {

template <int Words, AmazonsPiece Piece>
Picture Amazons<Words, Piece>::picture(const Position& p) const {
  const int rows = this->grid().rows, columns = this->grid().columns;
  Picture out;
  for (int row = 0; row < rows; ++row) {
    const std::string number = std::to_string(rows - row);
    out.line().put((rows > 9 && number.size() == 1 ? " " : "") + number + " ", Ink::faint);
    for (int column = 0; column < columns; ++column) {
      const int cell = row * columns + column;
      const char c = cell_text(p, cell);
      out.put(std::string(1, c) + " ",
              c == 'x'   ? Ink::seat0
              : c == 'o' ? Ink::seat1
              : c == '#' ? Ink::mark
                         : Ink::faint,
              cell_name(cell));
    }
  }
  std::string letters(rows > 9 ? 2 : 1, ' ');
  for (int column = 0; column < columns; ++column) letters += std::string(" ") + static_cast<char>('a' + column);
  out.line().put(letters, Ink::faint);
  return out;
}

#define BANMEN_INSTANTIATE(words, piece) template Picture Amazons<words, AmazonsPiece::piece>::picture(const Position&) const;
BANMEN_EACH_AMAZONS(BANMEN_INSTANTIATE)
#undef BANMEN_INSTANTIATE

}  // namespace banmen
