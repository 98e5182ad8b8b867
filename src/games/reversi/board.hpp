// The board of Reversi and Yonin: rows × columns (even, 4..8), its four quadrants, its start discs and its symmetries.
#pragma once

#include <array>
#include <cstdint>

#include "core/bitboard.hpp"

namespace banmen {

struct DiscBoard {
  std::int8_t rows = 8;
  std::int8_t columns = 8;

  [[nodiscard]] constexpr Bits cells() const { return rectangle(rows, columns); }

  /// The quadrants, clockwise from the top left: A, B, C, D.
  [[nodiscard]] constexpr Bits quadrant(int seat) const {
    const Bits top_left = rectangle(rows / 2, columns / 2);
    const int right = columns / 2, down = 8 * (rows / 2);
    const std::array<int, 4> shift = {0, right, down + right, down};
    return top_left << shift[static_cast<std::size_t>(seat)];
  }

  /// The centre cells of the quadrants A and C, or of B and D.
  [[nodiscard]] constexpr Bits centre(bool of_b_and_d) const {
    const int low = rows / 2 - 1, left = columns / 2 - 1;
    return of_b_and_d ? cell_bit(low, left + 1) | cell_bit(low + 1, left) : cell_bit(low, left) | cell_bit(low + 1, left + 1);
  }

  // Turns and mirrors by their operations: 4 transpose, then 2 flip the rows, then 1 flip the columns. Only squares transpose.
  static constexpr int quarter_turn = 4 + 1;  // clockwise: A to B
  static constexpr int half_turn = 2 + 1;
  static constexpr int three_quarter_turn = 4 + 2;

  [[nodiscard]] constexpr int turns_and_mirrors() const { return rows == columns ? 8 : 4; }

  [[nodiscard]] constexpr Bits image(int kind, Bits set) const {
    if (kind & 4) set = transpose(set);
    if (kind & 2) set = flip_rows(set) >> 8 * (8 - rows);
    if (kind & 1) set = flip_columns(set) >> (8 - columns);
    return set;
  }
};

}  // namespace banmen
