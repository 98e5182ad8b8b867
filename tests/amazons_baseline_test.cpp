// The game plays identically on the plain board of bytes, and the hand-written programs of `banmen bench` follow the rules.
#include <gtest/gtest.h>

#include <set>

#include "baseline/amazons.hpp"
#include "byte_amazons.hpp"
#include "catalog/catalog.hpp"
#include "games/amazons/amazons.hpp"

namespace banmen {
namespace {

AmazonsQueen2 usual_game() { return *AmazonsQueen2::make(*check_values("amazons", AmazonsQueen2::parameters(), {})); }

AmazonsQueen2::Move ours(const baseline::AmazonsMove& m) {
  return {static_cast<std::uint8_t>(m.from), static_cast<std::uint8_t>(m.to), static_cast<std::uint8_t>(m.arrow)};
}

}  // namespace

TEST(AmazonsBytes, PlaysTheSameGames) {
  const auto game = Catalog().open("amazons");
  Control control;
  control.seed = 21;
  const auto ours = (*game)->playout("", 60, 1000, control);
  const auto theirs = bytes::play(21, 0, 60, bytes::whole_move);
  EXPECT_EQ(theirs.plies, ours->decisions);
  EXPECT_EQ(theirs.first_wins, ours->results[0].wins);
  EXPECT_EQ(theirs.checksum, ours->checksum);
}

TEST(AmazonsBytes, PlaysTheSameGamesInSteps) {
  const auto game = Catalog().open("amazons");
  Control control;
  control.seed = 22;
  const auto ours = (*game)->playout("", 300, 1000, control, Draw::steps);
  const auto theirs = bytes::play(22, 0, 300, bytes::in_steps);
  EXPECT_EQ(theirs.plies, ours->decisions);
  EXPECT_EQ(theirs.first_wins, ours->results[0].wins);
  EXPECT_EQ(theirs.checksum, ours->checksum);
}

// At every position of a few games the hand-written program can draw each of our moves exactly once.
TEST(AmazonsBaseline, DrawsAmongAllMoves) {
  const auto game = usual_game();
  std::vector<AmazonsQueen2::Move> storage(game.move_capacity());
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    Random random(seed);
    auto p = game.initial();
    for (baseline::AmazonsRays board;;) {
      MoveList<AmazonsQueen2::Move> list(storage.data(), game.move_capacity());
      game.moves(p, list);
      const std::uint32_t n = board.count();
      ASSERT_EQ(n, list.size());
      if (n == 0) break;
      std::set<std::tuple<int, int, int>> all, drawn;
      for (const auto m : list) all.emplace(m.from, m.to, m.arrow);
      for (std::uint32_t k = 0; k < n; ++k) {
        const auto m = board.pick(k);
        drawn.emplace(m.from, m.to, m.arrow);
      }
      ASSERT_EQ(drawn, all);
      const auto m = board.pick(random.below(n));
      board.play(m);
      game.play(p, ours(m));
    }
  }
}

// It draws from the same number of steps as ours, and only legal ones.
TEST(AmazonsBaseline, DrawsInSteps) {
  const auto game = usual_game();
  std::vector<AmazonsQueen2::Move> storage(game.move_capacity());
  Random random(5);
  for (int round = 0; round < 50; ++round) {
    auto p = game.initial();
    baseline::AmazonsLines board;
    baseline::AmazonsMove m{};
    for (std::uint32_t n = 0; board.draw(random, m, n); board.play(m)) {
      Random any(6);
      ASSERT_EQ(n, game.sample_staged(p, any, false).count);
      MoveList<AmazonsQueen2::Move> list(storage.data(), game.move_capacity());
      game.moves(p, list);
      ASSERT_NE(std::find(list.begin(), list.end(), ours(m)), list.end());
      game.play(p, ours(m));
    }
    EXPECT_EQ(game.count(p), 0u);
    EXPECT_EQ(static_cast<std::uint64_t>(board.mover()), p.mover);
  }
}

}  // namespace banmen
