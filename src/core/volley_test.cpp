#include "core/volley.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <tuple>

#include "core/random.hpp"

namespace banmen {
namespace {

using Moves = std::multiset<std::tuple<int, int, int>>;

/// Queen by queen, destination by destination, arrow by arrow.
template <int Words>
Moves plain_moves(const QueenRays<Words>& rays, const Cells<Words>& queens, const Cells<Words>& occupied) {
  Moves moves;
  queens.each([&](int from) {
    const RayBlockers<Words> without(occupied - Cells<Words>::of(from));
    rays.reach(from, without).each([&](int to) {
      rays.reach(to, without).each([&](int arrow) { moves.emplace(from, to, arrow); });
    });
  });
  return moves;
}

/// Boards of every shape, with up to twelve queens, so that many of them reach the same cell.
template <int Words>
void draw_all(std::uint64_t seed) {
  const auto rays = std::make_unique<QueenRays<Words>>();
  Random random(seed);
  for (int rows = 3; rows <= 16; ++rows)
    for (int columns = 3; columns <= 16; ++columns) {
      if (rows * columns > 64 * Words) continue;
      rays->build(rows, columns);
      const auto cells = static_cast<std::uint32_t>(rows * columns);
      for (int round = 0; round < 6; ++round) {
        Cells<Words> queens{}, occupied{};
        for (std::uint32_t n = random.below(round < 3 ? 5 : 13); n > 0; --n) queens.add(static_cast<int>(random.below(cells)));
        for (std::uint32_t n = random.below(cells); n > 0; --n) occupied.add(static_cast<int>(random.below(cells)));
        occupied |= queens;
        const RayBlockers<Words> view(occupied);
        const QueenVolley<Words> volley(*rays, queens, view);
        Moves drawn;
        for (std::uint32_t k = 0; k < volley.count(); ++k) {
          const auto move = volley.pick(k);
          drawn.emplace(move.from, move.to, move.arrow);
        }
        ASSERT_EQ(drawn, plain_moves(*rays, queens, occupied)) << rows << "x" << columns << " round " << round;
      }
    }
}

}  // namespace

TEST(QueenVolley, DrawsEveryMoveOnce) {
  draw_all<1>(1);
  draw_all<2>(2);
  draw_all<4>(3);
}

// A cell in the middle that eight queens reach, and an empty set of queens.
TEST(QueenVolley, EightQueensReachOneCell) {
  const auto rays = std::make_unique<QueenRays<1>>();
  rays->build(5, 5);
  Cells<1> ring{};
  for (const int cell : {0, 2, 4, 10, 14, 20, 22, 24}) ring.add(cell);
  const RayBlockers<1> view(ring);
  const QueenVolley<1> volley(*rays, ring, view);
  Moves drawn;
  for (std::uint32_t k = 0; k < volley.count(); ++k) {
    const auto move = volley.pick(k);
    drawn.emplace(move.from, move.to, move.arrow);
  }
  EXPECT_EQ(drawn, plain_moves(*rays, ring, ring));
}

}  // namespace banmen
