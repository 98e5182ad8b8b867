#include "core/bitboard.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "core/random.hpp"

namespace banmen {
namespace {

bool has(Bits set, int row, int column) {
  return row >= 0 && row < 8 && column >= 0 && column < 8 && (set >> (8 * row + column) & 1);
}

/// Both kernels, one step at a time.
Bits slow_behind_runs(Bits from, Bits between) {
  Bits found = 0;
  for (int cell = 0; cell < 64; ++cell)
    for (int dr = -1; dr <= 1; ++dr)
      for (int dc = -1; dc <= 1; ++dc) {
        if ((dr == 0 && dc == 0) || !(from >> cell & 1)) continue;
        int r = cell / 8 + dr, c = cell % 8 + dc, length = 0;
        for (; has(between, r, c); r += dr, c += dc) ++length;
        if (length > 0 && r >= 0 && r < 8 && c >= 0 && c < 8) found |= cell_bit(r, c);
      }
  return found;
}

Bits slow_runs_between(int cell, Bits between, Bits to) {
  Bits found = 0;
  for (int dr = -1; dr <= 1; ++dr)
    for (int dc = -1; dc <= 1; ++dc) {
      if (dr == 0 && dc == 0) continue;
      Bits run = 0;
      int r = cell / 8 + dr, c = cell % 8 + dc;
      for (; has(between, r, c); r += dr, c += dc) run |= cell_bit(r, c);
      if (has(to, r, c)) found |= run;
    }
  return found;
}

/// The eight lines from a cell, each as its cells in order, without the cell itself.
std::vector<std::vector<int>> rays(int cell) {
  std::vector<std::vector<int>> all;
  for (int dr = -1; dr <= 1; ++dr)
    for (int dc = -1; dc <= 1; ++dc) {
      if (dr == 0 && dc == 0) continue;
      std::vector<int> ray;
      for (int r = cell / 8 + dr, c = cell % 8 + dc; r >= 0 && r < 8 && c >= 0 && c < 8; r += dr, c += dc) ray.push_back(8 * r + c);
      all.push_back(ray);
    }
  return all;
}

}  // namespace

TEST(Bitboard, FollowsEveryLineFillingExhaustively) {
  // Every cell, every direction, every filling of the ray with nothing, `between` or `to`: at most 3^7.
  for (int cell = 0; cell < 64; ++cell)
    for (const auto& ray : rays(cell)) {
      int fillings = 1;
      for (std::size_t i = 0; i < ray.size(); ++i) fillings *= 3;
      for (int filling = 0; filling < fillings; ++filling) {
        Bits between = 0, to = 0;
        int left = filling;
        for (const int at : ray) {
          if (left % 3 == 1) between |= Bits{1} << at;
          if (left % 3 == 2) to |= Bits{1} << at;
          left /= 3;
        }
        const Bits origin = Bits{1} << cell;
        ASSERT_EQ(runs_between(origin, between, to), slow_runs_between(cell, between, to)) << cell << ' ' << filling;
        ASSERT_EQ(behind_runs(origin, between) & ~between, slow_behind_runs(origin, between)) << cell << ' ' << filling;
      }
    }
}

TEST(Bitboard, FollowsLinesOfRandomBoardsLikeTheTwin) {
  Random random(1);
  for (int round = 0; round < 20000; ++round) {
    // From sparse to crowded boards.
    Bits a = random.word64(), b = random.word64();
    if (round % 3 == 1) a &= random.word64();
    if (round % 3 == 2) b |= random.word64();
    a &= ~b;
    ASSERT_EQ(behind_runs(a, b) & ~b, slow_behind_runs(a, b)) << a << ' ' << b;
    const int cell = static_cast<int>(random.below(64));
    const Bits origin = Bits{1} << cell;
    ASSERT_EQ(runs_between(origin, b & ~origin, a & ~origin), slow_runs_between(cell, b & ~origin, a & ~origin)) << a << ' ' << b;
  }
  EXPECT_EQ(runs_between(0, ~Bits{0}, ~Bits{0}), 0u);
}

/// The same boards as above, with every vector width on any machine.
template <class Form>
void compare_with_plain_words() {
  Random random(3);
  for (int round = 0; round < 20'000; ++round) {
    const Bits own = random.word64(), other = (round % 2 ? random.word64() : ~Bits{0}) & ~own, origin = Bits{1} << random.below(64);
    ASSERT_EQ(Form::behind_runs(own, other), lines::Words::behind_runs(own, other)) << own << ' ' << other;
    ASSERT_EQ(Form::runs_between(origin, other & ~origin, own & ~origin),
              lines::Words::runs_between(origin, other & ~origin, own & ~origin))
        << own << ' ' << other << ' ' << origin;
  }
}
TEST(Bitboard, EveryWidthGivesTheSame) {
  compare_with_plain_words<lines::Pairs>();
  compare_with_plain_words<lines::Fours>();
}

TEST(Bitboard, FindsTheNthCell) {
  Random random(2);
  for (int round = 0; round < 2000; ++round) {
    const Bits set = round == 0 ? ~Bits{0} : random.word64() & (round % 2 ? random.word64() : ~Bits{0});
    std::uint32_t k = 0;
    for (int cell = 0; cell < 64; ++cell)
      if (set >> cell & 1) {
        ASSERT_EQ(nth_cell(set, k), cell);
        ASSERT_EQ(select_bit_portable(set, k), cell);
        ++k;
      }
  }
}

TEST(Bitboard, TurnsTheSquareCellByCell) {
  for (int row = 0; row < 8; ++row)
    for (int column = 0; column < 8; ++column) {
      EXPECT_EQ(flip_rows(cell_bit(row, column)), cell_bit(7 - row, column));
      EXPECT_EQ(flip_columns(cell_bit(row, column)), cell_bit(row, 7 - column));
      EXPECT_EQ(transpose(cell_bit(row, column)), cell_bit(column, row));
    }
  Random random(3);
  for (int round = 0; round < 1000; ++round) {  // images of sets are the unions of the images of their cells
    const Bits a = random.word64(), b = random.word64();
    ASSERT_EQ(flip_rows(a | b), flip_rows(a) | flip_rows(b));
    ASSERT_EQ(flip_columns(a | b), flip_columns(a) | flip_columns(b));
    ASSERT_EQ(transpose(a | b), transpose(a) | transpose(b));
  }
}

TEST(Bitboard, MakesRectangles) {
  for (int rows = 0; rows <= 8; ++rows)
    for (int columns = 0; columns <= 8; ++columns)
      for (int cell = 0; cell < 64; ++cell)
        ASSERT_EQ(rectangle(rows, columns) >> cell & 1, static_cast<Bits>(cell / 8 < rows && cell % 8 < columns));
}

}  // namespace banmen
