#include <gtest/gtest.h>

#include "games/hichain/hichain.hpp"
#include "games/hichain/layout.hpp"
#include "study/hichain/chain_tree.hpp"
#include "study/hichain/mate.hpp"
#include "study/hichain/player.hpp"

namespace banmen::hichain {
namespace {

using Board = HichainRules::Board;
using Move = HichainRules::Move;

Board random_board(const Hichain& g, std::uint64_t seed, int plies) {
  Random random(seed);
  Board board = g.board(g.initial());
  for (int ply = 0; ply < plies; ++ply) {
    const auto drawn = g.sample(board, random);
    if (drawn.count == 0) break;
    g.play(board, drawn.move);
  }
  return board;
}

std::vector<Move> listed(const Hichain& g, const Board& board) {
  std::vector<Move> out(g.move_capacity());
  MoveList<Move> list(out.data(), g.move_capacity());
  g.moves(board, list);
  out.resize(list.size());
  return out;
}

/// Straight from the definition, on positions alone.
bool plainly_forced(const Hichain& g, const HichainRules::Position& p, int k, int gain);
bool plainly_mates(const Hichain& g, const HichainRules::Position& p, Move m, int k, int gain) {
  auto q = p;
  g.play(q, m);
  const auto replies = listed(g, g.board(q));
  if (q.royal != 0 || replies.empty()) return false;
  for (const Move r : replies) {
    auto next = q;
    g.play(next, r);
    if (next.royal != 0 || !plainly_forced(g, next, k - 1, gain)) return false;
  }
  return true;
}
bool plainly_forced(const Hichain& g, const HichainRules::Position& p, int k, int gain) {
  const Board board = g.board(p);
  const auto mover = static_cast<std::size_t>(p.mover);
  const auto moves = listed(g, board);
  Board trial = board;
  for (const Move m : moves) {
    g.play(trial, m);
    const int gained = g.score(trial)[mover] - g.score(board)[mover];
    const bool royal = trial.at.royal != 0;
    g.undo(trial);
    if (gained >= gain || royal) return true;
  }
  if (k == 0) return false;
  for (const Move m : moves)
    if (plainly_mates(g, p, m, k, gain)) return true;
  return false;
}

}  // namespace

TEST(HichainThreats, ScoringMovesAreAllMovesThatScore) {
  const Hichain g;
  int found = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Board board = random_board(g, seed, static_cast<int>(seed % 50));
    std::vector<std::pair<Move, int>> expected, got;
    const auto mover = static_cast<std::size_t>(board.at.mover);
    const int before = g.score(board)[mover];
    for (const Move m : listed(g, board)) {
      g.play(board, m);
      const int gain = board.at.royal != 0 ? HichainRules::royal_value : g.score(board)[mover] - before;
      g.undo(board);
      if (gain >= 1) expected.emplace_back(m, gain);
    }
    for (const auto& s : scoring_moves(g, board)) got.emplace_back(s.move, s.gain);
    ASSERT_EQ(got, expected);
    found += static_cast<int>(got.size());
  }
  EXPECT_GT(found, 150);
}

TEST(HichainMate, OneMoveMatesEqualTheDefinition) {
  const Hichain g;
  int mates = 0, tried = 0;
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    Board board = random_board(g, 100 + seed, 45 + static_cast<int>(seed % 3));
    if (board.at.royal != 0) continue;
    for (const int gain : {1, 9}) {
      MateSearch search(g, gain);
      for (const Move m : listed(g, board)) {
        if (++tried % 17 != 0) continue;
        const bool mate = search.mates(board, m, 1);
        ASSERT_EQ(mate, plainly_mates(g, g.position(board), m, 1, gain))
            << g.text(g.position(board)) << " " << g.text(g.position(board), m);
        mates += mate;
      }
    }
  }
  EXPECT_GT(mates, 3);
}

TEST(HichainMate, TwoMoveMatesEqualTheDefinition) {
  const Hichain g;
  int mates = 0;
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    Board board = random_board(g, 200 + seed, 50);
    if (board.at.royal != 0) continue;
    MateSearch search(g, 4);
    int tried = 0;
    for (const Move m : listed(g, board)) {
      if (++tried % 37 != 0) continue;
      const bool mate = search.mates(board, m, 2);
      ASSERT_EQ(mate, plainly_mates(g, g.position(board), m, 2, 4));
      mates += mate;
    }
  }
  EXPECT_GE(mates, 0);  // rare
}

TEST(HichainPlayers, GreedyBeatsRandom) {
  const Hichain g;
  const Duel played = duel(g, GreedyPlayer{}, RandomPlayer{}, 0, 200, 1);
  EXPECT_EQ(played.games, 200u);
  EXPECT_GE(played.wins, 198u);
}

TEST(HichainTree, ScoresAsTheListDoes) {
  const Hichain g;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const auto cards = layout(g.position(random_board(g, 300 + seed, 54)));
    for (int colour = 0; colour < 2; ++colour) {
      int expected = 0;
      const auto chains = list_chains(g.chain, cards, colour).value();
      for (const auto& chain : chains) expected += chain.score;
      EXPECT_EQ(chain_forest(g.chain, cards, colour).value().score, expected);
    }
  }
}

TEST(HichainTree, CoexistingMarks) {
  // Read from the north and from the south: both mature, one valid, the other coexisting.
  const auto cards = read_cards("b Xn0+0, b *n1+0, b Zn2+0").value();
  const auto forest = chain_forest({}, cards, 0).value();
  EXPECT_EQ(forest.score, 9);
  int valid = 0, coexisting = 0;
  for (const auto& tree : forest.trees)
    for (const auto& node : tree.nodes) {
      valid += node.valid && node.mature && node.leaf;
      coexisting += node.coexisting() && node.leaf;
    }
  EXPECT_EQ(valid, 1);
  EXPECT_EQ(coexisting, 1);
  EXPECT_EQ(forest.inclusions.size(), 1u);
}

}  // namespace banmen::hichain
