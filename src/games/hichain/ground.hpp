// The board of HICHAIN with the conditions on each empty cell, updated by every placement.
//
// The board has no edge. A card must touch (one of the eight neighbours) an opponent's card, so each of the at most 54 placements
// widens the occupied rectangle by at most one column and one row, and the 2 x 2 start grows to at most 56 x 56. With the ring of
// empty cells around it that is 58 < 64: coordinates modulo 64 never collide, and the plane is stored as a 64 x 64 torus without
// edge tests. (Coordinates stay in -54 … 55: one byte each.)
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "games/hichain/cards.hpp"

namespace banmen::hichain {

inline constexpr int span = 64;          // of the torus
inline constexpr int widest = span - 2;  // largest width of the occupied rectangle, with the empty ring around it
using Cell = std::uint16_t;              // 64 * row + column; row and column are y + 32 and x + 32 modulo 64

constexpr Cell cell_at(int x, int y) { return static_cast<Cell>(((y + 32) & 63) << 6 | ((x + 32) & 63)); }
constexpr Cell neighbour(Cell c, int k) {
  return static_cast<Cell>(((c + (step_y[static_cast<std::size_t>(k)] * 64)) & 0xfc0) |
                           ((c + step_x[static_cast<std::size_t>(k)]) & 63));
}

/// A card on a cell in one byte: colour, slot + 1, orientation; 0 = empty.
using Code = std::uint8_t;
constexpr Code code_of(int colour, int slot, int orientation) {
  return static_cast<Code>(colour << 7 | (slot + 1) << 2 | orientation);
}
constexpr int code_colour(Code code) { return code >> 7; }
constexpr int code_slot(Code code) { return (code >> 2 & 31) - 1; }
constexpr int code_orientation(Code code) { return code & 3; }

/// A cell: its card, the sides barred there, and the points of black's and of red's cards there.
using Word = std::uint32_t;  // code | barred << 8 | points[0] << 16 | points[1] << 24

constexpr auto make_imprints() {
  std::array<std::array<std::array<Word, 8>, ways>, 2> out{};
  for (std::size_t colour = 0; colour < 2; ++colour)
    for (int way = 0; way < ways; ++way)
      for (int k = 0; k < 8; ++k) {
        const Imprint i = imprint(perimeter(way / 4, way % 4), k);
        out[colour][static_cast<std::size_t>(way)][static_cast<std::size_t>(k)] = Word{i.barred} << 8 | Word{i.offered}
                                                                                                            << (16 + 8 * colour);
      }
  return out;
}
inline constexpr auto imprints = make_imprints();

class Ground {
 public:
  /// State for undoing a placement.
  struct Trace {
    std::array<Word, 8> words;
    std::int8_t west, north;
  };

  [[nodiscard]] Code card(Cell c) const { return static_cast<Code>(cells_[c]); }
  [[nodiscard]] bool is_empty(Cell c) const { return card(c) == 0; }

  /// The ways that fit the cell for a mover of this colour with a full hand. Empty for cells without an opponent's point. The cell
  /// must be empty.
  [[nodiscard]] Ways open_ways(int mover, Cell c) const {
    const Word word = cells_[c];
    return card_index.without_sides[word >> 8 & 255] & card_index.with_point[word >> (mover == 0 ? 24 : 16) & 255];
  }

  /// The ways without a clash of sides there, with or without a point.
  [[nodiscard]] const Ways& unbarred_ways(Cell c) const { return card_index.without_sides[cells_[c] >> 8 & 255]; }

  /// Calls f(cell, ways that fit) for all cells with an opponent's point, row by row from the north, each from the west (on the
  /// torus: its seam is 32 cells from the origin, which few games approach).
  template <class F>
  void each_open(int mover, F&& f) const {
    const auto& rows = open_[mover];
    for (std::uint64_t live = live_[mover]; live != 0; live &= live - 1) {
      const auto row = static_cast<std::size_t>(std::countr_zero(live));
      for (std::uint64_t columns = rows[row]; columns != 0; columns &= columns - 1) {
        const auto c = static_cast<Cell>(row << 6 | static_cast<std::size_t>(std::countr_zero(columns)));
        f(c, open_ways(mover, c));
      }
    }
  }

  /// Plane coordinates of a cell in or next to the occupied rectangle.
  [[nodiscard]] std::int8_t x_of(Cell c) const { return unwrap(c & 63, west_); }
  [[nodiscard]] std::int8_t y_of(Cell c) const { return unwrap(c >> 6, north_); }

  Trace place(int x, int y, Code code) {
    const Cell c = cell_at(x, y);
    const int colour = code_colour(code), way = 4 * slot_sign(code_slot(code)) + code_orientation(code);
    Trace trace{{}, west_, north_};
    if (empty_board_) west_ = static_cast<std::int8_t>(x), north_ = static_cast<std::int8_t>(y);
    empty_board_ = false;
    west_ = std::min(west_, static_cast<std::int8_t>(x));
    north_ = std::min(north_, static_cast<std::int8_t>(y));
    cells_[c] |= code;
    close(0, c);
    close(1, c);
    const auto& words = imprints[static_cast<std::size_t>(colour)][static_cast<std::size_t>(way)];
    for (int k = 0; k < 8; ++k) {
      const Cell n = neighbour(c, k);
      const Word old = cells_[n], now = old | words[static_cast<std::size_t>(k)];
      trace.words[static_cast<std::size_t>(k)] = old;
      cells_[n] = now;
      if ((now & 255) == 0 && (now >> (16 + 8 * colour) & 255) != 0) open(1 - colour, n);
    }
    return trace;
  }

  void remove(Cell c, const Trace& trace) {
    const int colour = code_colour(card(c));
    cells_[c] &= ~Word{255};
    for (int k = 0; k < 8; ++k) {
      const Cell n = neighbour(c, k);
      cells_[n] = trace.words[static_cast<std::size_t>(k)];
      if (is_empty(n) && (cells_[n] >> (16 + 8 * colour) & 255) == 0) close(1 - colour, n);
    }
    for (int owner = 0; owner < 2; ++owner)
      if ((cells_[c] >> (16 + 8 * owner) & 255) != 0) open(1 - owner, c);
    west_ = trace.west;
    north_ = trace.north;
  }

 private:
  static std::int8_t unwrap(int lane, int first) {
    const int edge = first - 1;  // the empty ring begins one cell before the rectangle
    return static_cast<std::int8_t>(edge + ((lane - 32 - edge) & 63));
  }
  void open(int mover, Cell c) {
    open_[mover][c >> 6] |= 1ULL << (c & 63);
    live_[mover] |= 1ULL << (c >> 6);
  }
  void close(int mover, Cell c) {
    open_[mover][c >> 6] &= ~(1ULL << (c & 63));
    if (open_[mover][c >> 6] == 0) live_[mover] &= ~(1ULL << (c >> 6));
  }

  std::array<Word, span * span> cells_{};
  std::array<std::array<std::uint64_t, span>, 2> open_{};  // [mover][row]: empty cells with an opponent's point
  std::array<std::uint64_t, 2> live_{};                    // [mover]: rows with such cells
  std::int8_t west_ = 0, north_ = 0;
  bool empty_board_ = true;
};

}  // namespace banmen::hichain
