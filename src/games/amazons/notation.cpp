#include <optional>

#include "core/text.hpp"
#include "games/amazons/amazons.hpp"

namespace banmen {

const std::vector<std::string>& amazons_layouts() {
  static const std::vector<std::string> names{"standard", "corners", "pairs", "edges"};
  return names;
}

std::string AmazonsBoard::text() const {
  std::string out;
  for (int row = 0; row < rows; ++row) {
    if (row > 0) out += '/';
    out += cells.substr(static_cast<std::size_t>(row * columns), static_cast<std::size_t>(columns));
  }
  return out;
}

namespace {

constexpr const char *default_size = "10", *default_layout = "standard";

std::string side_range() { return std::to_string(AmazonsBoard::least_side) + ".." + std::to_string(AmazonsBoard::most_side); }

bool side_fits(long side) { return side >= AmazonsBoard::least_side && side <= AmazonsBoard::most_side; }

/// Puts x at (row from the bottom, column) and o at its mirror image.
void put(AmazonsBoard& board, int row, int column, int other_column) {
  board.cells[static_cast<std::size_t>((board.rows - 1 - row) * board.columns + column)] = 'x';
  board.cells[static_cast<std::size_t>(row * board.columns + other_column)] = 'o';
}

/// "10" or "6x7" (rows × columns).
Result<AmazonsBoard> read_size(std::string_view text) {
  Reader reader(text);
  const auto rows = reader.number();
  auto columns = rows;
  if (rows && reader.take('x')) columns = reader.number();
  if (!rows || !columns || !reader.done())
    return fail("size=" + std::string(text) + " is not a size", "a size is N or ROWSxCOLUMNS, each " + side_range());
  if (!side_fits(*rows) || !side_fits(*columns)) {
    const auto near = [](long side) {
      return std::to_string(side < AmazonsBoard::least_side  ? AmazonsBoard::least_side
                            : side > AmazonsBoard::most_side ? AmazonsBoard::most_side
                                                             : side);
    };
    return fail("size=" + std::string(text) + " is out of range: each side is " + side_range(),
                "the nearest valid size is " + (*rows == *columns ? near(*rows) : near(*rows) + "x" + near(*columns)));
  }
  AmazonsBoard board{static_cast<int>(*rows), static_cast<int>(*columns), {}};
  board.cells.assign(static_cast<std::size_t>(board.rows * board.columns), '.');
  return board;
}

/// Rows separated by '/', up to a space or the end. Any rectangle of a valid size with at least one piece of each side.
Result<AmazonsBoard> read_board_rows(Reader& reader) {
  AmazonsBoard board;
  int column = 0;
  const int begin = reader.column();
  for (;; reader.next()) {
    const char c = reader.peek();
    if (c == '.' || c == '#' || c == 'x' || c == 'o') {
      if (column == AmazonsBoard::most_side)
        return reader.error("a row has more than " + std::to_string(AmazonsBoard::most_side) + " cells");
      board.cells += c;
      ++column;
      continue;
    }
    if (c != '/' && c != ' ' && c != '\0')
      return reader.wanted("'.', '#', 'x', 'o' or '/'", "a board looks like o..o/..../..../x..x");
    if (board.rows == 0) {
      if (column < AmazonsBoard::least_side)
        return reader.error("a row of " + std::to_string(column) + " cells is too short: expected " + side_range());
      board.columns = column;
    } else if (column != board.columns) {
      return reader.error("row " + std::to_string(board.rows + 1) + " from the top has " + std::to_string(column) +
                          " cells, the first has " + std::to_string(board.columns));
    }
    ++board.rows;
    column = 0;
    if (c != '/') break;
    if (board.rows == AmazonsBoard::most_side)
      return reader.error("a board has at most " + std::to_string(AmazonsBoard::most_side) + " rows");
  }
  if (board.rows < AmazonsBoard::least_side)
    return reader.error("a board of " + std::to_string(board.rows) + " rows is too small: expected " + side_range());
  for (const char piece : {'x', 'o'})
    if (board.cells.find(piece) == std::string::npos)
      return fail(std::string("there is no ") + piece + " on the board", "each side has at least one piece", begin);
  return board;
}

/// A named layout on an empty board.
Result<AmazonsBoard> layout_of(std::string_view name, AmazonsBoard board) {
  const int columns = board.columns, last = columns - 1;
  if (name == "standard") {
    // Two on the back rank, two on the edges, a third of the way in: d1 g1 a4 j4 on 10×10.
    const int in = last / 3, up = (board.rows - 1) / 3;
    put(board, 0, in, in);
    put(board, 0, last - in, last - in);
    put(board, up, 0, 0);
    put(board, up, last, last);
  } else if (name == "corners") {  // one each, in opposite corners
    put(board, 0, 0, last);
  } else if (name == "pairs") {  // two each, in the corners of the own back rank
    put(board, 0, 0, 0);
    put(board, 0, last, last);
  } else if (name == "edges") {  // one each, in the middle of the own back rank, point-symmetric
    put(board, 0, last / 2, last - last / 2);
  } else {
    return fail("layout=" + std::string(name) + " is not a layout", suggest(name, amazons_layouts()));
  }
  return board;
}

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

/// A cell such as "d7"; nothing, with the cursor unmoved, if there is none.
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

Result<AmazonsBoard> amazons_board(const std::string& size, const std::string& layout, const std::string& board) {
  const auto empty = read_size(size);
  if (!empty) return empty;
  if (board.empty()) return layout_of(layout, *empty);
  if (layout != default_layout) return fail("layout= and board= exclude each other", "omit layout=" + layout);
  Reader reader(board);
  auto read = read_board_rows(reader);
  if (!read) {
    read.error().what = "board=" + board + ": " + read.error().what;
    return read;
  }
  if (!reader.done()) return reader.wanted("the end of the board", "omit the side on turn: on board= x always begins");
  if (size != default_size && (read->rows != empty->rows || read->columns != empty->columns))
    return fail("size=" + size + " does not fit the board, which has " + std::to_string(read->rows) + "x" +
                    std::to_string(read->columns) + " cells",
                "omit size: the board determines it");
  return read;
}

template <int Words, AmazonsPiece Piece>
std::vector<Parameter> Amazons<Words, Piece>::parameters() {
  return {
      Parameter::text("size", default_size, "N or ROWSxCOLUMNS, each 3..16", "Size of the board"),
      Parameter::choice("piece", {"queen", "knight"}, "Movement of the pieces: Amazons or Knight Amazons"),
      Parameter::choice(
          "arrow", {"default", "knight"},
          "default: queens shoot like queens, a knight burns the cell it leaves; knight: a knight shoots one knight's move away"),
      Parameter::text("layout", default_layout, join(amazons_layouts(), "|"), "Named start for the size"),
      Parameter::text("board", "", "rows from the top, '/' between, of '.' 'x' 'o' '#'",
                      "Any start, instead of size and layout; x begins")};
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
    return fail("amazons: arrow=knight needs piece=knight", "add piece=knight, or omit arrow=");
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
  AmazonsBoard board{this->grid().rows, this->grid().columns, {}};
  for (int cell = 0; cell < this->grid().cells(); ++cell) board.cells += cell_text(p, cell);
  return board.text() + (p.mover == 0 ? " x" : " o");
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
  const auto board = read_board_rows(reader);
  if (!board) return fail(board.error());
  const auto& grid = this->grid();
  if (board->rows != grid.rows || board->columns != grid.columns)
    return fail("the board has " + std::to_string(board->rows) + "x" + std::to_string(board->columns) +
                    " cells, but the game is played on " + std::to_string(grid.rows) + "x" + std::to_string(grid.columns),
                {}, 1);
  int mover = 0;
  if (reader.peek() == ' ') {
    reader.skip_spaces();
    if (reader.take('o'))
      mover = 1;
    else if (!reader.take('x') && !reader.done())
      return reader.wanted("'x' or 'o', the side on turn");
    reader.skip_spaces();
    if (!reader.done()) return reader.wanted("the end of the position");
  }
  const auto p = position_of<Position>(*board, mover);
  for (int side = 0; side < 2; ++side)
    if (p.pieces[side].size() > this->most_pieces())
      return fail(std::string(1, "xo"[side]) + " has " + std::to_string(p.pieces[side].size()) + " pieces" +
                      ", but this game has at most " + std::to_string(this->most_pieces()) + " a side",
                  "start the game itself from that board: amazons:board=…", 1);
  return p;
}

template <int Words, AmazonsPiece Piece>
auto Amazons<Words, Piece>::read_move(const Position& p, std::string_view text) const -> Result<Move> {
  const auto& grid = this->grid();
  const std::string form = this->shoots() ? "a move looks like d1-d7/g7: from, to, arrow" : "a move looks like d1-e3: from, to";
  const std::string corner = cell_name(grid.columns - 1);
  Reader reader(text);
  const auto expected_cell = [&](const char* what) { return reader.wanted(std::string(what) + ", a cell a1 to " + corner, form); };
  const auto from = read_cell(reader, grid.rows, grid.columns);
  if (!from) return expected_cell("the piece");
  if (!reader.take('-')) return reader.wanted("'-'", form);
  const int to_column = reader.column();
  const auto to = read_cell(reader, grid.rows, grid.columns);
  if (!to) return expected_cell("the destination");
  int arrow = *from, arrow_column = 0;
  if (this->shoots()) {
    if (!reader.take('/')) return reader.wanted("'/' and the arrow", form);
    arrow_column = reader.column();
    const auto hit = read_cell(reader, grid.rows, grid.columns);
    if (!hit) return expected_cell("the arrow's target");
    arrow = *hit;
  }
  if (!reader.done())
    return reader.wanted("the end of the move", this->shoots() ? form : "the vacated cell burns by itself: " + form);

  const char own = p.mover == 0 ? 'x' : 'o';
  const std::string piece = Piece == AmazonsPiece::queen ? "queen" : "knight";
  if (!p.pieces[p.mover].has(*from)) return fail(std::string("there is no ") + own + " on " + cell_name(*from), {}, 1);
  const auto view = grid.look(this->occupied(p));
  if (!grid.reach(*from, view).all().has(*to))
    return fail("the " + piece + " on " + cell_name(*from) + " does not reach " + cell_name(*to), {}, to_column);
  if (this->shoots() && !grid.reach(*to, grid.vacated(view, *from)).all().has(arrow))
    return fail("an arrow from " + cell_name(*to) + " does not reach " + cell_name(arrow), {}, arrow_column);
  return Move{static_cast<std::uint8_t>(*from), static_cast<std::uint8_t>(*to), static_cast<std::uint8_t>(arrow)};
}

#define BANMEN_INSTANTIATE(words, piece) template struct Amazons<words, AmazonsPiece::piece>;
BANMEN_EACH_AMAZONS(BANMEN_INSTANTIATE)
#undef BANMEN_INSTANTIATE

}  // namespace banmen
