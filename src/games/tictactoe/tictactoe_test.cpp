#include "games/tictactoe/tictactoe.hpp"

#include <gtest/gtest.h>

namespace banmen {

TEST(TicTacToe, NotationRoundTrips) {
  const auto p = TicTacToe::read_position("xo./.x./..o");
  ASSERT_TRUE(p) << p.error().message();
  EXPECT_EQ(TicTacToe::text(*p), "xo./.x./..o");
  EXPECT_EQ(TicTacToe::turn(*p), 0);
}

TEST(TicTacToe, RefusesImpossibleBoards) {
  EXPECT_EQ(TicTacToe::read_position("xxx/oo./o..").error().what, "x has a line, yet o has moved after it");
  EXPECT_EQ(TicTacToe::read_position("xx./.../...").error().what, "there must be as many x as o, or one more x");
}

}  // namespace banmen
