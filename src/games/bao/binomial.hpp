// The number of ways to lay stones into holes, and the rank of one way among them.
//
// A board of t stones in m holes is a row of t stones and m-1 walls between holes: a choice of m-1 places out of t+m-1. With wall i
// (from 0) at place w_i, the number of the board is the sum of C(w_i, i+1): the combinatorial number system, a bijection onto
// 0 … C(t+m-1, m-1)-1.
#pragma once

#include <array>
#include <cstdint>

namespace banmen::bao {

inline constexpr std::uint32_t most_holes = 26;
inline constexpr std::uint32_t most_stones = 255;
inline constexpr std::uint64_t too_many = ~std::uint64_t{0};

/// choose[k][n] ways to choose k of n, `too_many` where 64 bits do not hold it. By k first: numbering a board and taking it back
/// walk along n.
inline constexpr auto choose = [] {
  std::array<std::array<std::uint64_t, most_stones + most_holes + 1>, most_holes + 1> table{};
  for (std::size_t n = 0; n < table[0].size(); ++n) {
    table[0][n] = 1;
    for (std::size_t k = 1; k <= most_holes && k <= n; ++k) {
      const std::uint64_t a = table[k - 1][n - 1];
      const std::uint64_t b = table[k][n - 1];
      table[k][n] = a == too_many || b > too_many - a ? too_many : a + b;
    }
  }
  return table;
}();

constexpr std::uint64_t boards(std::uint32_t holes, std::uint32_t stones) { return choose[holes - 1][stones + holes - 1]; }

/// The number of a board among all with as many stones.
inline std::uint64_t board_number(const std::uint8_t* board, std::uint32_t holes) {
  std::uint64_t number = 0;
  std::uint32_t wall = 0;
  for (std::uint32_t i = 0; i + 1 < holes; ++i) {
    wall += board[i];
    number += choose[i + 1][wall + i];
  }
  return number;
}

/// The inverse. Well-formed (as many stones as asked for) whatever the number.
inline void numbered_board(std::uint8_t* board, std::uint32_t holes, std::uint32_t stones, std::uint64_t number) {
  std::uint32_t end = stones;  // stones before the wall to the right of hole i
  for (std::uint32_t i = holes - 1; i > 0; --i) {
    const std::uint64_t* ways = &choose[i][i - 1];
    std::uint32_t before = end;
    while (before > 0 && ways[before] > number) --before;
    number -= ways[before];
    board[i] = static_cast<std::uint8_t>(end - before);
    end = before;
  }
  board[0] = static_cast<std::uint8_t>(end);
}

}  // namespace banmen::bao
