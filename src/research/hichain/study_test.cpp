#include <gtest/gtest.h>

#include <set>

#include "core/text.hpp"
#include "engines/hichain/expert.hpp"
#include "engines/hichain/mate.hpp"
#include "games/hichain/hichain.hpp"
#include "games/hichain/layout.hpp"
#include "games/hichain/plain_rules.hpp"
#include "research/hichain/blockade.hpp"
#include "research/hichain/chain_tree.hpp"
#include "research/hichain/duel.hpp"
#include "research/hichain/mate_positions.hpp"
#include "research/hichain/mate_survey.hpp"

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

/// The moves that mate in K or fewer, by the search.
std::vector<Move> mating_moves(const Hichain& g, Board& board, int k, int gain) {
  MateSearch search(g, gain);
  std::vector<Move> out;
  for (const Move m : listed(g, board))
    if (search.mates(board, m, k)) out.push_back(m);
  return out;
}

TEST(HichainMate, TwoMoveMatesEqualTheDefinition) {
  const Hichain g;
  // Of random boards hardly any has one: moves that don't mate.
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    Board board = random_board(g, 200 + seed, 51);
    if (board.at.royal != 0) continue;
    MateSearch search(g, 4);
    int tried = 0;
    for (const Move m : listed(g, board))
      if (++tried % 37 == 0) {
        ASSERT_EQ(search.mates(board, m, 2), plainly_mates(g, g.position(board), m, 2, 4));
      }
  }
  // Moves that do: problems_test.cpp.
}

/// In all stored positions nobody can score at once, so that nothing is better than a mate.
void expect_quiet(const Hichain& g, Board& board) {
  EXPECT_TRUE(scoring_moves(g, board).empty()) << g.text(g.position(board));
  OthersTurn turn(board);
  EXPECT_TRUE(scoring_moves(g, board).empty()) << g.text(g.position(board));
}

TEST(HichainMate, TheExpertFindsEveryOneMoveMate) {
  const Hichain g;
  EXPECT_GE(std::size(one_move_mates), 20u);
  for (const char* text : one_move_mates) {
    Board board = g.board(g.read_position(text).value());
    expect_quiet(g, board);
    const auto mates = mating_moves(g, board, 1, 4);
    EXPECT_FALSE(mates.empty()) << text;
    Random random(1);
    const Move chosen = ExpertPlayer().choose(g, board, random);
    EXPECT_NE(std::find(mates.begin(), mates.end(), chosen), mates.end()) << text << " " << g.text(g.position(board), chosen);
  }
}

TEST(HichainMate, TheSurveyTellsThemApart) {
  const Hichain g;
  Control control;
  const MateSurvey found = survey_mates(g, RandomPlayer{}, {.gain = 4, .games = 3, .from = 50, .to = 53}, control);
  EXPECT_EQ(found.positions, 12u);
  EXPECT_LE(found.at_once + found.mates[0] + found.mates[1], found.positions);
  EXPECT_EQ(found.found.size(), found.mates[1]);
}

TEST(HichainOffers, OpenOnesAreTheScoringMoves) {
  const Hichain g;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    Board board = random_board(g, 500 + seed, static_cast<int>(seed % 50));
    if (board.at.royal != 0) continue;
    std::vector<Offer> offers;
    list_offers(g, board, board.at.mover, 1, offers);
    std::set<std::pair<std::string, int>> open, expected;
    for (const Offer& offer : offers)
      if (is_open(board, board.at.mover, offer)) open.emplace(g.text(g.position(board), offer.move(board.ground)), offer.gain);
    for (const auto& s : scoring_moves(g, board)) expected.emplace(g.text(g.position(board), s.move), s.gain);
    ASSERT_EQ(open, expected) << g.text(g.position(board));
  }
}

TEST(HichainOffers, AfterAMoveEqualThoseListedAnew) {
  const Hichain g;
  const auto as_set = [](const std::vector<Offer>& offers, const Board& board, int owner) {
    std::set<std::array<int, 3>> out;
    for (const Offer& o : offers)  // what the new card's sides bar may stay in the list: it can never be laid
      if (board.ground.is_empty(o.cell) && board.left[static_cast<std::size_t>(owner)].has(o.way) &&
          board.ground.unbarred_ways(o.cell).has(o.way))
        out.insert({o.cell, o.way, o.gain});
    return out;
  };
  int linked_moves = 0;
  for (std::uint64_t seed = 0; seed < 25; ++seed) {
    Board board = random_board(g, 600 + seed, static_cast<int>(2 * seed));
    if (board.at.royal != 0) continue;
    const int owner = board.at.mover;
    std::vector<Offer> before, after, anew;
    list_offers(g, board, owner, 1, before);
    int number = 0;
    for (const Move m : listed(g, board)) {
      if (HichainRules::is_pass(m) || ++number % 11 != 0) continue;
      const bool linked = linking_ways(g.chain, board.ground, owner, cell_at(m.x, m.y)).has(4 * m.sign + m.orientation);
      linked_moves += linked;
      g.play(board, m);
      if (board.at.royal == 0) {
        offers_after(g, board, m, linked, 1, before, false, after);
        list_offers(g, board, owner, 1, anew);
        ASSERT_EQ(as_set(after, board, owner), as_set(anew, board, owner)) << g.text(g.position(board));
      }
      g.undo(board);
    }
  }
  EXPECT_GT(linked_moves, 10);
}

