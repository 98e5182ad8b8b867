#include "generators/draughts.hpp"

#include <array>
#include <cstddef>

namespace banmen::baseline {
namespace {

// 10×10 mailbox, a8 = 11 … h1 = 88: a jump over a piece ends on the border at worst.
constexpr int a8 = 11, h1 = 88, width = 10;

// The first two directions are those of black's men, the last two those of white's.
constexpr int directions[4] = {-width - 1, -width + 1, width - 1, width + 1};

// A colour bit, and one more for kings.
constexpr std::uint8_t empty = 0, black = 1, white = 2, king = 4, wall = 8;

constexpr auto dark_squares = [] {
  std::array<int, 32> squares{};
  std::size_t n = 0;
  for (int row = 0; row < 8; ++row)
    for (int column = 1 - row % 2; column < 8; column += 2) squares[n++] = a8 + row * width + column;
  return squares;
}();

class Board {
 public:
  explicit Board(std::string_view rows) {
    for (auto& square : at_) square = wall;
    int square = a8;
    for (const char letter : rows) {
      if (letter == '/') {
        square += 2;
        continue;
      }
      at_[square++] = letter == 'x'   ? black
                      : letter == 'X' ? black | king
                      : letter == 'o' ? white
                      : letter == 'O' ? white | king
                                      : empty;
    }
  }

  std::uint64_t perft(int mover, int depth) {
    if (depth == 0) return 1;
    std::uint64_t leaves = 0;
    for (const int from : dark_squares)
      if (at_[from] & mover) leaves += jumps(from, mover, depth);
    if (leaves > 0) return leaves;  // captures are mandatory
    for (const int from : dark_squares)
      if (at_[from] & mover) leaves += steps(from, mover, depth);
    return leaves > 0 ? leaves : 1;  // no move loses
  }

 private:
  /// Leaves below all captures that continue from here; 0 if there is none. Different orders of the same captures are different
  /// moves.
  std::uint64_t jumps(int from, int mover, int depth) {
    const std::uint8_t piece = at_[from];
    const int other = black + white - mover;
    std::uint64_t leaves = 0;
    for (int d = first(piece); d < last(piece); ++d) {
      const int over = from + directions[d], to = over + directions[d];
      if (!(at_[over] & other) || at_[to] != empty) continue;
      const std::uint8_t taken = at_[over];
      at_[from] = at_[over] = empty;
      at_[to] = crowned(piece, to);
      // Crowning ends a capture; otherwise it continues while possible.
      const std::uint64_t further = at_[to] == piece ? jumps(to, mover, depth) : 0;
      leaves += further > 0 ? further : perft(other, depth - 1);
      at_[to] = empty;
      at_[over] = taken;
      at_[from] = piece;
    }
    return leaves;
  }

  std::uint64_t steps(int from, int mover, int depth) {
    const std::uint8_t piece = at_[from];
    std::uint64_t leaves = 0;
    for (int d = first(piece); d < last(piece); ++d) {
      const int to = from + directions[d];
      if (at_[to] != empty) continue;
      at_[from] = empty;
      at_[to] = crowned(piece, to);
      leaves += perft(black + white - mover, depth - 1);
      at_[to] = empty;
      at_[from] = piece;
    }
    return leaves;
  }

  static int first(int piece) { return piece == white ? 2 : 0; }
  static int last(int piece) { return piece == black ? 2 : 4; }

  /// The piece after arriving there, crowned if it reaches the last row.
  static std::uint8_t crowned(std::uint8_t piece, int square) {
    const bool far = piece == black ? square < a8 + 8 : piece == white && square > h1 - 8;
    return far ? piece | king : piece;
  }

  std::uint8_t at_[width * width];
};

}  // namespace

std::uint64_t draughts_perft(std::string_view rows, int depth) { return Board(rows).perft(black, depth); }

std::uint64_t draughts_perft(int depth) {
  return draughts_perft(".o.o.o.o/o.o.o.o./.o.o.o.o/......../......../x.x.x.x./.x.x.x.x/x.x.x.x.", depth);
}

}  // namespace banmen::baseline
