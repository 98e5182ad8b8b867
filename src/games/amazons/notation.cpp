#include <optional>

#include "core/text.hpp"
#include "games/amazons/amazons.hpp"
#include "games/amazons/layout.hpp"

namespace banmen {
namespace {

constexpr int words_for(int cells) { return cells <= 64 ? 1 : cells <= 128 ? 2 : 4; }

template <class Position>
Position position_of(const AmazonsBoard& board, int mover) {
  Position p{};
  for (int cell = 0; cell < board.rows * board.columns; ++cell) {
    const char c = board.cells[static_cast<std::size_t>(cell)];
    if (c == 'x') p.pieces[0].add(cell);
    if (c == 'o') p.pieces[1].add(cell);
    if (c == '#') p.burnt.add(cell);
  }
  p.mover = static_cast<std::uint64_t>(mover);
  return p;
}

/// A cell such as "d7" of a board, or nothing and the cursor where it was.
std::optional<int> read_cell(Reader& reader, int rows, int columns) {
  Reader ahead = reader;
  const char letter = ahead.next();
  if (letter < 'a' || letter >= 'a' + columns) return std::nullopt;
  if (ahead.peek() == '0') return std::nullopt;
  const auto row = ahead.number(rows);
  if (!row || *row < 1) return std::nullopt;
  reader = ahead;
  return (rows - static_cast<int>(*row)) * columns + (letter - 'a');
}

}  // namespace

template <int Words, AmazonsPiece Piece>
std::vector<Parameter> Amazons<Words, Piece>::parameters() {
  return {
      Parameter::text("size", amazons_default_size, "N or ROWSxCOLUMNS, each 3..16", "The sides of the board."),
      Parameter::choice("piece", {"queen", "knight"}, "How the pieces move: Amazons or Knight Amazons."),
      Parameter::choice(
          "arrow", {"default", "knight"},
          "default: queens shoot like queens, and the cell that a knight leaves burns. knight: a knight shoots a knight's move."),
      Parameter::text("layout", amazons_default_layout, join(amazons_layouts(), "|"), "A named start for the size."),
      Parameter::text("board", "", "rows from the top, '/' between, of '.' 'x' 'o' '#'",
                      "Any start, instead of size and layout; x begins.")};
}

template <int Words, AmazonsPiece Piece>
bool Amazons<Words, Piece>::fits(const Values& values) {
  if ((values.text("piece") == "queen") != (Piece == AmazonsPiece::queen)) return false;
  const auto board = amazons_board(values.text("size"), values.text("layout"), values.text("board"));
  return board && words_for(board->rows * board->columns) == Words;
}

template <int Words, AmazonsPiece Piece>
Result<Amazons<Words, Piece>> Amazons<Words, Piece>::make(const Values& values) {
  const auto board = amazons_board(values.text("size"), values.text("layout"), values.text("board"));
  if (!board) return fail(board.error());
  const bool arrows = values.text("arrow") == "knight";
  if (values.text("piece") == "queen" && arrows)
    return fail("amazons: queens shoot like queens", "arrow=knight goes with piece=knight");
  if ((values.text("piece") == "queen") != (Piece == AmazonsPiece::queen) || board->rows * board->columns > 64 * Words)
    return fail("amazons: these rules are for another piece or a smaller board");
  Amazons game{};
  game.set_up(board->rows, board->columns, arrows, position_of<Position>(*board, 0));
  return game;
}

template <int Words, AmazonsPiece Piece>
char Amazons<Words, Piece>::cell_text(const Position& p, int cell) const {
  return p.pieces[0].has(cell) ? 'x' : p.pieces[1].has(cell) ? 'o' : p.burnt.has(cell) ? '#' : '.';
}

template <int Words, AmazonsPiece Piece>
std::string Amazons<Words, Piece>::cell_name(int cell) const {
  const int columns = this->grid().columns;
  return static_cast<char>('a' + cell % columns) + std::to_string(this->grid().rows - cell / columns);
}

template <int Words, AmazonsPiece Piece>
std::string Amazons<Words, Piece>::text(const Position& p) const {
  std::string out;
  for (int cell = 0; cell < this->grid().cells(); ++cell) {
    if (cell > 0 && cell % this->grid().columns == 0) out += '/';
    out += cell_text(p, cell);
  }
  return out + (p.mover == 0 ? " x" : " o");
}

template <int Words, AmazonsPiece Piece>
std::string Amazons<Words, Piece>::text(const Position&, Move m) const {
  std::string out = cell_name(m.from) + "-" + cell_name(m.to);
  if (this->shoots()) out += "/" + cell_name(m.arrow);
  return out;
}

template <int Words, AmazonsPiece Piece>
auto Amazons<Words, Piece>::read_position(std::string_view text) const -> Result<Position> {
  Reader reader(text);
  const auto board = read_amazons_board(reader);
  if (!board) return fail(board.error());
  const auto& grid = this->grid();
  if (board->rows != grid.rows || board->columns != grid.columns)
    return fail("the board has " + std::to_string(board->rows) + "x" + std::to_string(board->columns) +
                    " cells, the game is played on " + std::to_string(grid.rows) + "x" + std::to_string(grid.columns),
                {}, 1);
  int mover = 0;
  if (reader.peek() == ' ') {
    reader.skip_spaces();
    if (reader.take('o'))
      mover = 1;
    else if (!reader.take('x') && !reader.done())
      return reader.wanted("'x' or 'o', who is on turn");
    reader.skip_spaces();
    if (!reader.done()) return reader.wanted("the end of the position");
  }
  const auto p = position_of<Position>(*board, mover);
  for (int side = 0; side < 2; ++side)
    if (p.pieces[side].size() > this->most_pieces())
      return fail(std::string("there are ") + std::to_string(p.pieces[side].size()) + " pieces " + "xo"[side] +
                      ", this game has at most " + std::to_string(this->most_pieces()) + " a side",
                  "start the game itself from that board: amazons:board=…", 1);
  return p;
}

template <int Words, AmazonsPiece Piece>
auto Amazons<Words, Piece>::read_move(const Position& p, std::string_view text) const -> Result<Move> {
  const auto& grid = this->grid();
  const std::string form = this->shoots() ? "a move looks like d1-d7/g7: from, to, arrow" : "a move looks like d1-e3: from, to";
  const std::string corner = cell_name(grid.columns - 1);
  Reader reader(text);
  const auto wanted_cell = [&](const char* what) { return reader.wanted(std::string(what) + ", a cell a1 to " + corner, form); };
  const auto from = read_cell(reader, grid.rows, grid.columns);
  if (!from) return wanted_cell("where the piece stands");
  if (!reader.take('-')) return reader.wanted("'-'", form);
  const int to_column = reader.column();
  const auto to = read_cell(reader, grid.rows, grid.columns);
  if (!to) return wanted_cell("where the piece goes");
  int arrow = *from, arrow_column = 0;
  if (this->shoots()) {
    if (!reader.take('/')) return reader.wanted("'/' and the arrow", form);
    arrow_column = reader.column();
    const auto hit = read_cell(reader, grid.rows, grid.columns);
    if (!hit) return wanted_cell("what the arrow hits");
    arrow = *hit;
  }
  if (!reader.done())
    return reader.wanted("the end of the move", this->shoots() ? form : "the cell just left burns of itself: " + form);

  const char own = p.mover == 0 ? 'x' : 'o';
  const std::string piece = Piece == AmazonsPiece::queen ? "queen" : "knight";
  if (!p.pieces[p.mover].has(*from)) return fail(std::string("there is no ") + own + " on " + cell_name(*from), {}, 1);
  const auto view = grid.look(this->occupied(p));
  if (!grid.reach(*from, view).all().has(*to))
    return fail("the " + piece + " on " + cell_name(*from) + " does not get to " + cell_name(*to), {}, to_column);
  if (this->shoots() && !grid.reach(*to, grid.vacated(view, *from)).all().has(arrow))
    return fail("an arrow from " + cell_name(*to) + " does not get to " + cell_name(arrow), {}, arrow_column);
  return Move{static_cast<std::uint8_t>(*from), static_cast<std::uint8_t>(*to), static_cast<std::uint8_t>(arrow)};
}

template <int Words, AmazonsPiece Piece>
Picture Amazons<Words, Piece>::picture(const Position& p) const {
  const int rows = this->grid().rows, columns = this->grid().columns;
  Picture out;
  for (int row = 0; row < rows; ++row) {
    const std::string number = std::to_string(rows - row);
    out.line().put((rows > 9 && number.size() == 1 ? " " : "") + number + " ", Ink::faint);
    for (int column = 0; column < columns; ++column) {
      const char c = cell_text(p, row * columns + column);
      out.put(std::string(1, c) + (column + 1 < columns ? " " : ""), c == 'x'   ? Ink::seat0
                                                                     : c == 'o' ? Ink::seat1
                                                                     : c == '#' ? Ink::mark
                                                                                : Ink::faint);
    }
  }
  std::string letters(rows > 9 ? 2 : 1, ' ');
  for (int column = 0; column < columns; ++column) letters += std::string(" ") + static_cast<char>('a' + column);
  out.line().put(letters, Ink::faint);
  return out;
}

template struct Amazons<1, AmazonsPiece::queen>;
template struct Amazons<2, AmazonsPiece::queen>;
template struct Amazons<4, AmazonsPiece::queen>;
template struct Amazons<1, AmazonsPiece::knight>;
template struct Amazons<2, AmazonsPiece::knight>;
template struct Amazons<4, AmazonsPiece::knight>;

}  // namespace banmen