TEST(HichainBlockade, LaysAllOtherCardsByTheRules) {
  const Hichain g;
  Control control;
  const std::uint32_t o = 1u << ('O' - 'A');
  const Blockade found = BlockadeSearch(g, {o, 0}, 40, control).run();
  auto p = g.initial();
  for (const Move m : found.moves) {
    const auto moves = listed(g, g.board(p));
    ASSERT_NE(std::find(moves.begin(), moves.end(), m), moves.end());
    g.play(p, m);
  }
  EXPECT_EQ(p, found.position);
  EXPECT_EQ(found.moves.size(), 52u);
  EXPECT_EQ(found.placements[0], 0u);  // random play leaves some 110 placements to a side's last card
  EXPECT_EQ(g.placements(p, 0), found.placements[0]);
  EXPECT_EQ(g.placements(p, 1), found.placements[1]);
}

TEST(HichainBlockade, AGameMayEndWithACardLeft) {
  // Found by `banmen hichain block --keep O --beam 40`: black keeps O, which touches with the middles of its edges only, and no red
  // card turns a middle to an empty cell.
  const char* record =
      "Ns0+2 Gs0-1 *s-1-1 Qe1-1 Xs0-2 Dn1-2 Qs2-1 Ee2-2 Tw2-3 On1-3 Vn3-2 Sw0-3 Fn0-4 Ue1-4 Mn1-5 Cs-1-2 Le-1-3 Rw3-1 Yn3+0 Js2+0 "
      "Jn4-2 Mn2-4 As3-4 Bn3-3 Wn4+0 Ww2-5 Ke2-6 Ps1-6 Pw0-6 *s0-5 Ce-2-1 Ln4-1 Dw-1+1 Fw3-5 Iw4-4 He-1+0 Bn-2+0 Zn4-3 Hn-1-5 "
      "Tn-1-4 Sw3-6 Ne4+1 Rs4+2 Ie4-5 Zs5-5 Ks3+1 Us1-7 Vs4+3 Ge3+4 Ae-3+0 Ew-4-1 Yn-4-2 pass Xn0-8";
  const Hichain g;
  const plain::PlainRules twin(BANMEN_SOURCE_DIR "/src/games/hichain/cards.csv");
  auto p = g.initial();
  for (const std::string_view word : words(record)) {
    const Move m = g.read_move(p, word).value();
    const auto moves = listed(g, g.board(p));
    ASSERT_NE(std::find(moves.begin(), moves.end(), m), moves.end()) << word;
    if (word == "pass") {
      EXPECT_EQ(Hichain::horizon(p), 2);  // black's O, red's X
      EXPECT_TRUE(twin.placements(p, 0).empty());
    }
    g.play(p, m);
  }
  EXPECT_TRUE(listed(g, g.board(p)).empty());
  EXPECT_TRUE(twin.placements(p, 0).empty() && twin.placements(p, 1).empty());
  EXPECT_EQ(Hichain::horizon(p), 1);
}

TEST(HichainPlayers, GreedyBeatsRandom) {
  const Hichain g;
  const Duel played = play_duel(g, GreedyPlayer{}, RandomPlayer{}, 200, {});
  EXPECT_EQ(played.games, 200u);
  EXPECT_GE(played.wins, 198u);
}

TEST(HichainPlayers, TheExpertBeatsGreedyPlay) {
  const Hichain g;
  Limits limits;
  limits.nodes = 1;  // no second look
  const Duel played = play_duel(g, ExpertPlayer(limits), GreedyPlayer{}, 6, {});
  EXPECT_EQ(played.wins, 6u);
}

TEST(HichainPlayers, TheExpertRepeatsItself) {
  const Hichain g;
  Board board = random_board(g, 700, 20);
  Limits limits;
  limits.nodes = 3000;
  Random first(5), again(5);
  EXPECT_EQ(ExpertPlayer(limits).choose(g, board, first), ExpertPlayer(limits).choose(g, board, again));
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
