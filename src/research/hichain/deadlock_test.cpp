// Tests of the blockade and the deadlock.
#include "research/hichain/deadlock.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "core/text.hpp"
#include "games/hichain/hichain.hpp"
#include "games/hichain/test_plain_rules.hpp"

namespace banmen::hichain {
namespace {

using Board = HichainRules::Board;
using Move = HichainRules::Move;

std::vector<Move> listed(const Hichain& g, const Board& board) {
  std::vector<Move> out(g.move_capacity());
  MoveList<Move> list(out.data(), g.move_capacity());
  g.moves(board, list);
  out.resize(list.size());
  return out;
}

}  // namespace

TEST(HichainBlockade, LaysAllOtherCardsByTheRules) {
  const Hichain g;
  Control control;
  const std::uint32_t o = 1u << ('O' - 'A');
  const Blockade found = search_blockade(g, {o, 0}, 40, control);
  auto p = g.initial();
  for (const Move m : found.moves) {
    const auto moves = listed(g, g.board(p));
    ASSERT_NE(std::find(moves.begin(), moves.end(), m), moves.end());
    g.play(p, m);
  }
  EXPECT_EQ(p, found.position);
  EXPECT_EQ(found.moves.size(), 52u);
  EXPECT_EQ(found.placements[0], 0u);  // after random play a side's last card has some 110 placements
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

TEST(HichainDeadlock, CardsWithoutSidesCantBothBeShutOut) {
  EXPECT_TRUE(sides_end_in_points());
  const plain::PlainRules twin(BANMEN_SOURCE_DIR "/src/games/hichain/cards.csv");
  int sides_of_all = 0, hopeless = 0;
  std::string sideless;
  for (const plain::Sign& sign : twin.table()) {
    sides_of_all += static_cast<int>(sign.sides.size());
    if (!sign.sides.empty()) continue;
    sideless += sign.letter;
    // It has a corner or a middle that can be turned to the end of a side.
    EXPECT_FALSE(sign.points.empty()) << sign.letter;
  }
  EXPECT_EQ(sideless, "AOQVXY*");
  EXPECT_EQ(sides_of_all, 92);
  const int o = 'O' - 'A';
  EXPECT_EQ(sides_laid({o, o}), 200);  // with four on each start card
  EXPECT_EQ(most_common_edges(56), 97);
  for (int a = 0; a < signs; ++a)
    for (int b = 0; b < signs; ++b) hopeless += is_hopeless({a, b});
  EXPECT_EQ(hopeless, 49);
  EXPECT_FALSE(is_hopeless({o, 'S' - 'A'}));
}

/// The bound is the maximum over all polyominoes of up to seven cells.
TEST(HichainDeadlock, MostCommonEdgesIsAttained) {
  using Shape = std::set<std::pair<int, int>>;
  std::set<Shape> shapes = {{{0, 0}}};
  for (int cells = 1; cells <= 7; ++cells) {
    int most = 0;
    std::set<Shape> larger;
    for (const Shape& shape : shapes) {
      int edges = 0;
      for (const auto& [x, y] : shape) edges += static_cast<int>(shape.count({x + 1, y}) + shape.count({x, y + 1}));
      most = std::max(most, edges);
      for (const auto& [x, y] : shape)
        for (const auto& [dx, dy] : {std::pair{1, 0}, {-1, 0}, {0, 1}, {0, -1}}) {
          Shape with = shape;
          if (with.insert({x + dx, y + dy}).second) larger.insert(std::move(with));
        }
    }
    EXPECT_EQ(most, most_common_edges(cells)) << cells;
    shapes = std::move(larger);
  }
}

TEST(HichainDeadlock, AGameMayEndWithACardLeftToEach) {
  // Found by `banmen hichain deadlock --keep O --red G --seed 1`.
  const char* record =
      "Bs1+2 Jw0-1 Lw0+2 Xe2+3 *e-1-1 Dn-1+0 Iw0-2 In0-3 An0-4 Cn1-3 Vw-2+0 Te-2-2 Ze2-3 Ms1-4 Ms-3-2 Bs-1-3 Sn2-5 Ws-1-4 "
      "Rn2-2 On-1-2 Xs1-2 Qw1-1 Un-1+2 Pw-2-3 Yw-2-4 He-2+1 Ts-2+2 Fw3-6 Hw-2-5 Lw-3-6 Ws-3-4 Ve-2-6 Kn-3+1 Yn2-6 Ps-3-5 Aw3-5 "
      "Jw-3+2 Rw1-5 Ge-3+0 Ks-4+2 Ns2-1 Ze1-6 De2+0 Un-1-5 Cn-3-3 Sw-1+1 Fs2-4 Es-2-1 Qs0-5 *e0-6 Ee-3-1 Nn-1-6";
  const Hichain g;
  const plain::PlainRules twin(BANMEN_SOURCE_DIR "/src/games/hichain/cards.csv");
  auto p = g.initial();
  for (const std::string_view word : words(record)) {
    const auto move = g.read_move(p, word).value();
    const Laid card{static_cast<std::int8_t>(p.mover), static_cast<std::int8_t>(move.sign),
                    static_cast<std::int8_t>(move.orientation), move.x, move.y};
    ASSERT_TRUE(twin.is_legal(layout(p), card)) << word;
    g.play(p, move);
  }
  EXPECT_EQ(p.royal, 0);
  EXPECT_EQ(Hichain::horizon(p), 2);
  EXPECT_EQ(p.cards[0]['O' - 'A'].turned, 0);
  EXPECT_EQ(p.cards[1]['G' - 'A'].turned, 0);
  for (int colour = 0; colour < 2; ++colour) {
    EXPECT_TRUE(twin.placements(p, colour).empty());
    static_cast<void>(twin.score(layout(p), colour));
    EXPECT_FALSE(twin.royal());
  }
  EXPECT_EQ(g.count(p), 0u);  // not even a pass: the game is over
  EXPECT_EQ(g.payoff(p), (Gains<2>{-9, 9}));
}

TEST(HichainDeadlock, SearchReportsItsBestTable) {
  const HichainRules g;
  Control control;
  const std::array<int, 2> kept = {'O' - 'A', 'S' - 'A'};
  const Deadlock few = search_deadlock(g, kept, 200, control), many = search_deadlock(g, kept, 200'000, control);
  EXPECT_EQ(few.steps, 200u);
  EXPECT_TRUE(few.moves.empty());
  EXPECT_GT(few.cost, many.cost);
  EXPECT_EQ(many.cost, 6.0 * 2 * many.clashes + 4.0 * many.loose + many.placements[0] + many.placements[1]);
  EXPECT_EQ(search_deadlock(g, kept, 200'000, control).cost, many.cost);
}

}  // namespace banmen::hichain
