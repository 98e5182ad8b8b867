#include <gtest/gtest.h>

#include "games/bao/bao.hpp"
#include "games/tictactoe/tictactoe.hpp"
#include "solve/census_graph.hpp"
#include "solve/census_index.hpp"

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

Bao make_bao(const std::string& holes, const std::string& endless = "void") {
  return *Bao::make(*check_values("bao", Bao::parameters(), {{"holes", holes}, {"endless", endless}}));
}

TEST(Census, Quick) {
  for (const char* n : {"2", "3", "4", "5"}) {
    const Bao g = make_bao(n);
    const Control control;
    const auto a = *IndexCensus<Bao>(g, g.initial(), {}, control).run("x");
    std::printf("%s: %lu positions %lu normalised %lu terminal %lu moves %lu endless %lu quiet depth %u longest %u comps %zu cyc %lu %.3f s %lu MB\n", n, a.all.positions, *a.normalised, a.all.terminal, a.all.moves, a.all.endless_moves, a.all.quiet_moves, a.depth, a.all.longest_move, a.sizes.size(), a.cycle_positions, a.seconds, a.bytes>>20);
    std::printf("  endless %zu cycle %zu entry %u\n", a.first_endless.size(), a.first_cycle.size(), a.cycle_entry);
    const auto b = graph_census(g, g.initial(), {}, control);
    std::printf("%s: %lu positions %lu normalised %lu terminal %lu moves %lu endless %lu quiet depth %u longest %u comps %zu cyc %lu %.3f s %lu MB\n", n, b.all.positions, *b.normalised, b.all.terminal, b.all.moves, b.all.endless_moves, b.all.quiet_moves, b.depth, b.all.longest_move, b.sizes.size(), b.cycle_positions, b.seconds, b.bytes>>20);
    std::printf("  endless %zu cycle %zu entry %u\n", b.first_endless.size(), b.first_cycle.size(), b.cycle_entry);
  }
}

}  // namespace
}  // namespace banmen
