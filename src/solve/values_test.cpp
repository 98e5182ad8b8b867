#include <gtest/gtest.h>

#include "engines/bao/database.hpp"
#include "solve/erased_game_of.hpp"
#include "solve/proof.hpp"
#include "solve/solver.hpp"
#include "solve/test_games.hpp"

namespace banmen {
namespace {

using namespace testing_games;

const NoTables no_tables;
constexpr std::uint64_t memory = std::uint64_t{1} << 30;

TEST(Values, BoundsDifferWhereEndingLoses) {
  const TwoRooms g;
  const ErasedGameOf game(g);
  const auto graph = game.explore(bytes_of(g.initial()), {.positions = 100}, {});
  const auto solved = solve_graph(graph);
  ASSERT_TRUE(solved);
  EXPECT_EQ(solved->first.value[0], -3);
  EXPECT_EQ(solved->second.value[0], 5);
  EXPECT_EQ(solved->value(0u), 0);
  const Control control;
  ProofSearch<TwoRooms> search(g, no_tables, {.table_bits = 10, .most_depth = 20}, control);
  EXPECT_EQ(search.solve(g.initial()), (ValueRange{-3, 5}));
}

TEST(Values, BaoByGraphTwinTablesAndProof) {
  for (const char* endless : {"void", "illegal", "forfeit"})
    for (int n : {2, 3, 4}) {
      SCOPED_TRACE(std::string(endless) + " " + std::to_string(n));
      const Bao g = make_bao(n, endless);
      const ErasedGameOf game(g);
      const auto graph = game.explore(bytes_of(g.initial()), {.positions = 1'000'000}, {});
      ASSERT_TRUE(graph.complete);
      const auto solved = solve_graph(graph);
      ASSERT_TRUE(solved);
      const Plain<Bao> twin(g);
      const auto low = twin.forced(g, -1'000'000'000), high = twin.forced(g, 1'000'000'000);
      ASSERT_EQ(twin.positions.size(), graph.size());
      bao::Endgame tables(g);
      const Control control;
      ASSERT_TRUE(tables.build(g.tiers() - 1, memory, control));
      for (std::size_t i = 0; i < twin.positions.size(); ++i) {
        const std::uint32_t node = graph.positions->number_of(bytes_of(twin.positions[i]));
        ASSERT_NE(node, GraphPositions::none);
        const long lower = low[i] == -1'000'000'000 ? never_low : low[i], upper = high[i] == 1'000'000'000 ? never_high : high[i];
        ASSERT_EQ(solved->first.value[node], lower);
        ASSERT_EQ(solved->second.value[node], upper);
        ASSERT_EQ(tables.bounds(twin.positions[i]).low(), lower);
        ASSERT_EQ(tables.bounds(twin.positions[i]).high(), upper);
      }
      ProofSearch<Bao> search(g, no_tables, {.table_bits = 16}, control);
      EXPECT_EQ(search.solve(g.initial()), (ValueRange{solved->first.value[0], solved->second.value[0]}));
      bao::Endgame lower_tables(g);
      ASSERT_TRUE(lower_tables.build(g.tiers() / 2, memory, control));
      ProofSearch<Bao, bao::Endgame> with_tables(g, lower_tables, {.table_bits = 16}, control);
      EXPECT_EQ(with_tables.solve(g.initial()).low, solved->value(0u));
      // The reported line yields the value.
      auto p = g.initial();
      std::int32_t sum = 0;
      for (const std::string& m : solved->line(graph)) sum += difference(g.play(p, *g.read_move(p, m)));
      EXPECT_EQ(sum + difference(g.payoff(p)), solved->value(0u));
    }
}

TEST(Values, EveryPositionOfTicTacToeByProof) {
  const TicTacToe g;
  const ErasedGameOf game(g);
  const auto graph = game.explore(bytes_of(g.initial()), {.positions = 10'000}, {});
  const auto solved = solve_graph(graph);
  ASSERT_TRUE(solved);
  EXPECT_EQ(solved->value(0u), 0);
  const Control control;
  ProofSearch<TicTacToe> search(g, no_tables, {.table_bits = 14}, control);
  for (std::uint32_t node = 0; node < graph.size(); node += 7) {
    const auto found = search.solve(position_of<TicTacToe::Position>(graph.position(node)));
    EXPECT_EQ(found.low, solved->value(node));
    EXPECT_EQ(found.high, solved->value(node));
  }
}

TEST(Endgame, MemoryAndThreadsMakeNoDifference) {
  const Bao g = make_bao(5);
  Control one, three;
  three.threads = 3;
  bao::Endgame kept(g), replayed(g);
  ASSERT_TRUE(kept.build(8, memory, one));
  ASSERT_TRUE(replayed.build(8, 150'000, three));  // too little to keep links
  for (std::uint32_t tier = 0; tier <= 8; ++tier) {
    const auto a = kept.pack(tier), b = replayed.pack(tier);
    EXPECT_EQ(a.values, b.values);
    EXPECT_EQ(a.dictionary, b.dictionary);
  }
  EXPECT_EQ(kept.check(1, three).wrong, 0u);
  kept.set(7, 1000, {100, 100});
  EXPECT_GT(kept.check(1, three).wrong, 0u);
  EXPECT_FALSE(kept.build(200, 1000, one));
}

}  // namespace
}  // namespace banmen
