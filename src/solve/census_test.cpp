#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <fstream>

#include "solve/census_graph.hpp"
#include "solve/census_index.hpp"
#include "solve/test_games.hpp"

namespace banmen {
namespace {

using namespace testing_games;

Control threads(int n) {
  Control control;
  control.threads = n;
  return control;
}

std::string scratch(const std::string& name) {
  const auto path = std::filesystem::temp_directory_path() / ("banmen-" + std::to_string(getpid()) + "-" + name);
  std::filesystem::remove(path);
  return path.string();
}

template <class Move>
void expect_same(const Census<Move>& a, const Census<Move>& b) {
  EXPECT_EQ(a.all.positions, b.all.positions);
  EXPECT_EQ(a.all.terminal, b.all.terminal);
  EXPECT_EQ(a.all.moves, b.all.moves);
  EXPECT_EQ(a.all.endless_moves, b.all.endless_moves);
  EXPECT_EQ(a.all.quiet_moves, b.all.quiet_moves);
  EXPECT_EQ(a.all.longest_move, b.all.longest_move);
  EXPECT_EQ(a.normalised, b.normalised);
  EXPECT_EQ(a.depth, b.depth);
  EXPECT_EQ(a.sizes, b.sizes);
  EXPECT_EQ(a.cycle_positions, b.cycle_positions);
  EXPECT_EQ(a.first_endless.size(), b.first_endless.size());
  EXPECT_EQ(a.first_cycle.size(), b.first_cycle.size());
  EXPECT_EQ(a.cycle_entry, b.cycle_entry);
  ASSERT_EQ(a.tiers.size(), b.tiers.size());
  for (std::size_t i = 0; i < a.tiers.size(); ++i) {
    EXPECT_EQ(a.tiers[i].tier, b.tiers[i].tier);
    EXPECT_EQ(a.tiers[i].positions, b.tiers[i].positions);
    EXPECT_EQ(a.tiers[i].quiet_moves, b.tiers[i].quiet_moves);
    EXPECT_EQ(a.tiers[i].components, b.tiers[i].components);
    EXPECT_EQ(a.tiers[i].cycle_positions, b.tiers[i].cycle_positions);
  }
}

template <class G>
void expect_like_twin(const G& g, const Census<typename G::Move>& census) {
  const Plain<G> twin(g);
  std::uint64_t moves = 0, endless = 0, quiet = 0, terminal = 0;
  int depth = 0, first_endless = -1;
  std::set<std::string> classes;
  for (std::size_t i = 0; i < twin.positions.size(); ++i) {
    moves += twin.edges[i].size();
    terminal += twin.edges[i].empty();
    depth = std::max(depth, twin.depth[i]);
    for (const auto& e : twin.edges[i]) {
      endless += e.to < 0;
      quiet += e.quiet;
      if (e.to < 0 && (first_endless < 0 || twin.depth[i] + 1 < first_endless)) first_endless = twin.depth[i] + 1;
    }
    if constexpr (SymmetricGame<G>) classes.insert(Plain<G>::bytes(g.canonical(twin.positions[i]).position));
  }
  EXPECT_EQ(census.all.positions, twin.positions.size());
  EXPECT_EQ(census.all.terminal, terminal);
  EXPECT_EQ(census.all.moves, moves);
  EXPECT_EQ(census.all.endless_moves, endless);
  EXPECT_EQ(census.all.quiet_moves, quiet);
  EXPECT_EQ(census.depth, static_cast<std::uint32_t>(depth));
  EXPECT_EQ(census.sizes, twin.cycles());
  EXPECT_EQ(census.first_endless.size(), first_endless < 0 ? 0u : static_cast<std::size_t>(first_endless));
  if constexpr (SymmetricGame<G>) {
    EXPECT_EQ(census.normalised, classes.size());
  }
}

/// The lines that a census shows can be played and do what they promise.
template <class G>
void expect_lines_play(const G& g, const Census<typename G::Move>& census) {
  auto p = g.initial();
  for (std::size_t i = 0; i < census.first_endless.size(); ++i) {
    Moves<G> moves(g);
    const auto list = moves(p);
    ASSERT_NE(std::find(list.begin(), list.end(), census.first_endless[i]), list.end());
    if constexpr (LoopyGame<G>) {
      EXPECT_EQ(g.endless(p, census.first_endless[i]), i + 1 == census.first_endless.size());
    }
    g.play(p, census.first_endless[i]);
  }
  p = g.initial();
  std::vector<typename G::Position> seen{p};
  for (const auto m : census.first_cycle) {
    Moves<G> moves(g);
    const auto list = moves(p);
    ASSERT_NE(std::find(list.begin(), list.end(), m), list.end());
    g.play(p, m);
    seen.push_back(p);
  }
  if (!census.first_cycle.empty()) {
    EXPECT_LT(census.cycle_entry, census.first_cycle.size());
    EXPECT_EQ(seen.back(), seen[census.cycle_entry]);
    for (std::size_t i = 0; i + 1 < seen.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) EXPECT_FALSE(seen[i] == seen[j]);
  }
}

TEST(Census, TicTacToe) {
  const TicTacToe g;
  const auto census = graph_census(g, g.initial(), {}, {});
  EXPECT_EQ(census.all.positions, 5478u);
  EXPECT_EQ(census.all.terminal, 958u);
  EXPECT_EQ(census.depth, 9u);
  EXPECT_TRUE(census.sizes.empty());
  expect_like_twin(g, census);
}

TEST(Census, TwoRoomsGoRound) {
  const TwoRooms g;
  const auto census = graph_census(g, g.initial(), {}, {});
  EXPECT_EQ(census.all.positions, 4u);
  EXPECT_EQ(census.sizes, std::vector<std::uint64_t>{2});
  EXPECT_EQ(census.first_cycle.size(), 2u);
  expect_lines_play(g, census);
}

TEST(Census, BaoByIndexByGraphAndByTwin) {
  for (const char* endless : {"void", "illegal", "forfeit"})
    for (int n : {2, 3, 4}) {
      SCOPED_TRACE(std::string(endless) + " " + std::to_string(n));
      const Bao g = make_bao(n, endless);
      const auto one = threads(1), three = threads(3);
      const auto by_index = IndexCensus<Bao>(g, g.initial(), {}, one).run("test");
      ASSERT_TRUE(by_index);
      const auto by_more = IndexCensus<Bao>(g, g.initial(), {}, three).run("test");
      ASSERT_TRUE(by_more);
      const auto by_graph = graph_census(g, g.initial(), {}, three);
      expect_same(*by_index, *by_more);
      expect_same(*by_index, by_graph);
      EXPECT_EQ(by_index->first_endless, by_more->first_endless);
      EXPECT_EQ(by_index->first_cycle, by_more->first_cycle);
      expect_like_twin(g, *by_index);
      expect_lines_play(g, *by_index);
      expect_lines_play(g, by_graph);
    }
}

TEST(Census, StopsAtTheMemoryAllowed) {
  const Bao g = make_bao(4);
  CensusOptions options;
  options.memory = 1000;
  const Control control;
  const auto refused = IndexCensus<Bao>(g, g.initial(), options, control).run("test");
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message().find("--memory"), std::string::npos);
  options.memory = 300'000;
  const auto cut = IndexCensus<Bao>(g, g.initial(), options, control).run("test");
  ASSERT_TRUE(cut) << cut.error().message();
  EXPECT_FALSE(cut->complete);
  EXPECT_NE(cut->unfinished.find("--checkpoint"), std::string::npos);
}

TEST(Census, GoesOnFromACheckpoint) {
  const Bao g = make_bao(4);
  const Control control;
  const auto whole = *IndexCensus<Bao>(g, g.initial(), {}, control).run("test");
  const std::string path = scratch("census");
  CensusOptions options;
  options.checkpoint = path;
  const auto first = IndexCensus<Bao>(g, g.initial(), options, control).run("test");
  ASSERT_TRUE(first);
  expect_same(whole, *first);
  std::ifstream in(path, std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(in)), {});
  in.close();
  // A run killed at any moment leaves a file that ends anywhere: it goes on to the same result.
  for (std::size_t cut = 200; cut < bytes.size(); cut += 9973) {
    std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(cut));
    const auto again = IndexCensus<Bao>(g, g.initial(), options, control).run("test");
    ASSERT_TRUE(again) << again.error().message();
    expect_same(whole, *again);
  }
  // Damage inside a finished level, and a file of another census, are refused.
  for (const std::size_t at :
       {std::size_t{3}, std::size_t{20}, std::size_t{41}, std::size_t{100}, bytes.size() / 2, bytes.size() - 1}) {
    std::string bad = bytes;
    bad[at] = static_cast<char>(bad[at] ^ 0x40);
    std::ofstream(path, std::ios::binary) << bad;
    EXPECT_FALSE((IndexCensus<Bao>(g, g.initial(), options, control).run("test"))) << at;
  }
  std::ofstream(path, std::ios::binary) << bytes;
  EXPECT_FALSE((IndexCensus<Bao>(g, g.initial(), options, control).run("another")));
  std::ofstream(path, std::ios::binary) << "hello";
  EXPECT_FALSE((IndexCensus<Bao>(g, g.initial(), options, control).run("test")));
  std::filesystem::remove(path);
}

