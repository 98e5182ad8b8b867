// The paper's board plays the same games as ours.
#include <gtest/gtest.h>

#include "baseline/hichain.hpp"
#include "games/hichain/hichain.hpp"
#include "search/playout.hpp"

namespace banmen {

TEST(HichainBaseline, RelativeBoardPlaysTheSameGames) {
  const Hichain g;
  PlayoutWorker<Hichain> ours(g, g.initial(), 21, 1000);
  ours(0, 30);
  const auto theirs = baseline::hichain_playouts(21, 0, 30);
  EXPECT_EQ(theirs.games, ours.tally.games);
  EXPECT_EQ(theirs.moves, ours.tally.moves);
  EXPECT_EQ(theirs.checksum, ours.tally.checksum);
  const auto listed = baseline::hichain_listings(21, 0, 30);
  EXPECT_EQ(theirs.moves, listed.moves);
  EXPECT_EQ(theirs.checksum, listed.checksum);
}

TEST(HichainBaseline, ChainTreesScoreAsTheBookDoes) {
  const auto book = baseline::hichain_scores(22, 0, 30, baseline::Scoring::book);
  const auto trees = baseline::hichain_scores(22, 0, 30, baseline::Scoring::trees);
  EXPECT_EQ(book.moves, trees.moves);
  EXPECT_EQ(book.checksum, trees.checksum);
}

}  // namespace banmen
