#include "core/rays.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <set>

#include "core/random.hpp"

namespace banmen {
namespace {

/// Step by step, by the rules.
std::set<int> plain_reach(int rows, int columns, int cell, const std::set<int>& occupied) {
  std::set<int> reach;
  for (int dr = -1; dr <= 1; ++dr)
    for (int dc = -1; dc <= 1; ++dc) {
      if (dr == 0 && dc == 0) continue;
      for (int r = cell / columns + dr, c = cell % columns + dc; r >= 0 && r < rows && c >= 0 && c < columns; r += dr, c += dc) {
        if (occupied.count(r * columns + c)) break;
        reach.insert(r * columns + c);
      }
    }
  return reach;
}

template <int Words>
void compare(const QueenRays<Words>& rays, int rows, int columns, int cell, const std::set<int>& occupied) {
  Cells<Words> blockers{};
  for (const int c : occupied) blockers.add(c);
  const auto expected = plain_reach(rows, columns, cell, occupied);
  const auto reach = rays.reach(cell, RayBlockers<Words>(blockers));
  std::set<int> seen;
  std::uint32_t k = 0;
  reach.each([&](int c) {
    EXPECT_EQ(reach.select(k++), c);
    seen.insert(c);
  });
  ASSERT_EQ(seen, expected) << rows << "x" << columns << " cell " << cell;
  ASSERT_EQ(reach.count(), expected.size());
  ASSERT_EQ(reach.lane_counts().sum(), expected.size());
  if (occupied.count(cell))
    for (int lane = 0; lane < 8; ++lane) {
      Cells<Words> along;
      for (int i = 0; i < Words; ++i) along.word[i] = reach.lanes[i][lane];
      along.each(
          [&](int at) { ASSERT_EQ(rays.nearest_behind(in_lane<Words>(lane, at), lane, RayBlockers<Words>(blockers)), cell); });
    }
  std::set<int> all;
  reach.all().each([&](int c) { all.insert(c); });
  ASSERT_EQ(all, expected);
}

template <int Words>
void compare_shapes(std::uint64_t seed) {
  const auto rays = std::make_unique<QueenRays<Words>>();
  Random random(seed);
  for (int rows = 1; rows <= 16; ++rows)
    for (int columns = 1; columns <= 16; ++columns) {
      if (rows * columns > 64 * Words) continue;
      rays->build(rows, columns);
      for (int cell = 0; cell < rows * columns; ++cell)
        for (int density = 0; density < 4; ++density) {
          std::set<int> occupied;
          for (int c = 0; c < rows * columns; ++c)
            if (density > 0 && random.below(8) < static_cast<std::uint32_t>(density == 3 ? 5 : density)) occupied.insert(c);
          compare(*rays, rows, columns, cell, occupied);
        }
    }
}

}  // namespace

TEST(QueenRays, EveryBoardOfThreeByFourFromEveryCell) {
  const auto rays = std::make_unique<QueenRays<1>>();
  rays->build(3, 4);
  for (unsigned mask = 0; mask < 1u << 12; ++mask) {
    std::set<int> occupied;
    for (int c = 0; c < 12; ++c)
      if (mask >> c & 1) occupied.insert(c);
    for (int cell = 0; cell < 12; ++cell) compare(*rays, 3, 4, cell, occupied);
  }
}

// A ray depends only on its own line: every pattern of every line through every cell covers all results of the kernel.
TEST(QueenRays, EveryPatternOfEveryLineOfTenByTen) {
  const auto rays = std::make_unique<QueenRays<2>>();
  rays->build(10, 10);
  const int steps[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
  for (int cell = 0; cell < 100; ++cell)
    for (const auto& step : steps) {
      std::set<int> line;
      for (const int sign : {-1, 1})
        for (int r = cell / 10 + sign * step[0], c = cell % 10 + sign * step[1]; r >= 0 && r < 10 && c >= 0 && c < 10;
             r += sign * step[0], c += sign * step[1])
          line.insert(10 * r + c);
      const std::vector<int> cells(line.begin(), line.end());
      for (unsigned mask = 0; mask < 1u << cells.size(); ++mask) {
        Cells<2> blockers{};
        for (std::size_t i = 0; i < cells.size(); ++i)
          if (mask >> i & 1) blockers.add(cells[i]);
        Cells<2> expected{};
        for (const int sign : {-1, 1})
          for (int r = cell / 10 + sign * step[0], c = cell % 10 + sign * step[1]; r >= 0 && r < 10 && c >= 0 && c < 10;
               r += sign * step[0], c += sign * step[1]) {
            if (blockers.has(10 * r + c)) break;
            expected.add(10 * r + c);
          }
        Cells<2> on_line{};
        for (const int c : cells) on_line.add(c);
        ASSERT_EQ(rays->reach(cell, RayBlockers<2>(blockers)).all() & on_line, expected);
      }
    }
}

TEST(QueenRays, RandomBoardsOfEveryShape) {
  compare_shapes<1>(1);
  compare_shapes<2>(2);
  compare_shapes<4>(3);
}

TEST(Cells, ShiftsReversalAndSelectionAgreeWithPlainSets) {
  Random random(5);
  for (int round = 0; round < 2000; ++round) {
    Cells<4> set{};
    std::set<int> plain;
    for (std::uint32_t i = 0, n = random.below(60); i < n; ++i) {
      const auto cell = static_cast<int>(random.below(256));
      set.add(cell);
      plain.insert(cell);
    }
    ASSERT_EQ(set.size(), static_cast<int>(plain.size()));
    unsigned k = 0;
    for (const int cell : plain) ASSERT_EQ(set.select(k++), cell);
    if (!plain.empty()) {
      ASSERT_EQ(set.first(), *plain.begin());
    }
    std::set<int> visited;
    set.each_steadily([&](int cell) { visited.insert(cell); });
    ASSERT_EQ(visited, plain);
    const int n = 1 + static_cast<int>(random.below(63));
    Cells<4> up{}, down{}, turned{};
    for (const int cell : plain) {
      if (cell + n < 256) up.add(cell + n);
      if (cell - n >= 0) down.add(cell - n);
      turned.add(255 - cell);
    }
    ASSERT_EQ(set.up(n), up);
    ASSERT_EQ(set.down(n), down);
    ASSERT_EQ(set.reversed(), turned);
  }
}

}  // namespace banmen