TEST(Components, RandomGraphsAgainstReachability) {
  Random random(7);
  for (int round = 0; round < 200; ++round) {
    const std::uint32_t n = 1 + random.below(12);
    Rows rows;
    std::vector<std::vector<char>> far(n, std::vector<char>(n, 0));
    for (std::uint32_t i = 0; i < n; ++i) {
      for (std::uint32_t k = random.below(4); k > 0; --k) {
        rows.targets.push_back(random.below(n));
        far[i][rows.targets.back()] = 1;
      }
      rows.first.push_back(static_cast<std::uint32_t>(rows.targets.size()));
    }
    for (std::uint32_t k = 0; k < n; ++k)
      for (std::uint32_t i = 0; i < n; ++i)
        for (std::uint32_t j = 0; j < n; ++j) far[i][j] |= far[i][k] && far[k][j];
    const Components parts = components(rows);
    const auto alive = trim(rows);
    for (std::uint32_t i = 0; i < n; ++i) {
      if (far[i][i]) {
        EXPECT_TRUE(alive[i]);
      }
      for (std::uint32_t j = 0; j < n; ++j) EXPECT_EQ(parts.of[i] == parts.of[j], i == j || (far[i][j] && far[j][i]));
      for (const std::uint32_t j : rows.row(i)) EXPECT_GE(parts.of[i], parts.of[j]);
    }
  }
}

}  // namespace
}  // namespace banmen
