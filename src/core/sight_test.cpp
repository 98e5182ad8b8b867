#include "core/sight.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <memory>
#include <vector>

#include "core/random.hpp"

namespace banmen {
namespace {

/// Step by step, in the documented order.
template <int Words>
std::vector<int> plain_sight(int rows, int columns, int cell, const Cells<Words>& occupied) {
  constexpr int steps[8][2] = {{0, 1}, {0, -1}, {1, -1}, {-1, 1}, {1, 0}, {-1, 0}, {1, 1}, {-1, -1}};
  std::vector<int> seen;
  for (const auto& step : steps)
    for (int r = cell / columns + step[0], c = cell % columns + step[1]; r >= 0 && r < rows && c >= 0 && c < columns;
         r += step[0], c += step[1]) {
      if (occupied.has(r * columns + c)) break;
      seen.push_back(r * columns + c);
    }
  return seen;
}

template <int Words>
void compare(const QueenSight<Words>& sight, int rows, int columns, int cell, const Cells<Words>& occupied) {
  std::vector<int> cells;
  Cells<1>{{sight.seen(cell, typename QueenSight<Words>::View(occupied))}}.each(
      [&](int place) { cells.push_back(sight.cell_at(cell, place)); });
  ASSERT_EQ(cells, plain_sight(rows, columns, cell, occupied)) << rows << "x" << columns << " cell " << cell;
}

template <int Words>
void compare_shapes(std::uint64_t seed) {
  const auto sight = std::make_unique<QueenSight<Words>>();
  Random random(seed);
  for (int rows = 1; rows <= 16; ++rows)
    for (int columns = 1; columns <= 16; ++columns) {
      if (rows * columns > 64 * Words) continue;
      sight->build(rows, columns);
      for (int cell = 0; cell < rows * columns; ++cell)
        for (std::uint32_t eighths = 0; eighths < 6; ++eighths) {
          Cells<Words> occupied{};
          for (int c = 0; c < rows * columns; ++c)
            if (random.below(8) < eighths) occupied.add(c);
          compare(*sight, rows, columns, cell, occupied);
        }
    }
}

SixteenBytes random_bytes(Random& random) {
  SixteenBytes bytes{};
  for (int i = 0; i < 16; ++i) bytes[i] = static_cast<unsigned char>(random.below(3) == 0 ? 0 : random.below(256));
  return bytes;
}

}  // namespace

// Lines of sixteen fill all their places. The neighbouring cells are open, or stop the queen at once.
TEST(QueenSight, EveryPatternOfLinesOfSixteen) {
  const auto sight = std::make_unique<QueenSight<4>>();
  sight->build(16, 16);
  constexpr int starts[4] = {16 * 5, 15, 11, 0}, steps[4] = {1, 15, 16, 17};
  for (int line = 0; line < 4; ++line) {
    Cells<4> cells{};
    for (int i = 0; i < 16; ++i) cells.add(starts[line] + i * steps[line]);
    for (int queen = 0; queen < 16; ++queen)
      for (unsigned pattern = 0; pattern < 1u << 16; ++pattern) {
        if (!(pattern >> queen & 1)) continue;
        Cells<4> occupied = std::popcount(pattern) % 2 ? Cells<4>::none() : Cells<4>::first_of(256) - cells;
        for (int i = 0; i < 16; ++i)
          if (pattern >> i & 1) occupied.add(starts[line] + i * steps[line]);
        compare(*sight, 16, 16, starts[line] + queen * steps[line], occupied);
        if (HasFatalFailure()) return;
      }
  }
}

TEST(QueenSight, RandomBoardsOfEveryShape) {
  compare_shapes<1>(1);
  compare_shapes<2>(2);
  compare_shapes<4>(3);
}

TEST(SixteenBytes, PortableFormsDoTheSame) {
  Random random(4);
  for (int round = 0; round < 5000; ++round) {
    const SixteenBytes table = random_bytes(random), bytes = random_bytes(random);
    const SixteenBytes places = bytes & 0x7f;  // indices of a byte shuffle
    const SixteenBytes fetched = bytes_at(table, places), portable = bytes_at_portable(table, places);
    std::uint64_t zeros = 0;
    for (int i = 0; i < 16; ++i) {
      ASSERT_EQ(fetched[i], table[places[i] & 15]);
      ASSERT_EQ(portable[i], fetched[i]);
      zeros |= static_cast<std::uint64_t>(bytes[i] == 0) << i;
    }
    ASSERT_EQ(zero_bytes(bytes), zeros);
    ASSERT_EQ(zero_bytes_portable(bytes), zeros);
  }
}

}  // namespace banmen
