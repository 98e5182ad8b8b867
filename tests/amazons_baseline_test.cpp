// The plain board of bytes plays the games that ours plays.
#include <gtest/gtest.h>

#include "baseline/amazons.hpp"
#include "catalog/catalog.hpp"

namespace banmen {

TEST(AmazonsBaseline, PlaysTheSameGames) {
  const auto table = Catalog().open("amazons");
  Control control;
  control.seed = 21;
  const auto ours = (*table)->playout("", 60, 1000, control);
  const auto theirs = baseline::amazons_playouts(21, 0, 60);
  EXPECT_EQ(theirs.plies, ours->decisions);
  EXPECT_EQ(theirs.first_wins, ours->results[0].wins);
  EXPECT_EQ(theirs.checksum, ours->checksum);
}

TEST(AmazonsBaseline, PlaysTheSameGamesInSteps) {
  const auto table = Catalog().open("amazons");
  Control control;
  control.seed = 22;
  const auto ours = (*table)->playout_steps("", 300, 1000, control);
  const auto theirs = baseline::amazons_steps(22, 0, 300);
  EXPECT_EQ(theirs.plies, ours->decisions);
  EXPECT_EQ(theirs.first_wins, ours->results[0].wins);
  EXPECT_EQ(theirs.checksum, ours->checksum);
}

}  // namespace banmen
