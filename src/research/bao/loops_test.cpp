#include "research/bao/loops.hpp"

#include <gtest/gtest.h>

#include <map>
#include <numeric>
#include <set>

#include "research/bao/marks.hpp"
#include "research/bao/reach.hpp"

namespace banmen::bao {
namespace {

/// Slow twin: follows every board and stores every cycle as a set of boards.
std::set<std::set<Stones>> slow_loops(std::uint32_t holes, std::uint32_t stones) {
  std::set<std::set<Stones>> loops;
  for_each_board(holes, stones, [&](const Stones& board) {
    if (board[0] == 0) return true;
    const auto cycle = cycle_of(board);
    if (!cycle.empty()) loops.insert({cycle.begin(), cycle.end()});
    return true;
  });
  return loops;
}

}  // namespace

TEST(BaoLoops, VisitsAllBoards) {
  for (const auto& [holes, stones] : {std::pair{3U, 7U}, {5U, 6U}, {8U, 5U}, {2U, 9U}}) {
    std::set<Stones> seen;
    for_each_board(holes, stones, [&](const Stones& board) {
      EXPECT_EQ(std::accumulate(board.begin(), board.end(), 0U), stones);
      EXPECT_TRUE(seen.insert(board).second);
      return true;
    });
    EXPECT_EQ(seen.size(), boards(holes, stones));
  }
}

TEST(BaoLoops, SearchMatchesTheSlowTwin) {
  for (std::uint32_t holes = 2; holes <= 9; ++holes)
    for (std::uint32_t stones = 2; stones <= (holes <= 5 ? 16U : 11U); ++stones) {
      const auto slow = slow_loops(holes, stones);
      std::set<std::set<Stones>> fast;
      for_each_loop(holes, stones, {}, [&](const Stones& largest, std::uint32_t sowings, std::uint64_t distance) {
        const auto cycle = cycle_of(largest);
        EXPECT_EQ(cycle.size(), sowings);
        EXPECT_EQ(loop_of(largest)->distance, distance);
        EXPECT_TRUE(fast.insert({cycle.begin(), cycle.end()}).second) << "met twice";
      });
      ASSERT_EQ(fast, slow) << holes << " holes, " << stones << " stones";
    }
}

TEST(BaoLoops, TableTwoOfThePaper) {
  for (const paper::Row& row : paper::table2) {
    const auto type = loop_of(row.board);
    ASSERT_TRUE(type);
    EXPECT_EQ(type->period(), row.period);
    EXPECT_EQ(type->shift(), row.shift);
    EXPECT_EQ(type->board, row.board);
    EXPECT_TRUE(meets_loop(row.board, LoopReading::printed));
  }
  EXPECT_EQ(loop_of(paper::figure4.board)->shift(), 3U);
  EXPECT_EQ(loop_of(paper::figure4.board)->period(), 0U);
}

TEST(BaoLoops, ThePeriodIsWhatTheFirstHoleReceives) {
  // Counted stone by stone, by the paper's definition.
  for (std::uint32_t stones = 7; stones <= 13; ++stones)
    for_each_loop(8, stones, {}, [&](const Stones& start, std::uint32_t sowings, std::uint64_t distance) {
      Stones board = start;
      std::uint32_t at = 0, received = 0;
      for (std::uint32_t k = 0; k < sowings; ++k) {
        std::uint32_t hand = board[at];
        board[at] = 0;
        while (hand-- > 0) {
          at = (at + 1) % 8;
          ++board[at];
          received += at == 0;
        }
      }
      EXPECT_EQ(received, distance / 8);
      EXPECT_EQ(at, distance % 8);
      for (std::uint32_t i = 0; i < 8; ++i) EXPECT_EQ(board[(at + i) % 8], start[i]);
    });
}

TEST(BaoLoops, TableOneOfThePaper) {
  for (const paper::PatternRow& row : paper::table1) {
    EXPECT_EQ(paper::pattern2(row.first, static_cast<std::uint32_t>(row.board.size())), row.board);
    for (const std::uint32_t ring : row.rings) {
      const auto type = loop_of(paper::pattern2(row.first, ring));
      ASSERT_TRUE(type);
      EXPECT_EQ(type->sowings, 1U);
      EXPECT_EQ(type->distance, row.first);
      EXPECT_EQ(single_sowing_loop(row.first, ring), type->board);
    }
  }
  EXPECT_EQ(paper::pattern1(8), (Stones{7, 0, 1, 2, 3, 4, 5, 6}));
}

TEST(BaoLoops, SingleSowingsAreCoprimeToTheRing) {
  for (std::uint32_t ring = 2; ring <= 7; ++ring) {
    std::map<std::uint32_t, int> met;
    for (std::uint32_t stones = 2; stones <= 18; ++stones)
      for_each_loop(ring, stones, {}, [&](const Stones& board, std::uint32_t sowings, std::uint64_t) {
        if (sowings != 1) return;
        ++met[board[0]];
        EXPECT_EQ(board, single_sowing_loop(board[0], ring));
      });
    for (std::uint32_t first = 2; first <= 18; ++first) {
      const Stones board = single_sowing_loop(first, ring);
      EXPECT_EQ(board.empty(), std::gcd(first, ring) != 1);
      if (!board.empty() && std::accumulate(board.begin(), board.end(), 0U) <= 18) {
        EXPECT_EQ(met[first], 1) << ring << " " << first;
      }
    }
  }
}

TEST(BaoMarks, AreInvariantUnderMoves) {
  Random random(31);
  for (int k = 0; k < 3000; ++k) {
    const std::uint32_t holes = 2 + random.below(12);
    Stones board(holes);
    for (std::uint32_t n = 2 + random.below(3 * holes); n > 0; --n) ++board[random.below(holes)];
    if (board[0] == 0) continue;
    auto now = marks(board);
    for (int step = 0; step < 50; ++step) {
      const std::uint32_t by = board[0];
      const auto next = sow_once(board);
      if (!next) break;
      // Places count from the hole under the hand, so marks decrease by the number of stones sown.
      const auto after = marks(*next);
      for (std::size_t m = 0; m < now.size(); ++m) ASSERT_EQ(after[m], now[(m + by) % now.size()]);
      board = *next;
      now = after;
    }
  }
}

TEST(BaoMarks, SpreadBoardsAreEndless) {
  for (std::uint32_t holes = 2; holes <= 9; ++holes)
    for (std::uint32_t stones = 2; stones <= 11; ++stones) {
      const ConditionCount n = count_conditions(holes, stones, {});
      EXPECT_EQ(n.spread_ending, 0U);
      if (holes == 8 && stones <= 10) {
        EXPECT_EQ(n.types_spread, n.types);
      }
    }
  EXPECT_TRUE(spread({3, 1, 0, 1, 0, 1, 0, 1}));
  EXPECT_FALSE(spread({5, 1, 0, 1, 0, 1, 0, 3}));
  EXPECT_FALSE(cycle_of({5, 1, 0, 1, 0, 1, 0, 3}).empty());
}

TEST(BaoMarks, ALoopsDistanceIsAPeriodOfItsMarks) {
  for (std::uint32_t holes = 3; holes <= 8; ++holes)
    for (std::uint32_t stones = 2; stones <= 15; ++stones)
      for_each_loop(holes, stones, {}, [&](const Stones& board, std::uint32_t, std::uint64_t distance) {
        const auto m = marks(board);
        for (std::size_t i = 0; i < m.size(); ++i) ASSERT_EQ(m[i], m[(i + distance) % m.size()]);
      });
}

TEST(BaoReach, FourByTwoReachesThirteenLoops) {
  const Bao g = Bao::plain(4);
  const ReachReport report = reachable_loops(g, {}, {});
  EXPECT_TRUE(report.complete);
  EXPECT_EQ(report.loops.size(), 13U);
  std::size_t printed = 0;
  for (const ReachedLoop& loop : report.loops) {
    for (const paper::Row& row : paper::table2) printed += row.board == loop.type.board;
    // The line is playable, and its last move is endless and runs through this loop.
    Bao::Position p = g.initial();
    for (std::size_t i = 0; i < loop.moves.size(); ++i) {
      const auto m = g.read_move(p, loop.moves[i]);
      ASSERT_TRUE(m);
      if (i + 1 == loop.moves.size()) {
        EXPECT_EQ(loop_of(turned_to(g, p, m->hole))->board, loop.type.board);
      }
      EXPECT_EQ(g.endless(p, *m), i + 1 == loop.moves.size());
      g.play(p, *m);
    }
  }
  EXPECT_EQ(printed, paper::table2.size());
  EXPECT_EQ(report.loops[0].moves, (std::vector<std::string>{"d", "e", "b"}));
}

TEST(BaoLoops, CensusFindsTheSameLoops) {
  for (const std::uint32_t n : {2U, 3U, 4U, 5U}) {
    const Bao g = Bao::plain(n);
    const ReachReport slow = reachable_loops(g, {}, {});
    for (const int threads : {1, 3}) {
      Control control;
      control.threads = threads;
      const auto fast = loops_of_census(g, {}, control);
      ASSERT_TRUE(fast) << fast.error().message();
      EXPECT_TRUE(fast->complete);
      EXPECT_EQ(fast->positions, slow.positions);
      EXPECT_EQ(fast->moves, slow.moves);
      EXPECT_EQ(fast->endless_moves, slow.endless_moves);
      EXPECT_EQ(fast->plies, slow.plies);
      std::map<Stones, std::pair<std::uint64_t, std::size_t>> expected, found;
      for (const ReachedLoop& loop : slow.loops) expected[loop.type.board] = {loop.type.distance, loop.moves.size()};
      for (const ReachedLoop& loop : fast->loops) found[loop.type.board] = {loop.type.distance, loop.moves.size()};
      EXPECT_EQ(found, expected);
      EXPECT_EQ(fast->loops.size(), slow.loops.size());
    }
  }
}

TEST(BaoRepeat, FourByTwo) {
  const Bao g = Bao::plain(4);
  const RepeatReport r = earliest_repetition(g, {}, {});
  ASSERT_TRUE(r.found);
  EXPECT_EQ(r.lead.size(), 6U);
  EXPECT_EQ(r.cycle.size(), 4U);
  Bao::Position p = g.initial();
  for (const auto& m : r.lead) g.play(p, g.read_move(p, m).value());
  EXPECT_EQ(p, r.position);
  for (const auto& m : r.cycle) g.play(p, g.read_move(p, m).value());
  EXPECT_EQ(p, r.position);
  EXPECT_EQ(repetition_components(g, 100'000, {}).sizes, (std::vector<std::uint64_t>{12, 10, 10, 10, 2}));
  EXPECT_FALSE(repetition_components(g, 100, {}).complete);
  EXPECT_TRUE(earliest_repetition(Bao::plain(2), {}, {}).complete);
  EXPECT_FALSE(earliest_repetition(Bao::plain(2), {}, {}).found);
}

TEST(BaoExplain, MatchesThePapersNotation) {
  const ExplainedMove move = explain({0, 4, 0, 4, 0, 4, 0, 4}, 3, 100, {});
  ASSERT_EQ(move.sowings.size(), 6U);
  EXPECT_TRUE(move.ends);
  EXPECT_EQ(move.sowings[1].board, (Stones{0, 4, 0, 0, 1, 5, 1, 5}));
  EXPECT_EQ(move.sowings[1].hole, 7U);
  EXPECT_EQ(move.sowings[5].board, (Stones{0, 6, 2, 1, 0, 6, 0, 1}));
  EXPECT_EQ(move.last, (Stones{0, 6, 0, 2, 1, 6, 0, 1}));
  EXPECT_EQ(move.at, 4U);
  // L5: the letters of its second and thirty-first board are misprints in the paper.
  const ExplainedMove five = explain({3, 1, 2, 3, 0, 1, 0, 1}, 0, 100, {});
  EXPECT_FALSE(five.ends);
  EXPECT_EQ(five.count, 30U);
  EXPECT_EQ(five.period(), 10U);
  EXPECT_EQ(five.shift(), 1U);
  EXPECT_EQ(five.sowings[1].board, (Stones{0, 2, 3, 4, 0, 1, 0, 1}));
  EXPECT_EQ(five.sowings[1].hole, 3U);
  EXPECT_EQ(five.last, (Stones{1, 3, 1, 2, 3, 0, 1, 0}));
  EXPECT_EQ(five.at, 1U);
}

}  // namespace banmen::bao
