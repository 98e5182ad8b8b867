// Reversi and Yonin: published or provable counts, notation, and refusals.
#include "games/reversi/reversi.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

#include "catalog/catalog.hpp"

namespace banmen {
namespace {

using Counts = std::vector<std::uint64_t>;

Counts perft(const std::string& name, int depth) {
  const auto game = Catalog().open(name);
  if (!game) {
    ADD_FAILURE() << game.error().message();
    return {};
  }
  return (*game)->perft("", depth, Control{})->leaves;
}

Error refused(const std::string& name) {
  const auto game = Catalog().open(name);
  return game ? Error{"accepted", {}, 0, 0} : game.error();
}

Reversi make_reversi(int rows, int columns) {
  return Reversi(DiscBoard{static_cast<std::int8_t>(rows), static_cast<std::int8_t>(columns)});
}
Yonin yonin(int rows, int columns, YoninOptions options = {}) {
  return Yonin(DiscBoard{static_cast<std::int8_t>(rows), static_cast<std::int8_t>(columns)}, options);
}

template <class G>
typename G::Position play(const G& g, std::initializer_list<const char*> moves) {
  auto p = g.initial();
  for (const char* text : moves) {
    const auto m = g.read_move(p, text);
    EXPECT_TRUE(m) << text << ": " << (m ? "" : m.error().message());
    if (m) g.play(p, *m);
  }
  return p;
}

}  // namespace

TEST(Reversi, CountsThePublishedPositions) {
  EXPECT_EQ(perft("reversi", 9), (Counts{4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288}));
  EXPECT_EQ(perft("reversi:size=6", 8), (Counts{4, 12, 56, 244, 1364, 7604, 47740, 308716}));
}

TEST(Reversi, CountsThePublishedPositionsFurtherDown) {
  if (!std::getenv("BANMEN_LONG")) GTEST_SKIP() << "with BANMEN_LONG=1";
  const Counts leaves = perft("reversi", 11);
  EXPECT_EQ(leaves[9], 24571284u);
  EXPECT_EQ(leaves[10], 212258800u);
}

TEST(Yonin, CountsThePositions) {
  EXPECT_EQ(perft("yonin", 8), (Counts{4, 10, 36, 117, 478, 2047, 10400, 53577}));
  EXPECT_EQ(perft("yonin:start=opposite", 8), (Counts{2, 4, 14, 51, 220, 987, 4591, 23650}));
  EXPECT_EQ(perft("yonin:size=6", 8), (Counts{4, 10, 36, 117, 476, 1938, 9231, 44118}));
  EXPECT_EQ(perft("yonin:size=6,start=opposite", 8), (Counts{2, 4, 14, 51, 216, 935, 4264, 20883}));
}

TEST(Reversi, CountsAllCompleteGamesOn4x4) {
  // Deep enough for every game to end: the count no longer grows.
  const Counts two = perft("reversi:size=4", 30);
  EXPECT_EQ(two[29], 60060u);
  EXPECT_EQ(two[24], 60060u);
  const Counts four = perft("yonin:size=4", 60);
  EXPECT_EQ(four[59], 8891u);
  EXPECT_EQ(four[40], 8891u);
}

TEST(Yonin, WithoutTheRestrictionIsReversiWhileNobodyPasses) {
  // Then only passes distinguish four seats from two, and on 6×6 there are none in the first eight plies.
  EXPECT_EQ(perft("yonin:size=6,start=opposite,restrict=false", 8), perft("reversi:size=6", 8));
}

TEST(Reversi, StartsAsOthelloDoes) {
  const Reversi g;
  EXPECT_EQ(g.text(g.initial()), "......../......../......../...ox.../...xo.../......../......../........ x");
  EXPECT_EQ(g.text(play(g, {"d3"})), "......../......../...x..../...xx.../...xo.../......../......../........ o");
  EXPECT_EQ(make_reversi(4, 6).text(make_reversi(4, 6).initial()), "....../..ox../..xo../...... x");
}

TEST(Yonin, StartsWithEachQuadrantsOwnColourOrTheOther) {
  const Yonin own = yonin(6, 6), opposite = yonin(6, 6, {.start = YoninStart::opposite});
  EXPECT_EQ(own.text(own.initial()), "....../....../..xo../..ox../....../...... A");
  EXPECT_EQ(opposite.text(opposite.initial()), "....../....../..ox../..xo../....../...... A");
}

TEST(Reversi, NotationRoundTripsAndErrorsAreLocated) {
  const Reversi g = make_reversi(4, 4);
  const auto refuses = [&](const char* text, int column, const char* what) {
    const auto p = g.read_position(text);
    ASSERT_FALSE(p) << text;
    EXPECT_EQ(p.error().column, column) << text;
    EXPECT_NE(p.error().what.find(what), std::string::npos) << p.error().what;
  };
  const auto p = g.read_position("x.oo/..../oooo/xxxx o");
  ASSERT_TRUE(p) << p.error().message();
  EXPECT_EQ(g.text(*p), "x.oo/..../oooo/xxxx o");
  EXPECT_EQ(g.score(*p), (Gains<2>{5, 6}));
  refuses("", 1, "row 1 is too short: it has 0 of 4 cells");
  refuses("..../.../..../.... x", 9, "row 2 is too short: it has 3 of 4 cells");
  refuses("..../...../..../.... x", 10, "row 2 is too long");
  refuses("..../..../..../..... x", 20, "row 4 is too long");
  refuses("..../..../..../..../.... x", 20, "too many rows");
  refuses("..../.z../..../.... x", 7, "'x', 'o' or '.'");
  refuses("..../..../..../....", 20, "a space and the seat on turn");
  refuses("..../..../..../.... ", 21, "the seat on turn");
  refuses("..../..../..../.... A", 21, "the seat on turn");
  refuses("..../..../..../.... x ", 22, "the end");
}

TEST(Yonin, ReadsTheSeatOnTurn) {
  const Yonin g = yonin(4, 4);
  for (const char seat : std::string("ABCD")) {
    const std::string text = std::string("xo../..../..oo/.... ") + seat;
    const auto p = g.read_position(text);
    ASSERT_TRUE(p) << p.error().message();
    EXPECT_EQ(g.turn(*p), seat - 'A');
    EXPECT_EQ(popcount(p->black()), 1);
    EXPECT_EQ(g.text(*p), text);
  }
  EXPECT_EQ(g.read_position("xo../..../..oo/.... E").error().column, 21);
  EXPECT_EQ(g.read_position("xo../..../..oo/.... x").error().hint, "after the board: a space and the seat on turn, A, B, C or D");
}

TEST(Reversi, RefusesIllegalMovesWithReason) {
  const Reversi g = make_reversi(6, 6);
  const auto p = g.initial();
  ASSERT_TRUE(g.read_move(p, "c2"));
  EXPECT_EQ(g.read_move(p, "c3").error().what, "cell c3 is taken");
  EXPECT_EQ(g.read_move(p, "a1").error().what, "a disc on a1 would flank nothing");
  EXPECT_EQ(g.read_move(p, "a1").error().hint, "one that can be played is c2");
  EXPECT_EQ(g.read_move(p, "g1").error().what, "cell g1 is not on the board");
  EXPECT_EQ(g.read_move(p, "a7").error().hint, "cells are a1 to f6, and there is 'pass'");
  for (const char* text : {"", "c", "c22", "z9", "C2", "2c", "passe"}) EXPECT_FALSE(g.read_move(p, text)) << text;
  EXPECT_EQ(g.read_move(p, "pass").error().what, "a pass is illegal while a placement exists, such as c2");
  const auto over = g.read_position("xxxxxx/xxxxxx/xxxxxx/xxxxxx/xxxxxx/xxxxx. o");
  ASSERT_TRUE(over);
  EXPECT_EQ(g.count(*over), 0u);
  EXPECT_EQ(g.read_move(*over, "pass").error().what, "the game is over, so there is no pass");
}

TEST(Yonin, MayNotPlaceInTheQuadrantOfThePlayerFacing) {
  const Yonin g = yonin(6, 6, {.start = YoninStart::opposite});
  const auto p = g.initial();
  EXPECT_EQ(g.read_move(p, "d5").error().what, "cell d5 lies in the quadrant of C, who faces A");
  EXPECT_EQ(g.read_move(p, "d5").error().hint, "one that can be played is c2");
  EXPECT_TRUE(yonin(6, 6, {.start = YoninStart::opposite, .restrict = false}).read_move(p, "d5"));
}

TEST(Yonin, PassesOnlyWhenItMustAndTheTurnNeverJumps) {
  // White cannot place anywhere, A only on a1, where C may not place: B, C and D pass, A places.
  const Yonin g = yonin(4, 4);
  auto p = *g.read_position(".oxx/..../..../.... B");
  for (const Seat seat : {1, 2, 3}) {
    EXPECT_EQ(g.turn(p), seat);
    const auto m = g.read_move(p, "pass");
    ASSERT_TRUE(m) << m.error().message();
    EXPECT_EQ(g.count(p), 1u);
    EXPECT_TRUE(g.is_pass(*m));
    g.play(p, *m);
  }
  EXPECT_EQ(g.turn(p), 0);
  g.play(p, *g.read_move(p, "a1"));
  EXPECT_EQ(g.text(p), "xxxx/..../..../.... B");
  EXPECT_EQ(g.count(p), 0u);  // nobody can place: over, final passes are not played
  EXPECT_EQ(g.payoff(p), (Gains<4>{-1, -2, -2, -2}));
}

TEST(Yonin, TiedSeatsShareTheBetterRank) {
  const Yonin g = yonin(4, 4);
  const auto p = *g.read_position("xxoo/xxoo/oxx./oxxx A");  // own discs in own quadrants: A 4, B 4, C 3, D 2
  EXPECT_EQ(g.score(p), (Gains<4>{4, 4, 3, 2}));
  EXPECT_EQ(g.payoff(p), (Gains<4>{-1, -1, -3, -4}));
  EXPECT_EQ(g.team(0), 0);
  EXPECT_EQ(g.team(3), 3);
  const Yonin discs = yonin(4, 4, {.mode = YoninMode::team});
  EXPECT_EQ(discs.score(p), (Gains<4>{9, 6, 9, 6}));
  EXPECT_EQ(discs.payoff(p), (Gains<4>{3, -3, 3, -3}));
  EXPECT_EQ(discs.team(0), discs.team(2));
  EXPECT_NE(discs.team(0), discs.team(1));
  const Yonin quadrants = yonin(4, 4, {.mode = YoninMode::team, .score = YoninScore::quadrants});
  EXPECT_EQ(quadrants.score(p), (Gains<4>{7, 6, 7, 6}));
  EXPECT_EQ(quadrants.payoff(p), (Gains<4>{1, -1, 1, -1}));
}

TEST(Reversi, RefusesBoardsOfOtherSizes) {
  EXPECT_EQ(refused("reversi:size=5").what, "reversi: size=5 is not an even board");
  EXPECT_EQ(refused("reversi:size=5").hint, "the nearest valid size is 6");
  EXPECT_EQ(refused("yonin:size=10").message(), "yonin: size=10 is out of range 4..8 (the nearest valid size is 8)");
  EXPECT_EQ(refused("reversi:size=2x7").hint, "the nearest valid size is 4x8");
  EXPECT_EQ(refused("reversi:size=0").hint, "the nearest valid size is 4");
  for (const char* bad : {"", "x", "8x", "x8", "8x8x8", "eight", "-8", "99999999999999999999", "8 x8", "6.0"})
    EXPECT_NE(refused(std::string("reversi:size=") + bad).what, "accepted") << bad;
  for (const char* good : {"4", "6", "8", "4x6", "8x4", "6x6"})
    EXPECT_EQ(refused(std::string("reversi:size=") + good).what, "accepted");
  EXPECT_EQ(refused("yonin:start=owm").hint, "did you mean 'own'?");
  EXPECT_EQ(refused("yonin:restrict=no").hint.substr(0, 3), "one");
}

TEST(Reversi, DrawsTheBoard) {
  EXPECT_EQ(make_reversi(4, 6).picture(make_reversi(4, 6).initial()).plain(),
            "  a b c d e f\n"
            "1 . . . . . . 1\n"
            "2 . . o x . . 2\n"
            "3 . . x o . . 3\n"
            "4 . . . . . . 4\n"
            "  a b c d e f\n"
            "x 2  o 2  x to move\n");
  EXPECT_EQ(yonin(4, 4).picture(yonin(4, 4).initial()).plain(),
            "  a b   c d\n"
            "1 . . | . . 1\n"
            "2 . x | o . 2\n"
            "  ----+-----\n"
            "3 . o | x . 3\n"
            "4 . . | . . 4\n"
            "  a b   c d\n"
            "x 2  o 2  A (x) to move\n");
}

}  // namespace banmen
