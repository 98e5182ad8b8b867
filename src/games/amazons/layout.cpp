#include "games/amazons/layout.hpp"

namespace banmen {
namespace {

std::string side_range() { return std::to_string(AmazonsBoard::least_side) + ".." + std::to_string(AmazonsBoard::most_side); }

bool side_fits(long side) { return side >= AmazonsBoard::least_side && side <= AmazonsBoard::most_side; }

/// Puts x at (row from the bottom, column) and o at the mirror image in the board's middle rank.
void put(AmazonsBoard& board, int row, int column, int other_column) {
  board.cells[static_cast<std::size_t>((board.rows - 1 - row) * board.columns + column)] = 'x';
  board.cells[static_cast<std::size_t>(row * board.columns + other_column)] = 'o';
}

}  // namespace

std::string AmazonsBoard::text() const {
  std::string out;
  for (int row = 0; row < rows; ++row) {
    if (row > 0) out += '/';
    out += cells.substr(static_cast<std::size_t>(row * columns), static_cast<std::size_t>(columns));
  }
  return out;
}

Result<AmazonsBoard> read_amazons_size(std::string_view text) {
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

Result<AmazonsBoard> read_amazons_board(Reader& reader) {
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
        return reader.error("a row of " + std::to_string(column) + " cells: a side is " + side_range());
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
    return reader.error("a board of " + std::to_string(board.rows) + " rows: a side is " + side_range());
  for (const char piece : {'x', 'o'})
    if (board.cells.find(piece) == std::string::npos)
      return fail(std::string("there is no ") + piece + " on the board", "each side has at least one piece", begin);
  return board;
}

const std::vector<std::string>& amazons_layouts() {
  static const std::vector<std::string> names{"standard", "corners", "pairs", "edges"};
  return names;
}

Result<AmazonsBoard> amazons_layout(std::string_view name, AmazonsBoard board) {
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

Result<AmazonsBoard> amazons_board(const std::string& size, const std::string& layout, const std::string& board) {
  const auto empty = read_amazons_size(size);
  if (!empty) return empty;
  if (board.empty()) return amazons_layout(layout, *empty);
  if (layout != amazons_default_layout) return fail("layout= and board= exclude each other", "leave layout=" + layout + " out");
  Reader reader(board);
  auto read = read_amazons_board(reader);
  if (!read) {
    read.error().what = "board=" + board + ": " + read.error().what;
    return read;
  }
  if (!reader.done()) return reader.wanted("the end of the board", "who is on turn is no part of board=; x begins");
  if (size != amazons_default_size && (read->rows != empty->rows || read->columns != empty->columns))
    return fail(
        "size=" + size + ", but the board has " + std::to_string(read->rows) + "x" + std::to_string(read->columns) + " cells",
        "leave size out: the board says it");
  return read;
}

}  // namespace banmen
