// Random games on an incrementally updated board equal those computed from position to position.
#include <gtest/gtest.h>

#include "games/hichain/hichain.hpp"
#include "search/playout.hpp"

namespace banmen {

template <Draw D>
void compare(std::uint64_t games) {
  const Hichain g;
  PlayoutWorker<Hichain, D, true> boards(g, g.initial(), 5, 1000);
  PlayoutWorker<Hichain, D, false> positions(g, g.initial(), 5, 1000);
  boards(0, games);
  positions(0, games);
  EXPECT_EQ(boards.tally.games, games);
  EXPECT_EQ(boards.tally.checksum, positions.tally.checksum);
  EXPECT_EQ(boards.tally.moves_squared, positions.tally.moves_squared);
  EXPECT_EQ(boards.tally.result_squared[0], positions.tally.result_squared[0]);
  EXPECT_EQ(boards.tally.wins[1], positions.tally.wins[1]);
}

TEST(HichainPlayout, BoardsPlayTheGamesOfPositions) {
  compare<Draw::uniform>(300);
  compare<Draw::staged>(300);
}

}  // namespace banmen
