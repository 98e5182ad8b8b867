// The concept's random Reversi and Yonin against the hand-written loops: the same games, with equal sums.
#include <gtest/gtest.h>

#include "baseline/reversi.hpp"
#include "catalog/catalog.hpp"
#include "search/playout.hpp"

namespace banmen {
namespace {

using Loop = baseline::ReversiTally (*)(std::uint64_t, std::uint64_t, std::uint64_t);

void compare(const char* name, Loop loop, std::uint64_t seed, std::uint64_t games) {
  const auto game = Catalog().open(name);
  ASSERT_TRUE(game) << game.error().message();
  Control control;
  control.seed = seed;
  control.threads = 2;
  const auto report = (*game)->playout("", games, 1000, control);
  ASSERT_TRUE(report);
  // In two parts, to test that the loops take any range of games.
  baseline::ReversiTally sum = loop(seed, 0, games / 3);
  const baseline::ReversiTally rest = loop(seed, games / 3, games);
  EXPECT_EQ(report->checksum, sum.checksum + rest.checksum);
  EXPECT_EQ(report->games, sum.games + rest.games);
  EXPECT_EQ(report->decisions, sum.decisions + rest.decisions);
  const auto same = [](const Moments& m, std::uint64_t n, double total, double squares) {
    EXPECT_EQ(m.mean, moments(n, total, squares).mean);
    EXPECT_EQ(m.variance, moments(n, total, squares).variance);
  };
  same(report->branching, report->decisions, static_cast<double>(sum.moves + rest.moves),
       static_cast<double>(sum.moves_squared + rest.moves_squared));
  same(report->length, games, static_cast<double>(sum.decisions + rest.decisions),
       static_cast<double>(sum.length_squared + rest.length_squared));
  for (std::size_t ply = 0; ply < report->by_ply.size(); ++ply)
    EXPECT_EQ(report->by_ply[ply], static_cast<double>(sum.moves_at[ply] + rest.moves_at[ply]) /
                                       static_cast<double>(sum.games_at[ply] + rest.games_at[ply]));
  for (std::size_t seat = 0; seat < report->results.size(); ++seat) {
    const SeatReport& r = report->results[seat];
    EXPECT_EQ(r.wins, sum.wins[seat] + rest.wins[seat]);
    EXPECT_EQ(r.draws, sum.draws[seat] + rest.draws[seat]);
    same({r.mean, r.variance}, games, static_cast<double>(sum.result[seat] + rest.result[seat]),
         static_cast<double>(sum.result_squared[seat] + rest.result_squared[seat]));
  }
}

}  // namespace

TEST(ReversiBaseline, PlaysTheSameGames) {
  compare("reversi", baseline::reversi_playouts, 1, 20000);
  compare("reversi", baseline::reversi_playouts, 0xdeadbeefcafe, 1000);
}

TEST(ReversiBaseline, PlaysTheSameGamesOfYonin) {
  compare("yonin", baseline::yonin_playouts, 1, 20000);
  compare("yonin", baseline::yonin_playouts, 7, 1000);
}

}  // namespace banmen
