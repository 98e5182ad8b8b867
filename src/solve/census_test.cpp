#include <gtest/gtest.h>

#include "games/tictactoe/tictactoe.hpp"
#include "solve/census_graph.hpp"

namespace banmen {
namespace {

TEST(Census, TicTacToe) {
  const TicTacToe g;
  const auto census = graph_census(g, g.initial(), {}, {});
  EXPECT_EQ(census.all.positions, 5478u);
  EXPECT_EQ(census.all.terminal, 958u);
  EXPECT_EQ(census.depth, 9u);
  EXPECT_TRUE(census.sizes.empty());
  EXPECT_TRUE(census.first_cycle.empty());
}

}  // namespace
}  // namespace banmen
