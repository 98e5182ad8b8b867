#include "research/bao/marks.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <set>

#include "core/random.hpp"

namespace banmen::bao {
namespace {

constexpr std::uint64_t no_limit = 1'000'000'000;

/// Slow twin: the rules, stone by stone, for a limited number of sowings.
Fate sown_stone_by_stone(const Heaps& start, std::uint64_t most = no_limit) {
  const std::size_t holes = start.size();
  Heaps board = start;
  std::size_t at = 0;
  for (Fate fate;;) {
    std::uint64_t hand = board[at];
    board[at] = 0;
    ++fate.sowings;
    fate.distance += hand;
    while (hand-- > 0) {
      at = (at + 1) % holes;
      ++board[at];
    }
    fate.ends = board[at] == 1;
    bool back = true;
    for (std::size_t i = 0; i < holes; ++i) back = back && board[(at + i) % holes] == start[i];
    fate.known = fate.ends || back;
    if (fate.known || fate.sowings == most) return fate;
  }
}

void expect_same(const Fate& a, const Fate& b) {
  EXPECT_EQ(a.ends, b.ends);
  EXPECT_EQ(a.known, b.known);
  EXPECT_EQ(a.sowings, b.sowings);
  EXPECT_EQ(a.distance, b.distance);
}

std::uint64_t all_stones(const Heaps& board) { return std::accumulate(board.begin(), board.end(), std::uint64_t{0}); }

Heaps random_heaps(Random& random, std::uint32_t holes, std::uint32_t most) {
  Heaps board(holes);
  for (auto& heap : board) heap = random.below(most + 1);
  board[0] = std::max<std::uint64_t>(board[0], 1);
  return board;
}

/// The c-fold of a board: its places on the tape times c, which is coprime to the number of holes.
Heaps folded(const Heaps& board, std::uint64_t c) {
  const std::uint64_t holes = board.size();
  Heaps out(holes);
  for (std::uint64_t hole = 0; hole < holes; ++hole) {
    const std::uint64_t to = hole * c % holes, emptied = holes * (hole == 0 ? board[0] : board[hole] + 1) - hole;  // before place 0
    const std::uint64_t passes = (to + c * emptied) / holes;
    out[to] = to == 0 ? passes : passes - 1;
  }
  return out;
}

/// (5,1,0,1,0,…,1,0,3) on n×2.
Heaps five_and_three(std::size_t n) {
  Heaps board(2 * n);
  for (std::size_t hole = 1; hole < 2 * n; hole += 2) board[hole] = 1;
  board[0] = 5;
  board.back() = 3;
  return board;
}

}  // namespace

TEST(BaoTape, MatchesSowingStoneByStone) {
  Random random(7);
  for (int k = 0; k < 3000; ++k) {
    const std::uint32_t holes = 2 + random.below(11);
    const Heaps board = random_heaps(random, holes, k % 10 == 0 ? 100 : 6);
    expect_same(follow(board, 2000, {}), sown_stone_by_stone(board, 2000));
  }
  // All stones in one hole: long sowings, for which the tape takes no longer.
  for (const std::uint64_t stones : {10U, 100U, 1000U}) {
    const Heaps board{stones, 0, 0, 0, 0, 0, 0, 0};
    expect_same(follow(board, no_limit, {}), sown_stone_by_stone(board));
  }
  const Fate large = follow({1'000'000, 0, 0, 0, 0, 0, 0, 0}, no_limit, {});
  EXPECT_TRUE(large.ends);
  EXPECT_GT(large.distance, 100'000 * large.sowings);
  const Fate cut = follow({1'000'000, 0, 0, 0, 0, 0, 0, 0}, 10, {});
  EXPECT_FALSE(cut.known);
  EXPECT_EQ(cut.sowings, 10U);
}

TEST(BaoTape, EveryBoardHasEndlessMultiples) {
  Random random(8);
  int ending = 0;
  for (int k = 0; k < 500; ++k) {
    const std::uint32_t holes = 2 + random.below(9);
    const Heaps board = random_heaps(random, holes, 3);
    ending += follow(board, 2000, {}).ends;
    for (std::uint64_t c = 2; c <= 7; ++c) {
      if (std::gcd(c, std::uint64_t{holes}) != 1) continue;
      const Heaps multiple = folded(board, c);
      EXPECT_EQ(fold(multiple), c * fold(board));
      EXPECT_EQ(2 * all_stones(multiple) + holes - 1, c * (2 * all_stones(board) + holes - 1));
      EXPECT_FALSE(sown_stone_by_stone(multiple, 500).ends);
      // A sowing of the multiple is the multiple of a sowing.
      Stones once, often;
      for (const auto heap : board) once.push_back(static_cast<std::uint8_t>(heap));
      for (const auto heap : multiple) often.push_back(static_cast<std::uint8_t>(heap));
      sow_on(once);
      sow_on(often);
      EXPECT_EQ(heaps(often), folded(heaps(once), c));
    }
  }
  EXPECT_GT(ending, 250);  // most of these boards themselves end
  // Loops of one sowing are the multiples of a single stone.
  for (std::uint32_t holes = 2; holes <= 12; ++holes)
    for (std::uint32_t first = 2; first <= 15; ++first) {
      if (std::gcd(first, holes) != 1) continue;
      Heaps one(holes);
      one[0] = 1;
      EXPECT_EQ(folded(one, first), heaps(single_sowing_loop(first, holes)));
    }
}

TEST(BaoTape, TwoHolesHalveModuloTwiceTheStonesPlusOne) {
  for (std::uint64_t stones = 1; stones <= 200; ++stones)
    for (std::uint64_t first = 1; first <= stones; ++first) {
      const Fate slow = sown_stone_by_stone({first, stones - first});
      const auto fast = sowings_on_two(first, stones);
      ASSERT_EQ(fast.has_value(), slow.ends) << first << " of " << stones;
      if (fast) {
        ASSERT_EQ(*fast, slow.sowings) << first << " of " << stones;
      }
    }
}

TEST(BaoTape, LoopsOnTwoHolesAreCountedByOrdersOfTwo) {
  for (std::uint32_t stones = 2; stones <= 120; ++stones) {
    const std::uint32_t n = 2 * stones + 1;
    std::uint64_t cycles = 0;
    for (std::uint32_t d = 3; d <= n; ++d) {
      if (n % d != 0) continue;
      std::uint32_t units = 0, order = 1;  // of 2, up to sign
      for (std::uint32_t x = 1; x < d; ++x) units += std::gcd(x, d) == 1;
      for (std::uint32_t x = 2 % d; x != 1 && x != d - 1; x = 2 * x % d) ++order;
      cycles += units / 2 / order;
    }
    std::uint64_t loops = 0;
    for_each_loop(2, stones, {}, [&](const Stones&, std::uint32_t, std::uint64_t) { ++loops; });
    EXPECT_EQ(loops, cycles - 1) << stones;
  }
}

TEST(BaoTape, SquaresOfSowingsSumToAFixedShare) {
  for (std::uint32_t holes = 2; holes <= 9; ++holes)
    for (std::uint32_t stones = 2; stones <= 13; ++stones)
      for_each_loop(holes, stones, {}, [&](const Stones& board, std::uint32_t, std::uint64_t distance) {
        std::uint64_t squares = 0;
        for (const Stones& b : cycle_of(board)) squares += std::uint64_t{b[0]} * b[0];
        EXPECT_EQ(squares * (holes + 1), distance * (2 * stones + holes - 1)) << in_brackets(board);
      });
}

TEST(BaoTape, TheFewestStonesOfALoop) {
  for (std::uint32_t holes = 3; holes <= 14; ++holes) {
    std::uint64_t below = 0, at = 0;
    for (std::uint32_t stones = 2; stones < fewest_stones(holes); ++stones)
      for_each_loop(holes, stones, {}, [&](const Stones&, std::uint32_t, std::uint64_t) { ++below; });
    for_each_loop(holes, fewest_stones(holes), {}, [&](const Stones&, std::uint32_t, std::uint64_t) { ++at; });
    EXPECT_EQ(below, 0U) << holes;
    EXPECT_EQ(at, 1U) << holes;
  }
}

TEST(BaoTape, AFamilyThatIsNotSpread) {
  for (std::size_t n = 3; n <= 60; ++n) {
    const Heaps board = five_and_three(n);
    const Fate fate = follow(board, no_limit, {});
    EXPECT_FALSE(fate.ends);
    EXPECT_EQ(fate.sowings, 4 * n - 3);
    EXPECT_EQ(fate.distance, 8 * n + 4);
    EXPECT_EQ(fold(board), 1U);
    if (n <= 12) {
      expect_same(fate, sown_stone_by_stone(board));
      EXPECT_FALSE(spread(Stones(board.begin(), board.end())));
    }
  }
}

TEST(BaoTape, BoardsThatAreNotSpreadHaveEndingTwins) {
  std::uint64_t twins = 0;
  for (std::uint32_t holes = 2; holes <= 8; ++holes)
    for (std::uint32_t stones = 2; stones <= (holes <= 5 ? 20U : 14U); ++stones)
      for_each_loop(holes, stones, {}, [&](const Stones& board, std::uint32_t, std::uint64_t) {
        const auto twin = ending_twin(board);
        ASSERT_EQ(twin.has_value(), !spread(board)) << in_brackets(board);
        if (!twin) return;
        ++twins;
        EXPECT_EQ(all_stones(heaps(*twin)), stones);
        EXPECT_TRUE(sown_stone_by_stone(heaps(*twin)).ends) << in_brackets(*twin);
        auto turning = marks(*twin);
        bool same = false;
        for (std::size_t i = 0; i < turning.size(); ++i) {
          same = same || turning == marks(board);
          std::rotate(turning.begin(), turning.begin() + 1, turning.end());
        }
        EXPECT_TRUE(same) << in_brackets(board) << " " << in_brackets(*twin);
      });
  EXPECT_GT(twins, 50U);
}

TEST(BaoMarkPatterns, AgreeWithTheSearchForLoops) {
  for (std::uint32_t holes = 2; holes <= 8; ++holes)
    for (std::uint32_t stones = 2; stones <= 11; ++stones) {
      const PatternCount count = count_patterns(holes, stones, {});
      std::uint64_t types = 0, is_spread = 0, longest = 0;
      for_each_loop(holes, stones, {}, [&](const Stones& board, std::uint32_t sowings, std::uint64_t) {
        ++types;
        is_spread += spread(board);
        longest = std::max<std::uint64_t>(longest, sowings);
      });
      EXPECT_EQ(count.types, types);
      EXPECT_EQ(count.types_spread, is_spread);
      EXPECT_EQ(count.longest_loop, longest);
      EXPECT_EQ(count.unmet, 0U);
      EXPECT_EQ(count.patterns, count.spread + count.ending + count.either);
      EXPECT_EQ(count.boards, boards(holes, stones - 1));
      std::uint64_t slow_longest = 0;
      for_each_board(holes, stones, [&](const Stones& board) {
        if (board[0] == 0) return true;
        const Fate fate = sown_stone_by_stone(heaps(board));
        if (fate.ends) slow_longest = std::max(slow_longest, fate.sowings);
        return true;
      });
      EXPECT_EQ(count.longest_end, slow_longest);
    }
  // The smallest board of 4×2 that is not decided by its marks and stones.
  const PatternCount eleven = count_patterns(8, 11, {});
  EXPECT_EQ(eleven.either, 1U);
  EXPECT_EQ(eleven.endless, (Stones{5, 1, 0, 1, 0, 1, 0, 3}));
  EXPECT_EQ(eleven.twin, (Stones{2, 0, 1, 0, 1, 5, 2, 0}));
}

TEST(BaoTape, ProvedTypesExist) {
  // The raises, enumerated and applied to the marks.
  for (std::uint32_t n = 3; n <= 6; ++n)
    for (std::uint32_t stones = n + 3; stones <= n + 13; ++stones) {
      const std::uint32_t over = stones - n - 3;
      std::set<std::vector<std::uint32_t>> met;
      std::function<void(std::vector<std::uint32_t>, std::uint32_t)> raise = [&](const std::vector<std::uint32_t>& levels,
                                                                                 std::uint32_t left) {
        if (left == 0) {
          met.insert(levels);
          return;
        }
        for (std::size_t level = 0; level + 1 < levels.size(); ++level) {
          if (levels[level] == 0) continue;
          auto raised = levels;
          --raised[level];
          ++raised[level + 1];
          raise(raised, left - 1);
        }
      };
      // Numbers of marks 3, 5, …, M-1, M+1.
      std::vector<std::uint32_t> levels(n, 2);
      levels[0] = over % 2 == 0 ? 3 : 4;
      levels.back() = over % 2 == 0 ? 2 : 1;
      if (over != 1) raise(levels, over % 2 == 0 ? over / 2 : (over - 3) / 2);
      EXPECT_EQ(proved_types(n, stones), met.size()) << n << " " << stones;
      if (2 * n + stones > 20) continue;
      EXPECT_LE(met.size(), count_patterns(2 * n, stones, {}).spread) << n << " " << stones;
    }
  EXPECT_EQ(proved_types(8, 13), 7U);
  EXPECT_EQ(proved_types(8, 15), 28U);
}

}  // namespace banmen::bao
