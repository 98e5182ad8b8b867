// The hand-written move generators give the published counts, and count finished games.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "generators/chess.hpp"
#include "generators/draughts.hpp"

namespace banmen {
namespace {

using Counts = std::vector<std::uint64_t>;
using Perft = std::uint64_t (*)(std::string_view, int);

/// As deep as there are published counts.
void expect_counts(Perft perft, std::string_view rows, const Counts& counts) {
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const int depth = static_cast<int>(i) + 1;
    EXPECT_EQ(perft(rows, depth), counts[i]) << rows << " at depth " << depth;
  }
}

}  // namespace

TEST(ChessBaseline, MatchesPublishedCountsFromTheStart) {
  const Counts published = {1, 20, 400, 8902, 197281};
  for (std::size_t depth = 0; depth < published.size(); ++depth)
    EXPECT_EQ(baseline::chess_perft(static_cast<int>(depth)), published[depth]);
  EXPECT_EQ(baseline::chess_perft(5), 4865609U + 8) << "eight games are mate after four plies";
}

// The start position reaches castling and promotion only late. These are positions 2 to 5 of the Chess Programming Wiki's perft
// results.
TEST(ChessBaseline, MatchesPublishedCountsWithEveryKindOfMove) {
  expect_counts(baseline::chess_perft, "r...k..r/p.ppqpb./bn..pnp./...PN.../.p..P.../..N..Q.p/PPPBBPPP/R...K..R",
                {48, 2039, 97862});
  expect_counts(baseline::chess_perft, "......../..p...../...p..../KP.....r/.R...p.k/......../....P.P./........",
                {14, 191, 2812, 43238});
  expect_counts(baseline::chess_perft, "r...k..r/Pppp.ppp/.b...nbN/nP....../BBP.P.../q....N../Pp.P..PP/R..Q.RK.", {6, 264, 9467});
  expect_counts(baseline::chess_perft, "rnbq.k.r/pp.Pbppp/..p...../......../..B...../......../PPP.NnPP/RNBQK..R",
                {44, 1486, 62379});
}

TEST(ChessBaseline, CountsAGameThatHasEndedAsOne) {
  constexpr std::string_view mated = ".......k/......../......../......../......../......../r......./.r.....K";
  constexpr std::string_view stalemated = "......../......../......../......../......../......k./.....q../.......K";
  expect_counts(baseline::chess_perft, mated, {1, 1, 1});
  expect_counts(baseline::chess_perft, stalemated, {1, 1, 1});
}

TEST(DraughtsBaseline, MatchesPublishedCountsFromTheStart) {
  const Counts published = {1, 7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963680};
  for (std::size_t depth = 0; depth < published.size(); ++depth)
    EXPECT_EQ(baseline::draughts_perft(static_cast<int>(depth)), published[depth]);
}

TEST(DraughtsBaseline, AKingThatComesRoundHasTwoWays) {
  // Afterwards White has no move: the game is over, and remains one leaf.
  expect_counts(baseline::draughts_perft, "......../......../.o.o..../......../.o.o..../..X...../......../........", {2, 2, 2});
}

TEST(DraughtsBaseline, AManThatIsCrownedStops) {
  // As a king it could capture the second man too. That one then steps either way.
  expect_counts(baseline::draughts_perft, "......../..o.o.../.x....../......../......../......../......../........", {1, 2});
}

TEST(DraughtsBaseline, ACaptureMustBeMadeToItsEnd) {
  // The other man may not move, and the first jump alone is incomplete.
  expect_counts(baseline::draughts_perft, "......../......../...o..../......../.o....../x.....x./......../........", {1, 1});
}

}  // namespace banmen
