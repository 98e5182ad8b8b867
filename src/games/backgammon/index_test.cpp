#include "games/backgammon/index.hpp"

#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "core/random.hpp"
#include "games/backgammon/backgammon.hpp"

namespace banmen::backgammon {

TEST(BackgammonIndex, CountsOfThePaper) {
  EXPECT_EQ(count_positions(1, 1), 601u);
  EXPECT_EQ(count_positions(2, 1), 7525u);
  EXPECT_EQ(count_positions(1, 2), 7525u);
  std::uint64_t hypergammon = 0;
  for (int n = 0; n <= 3; ++n)
    for (int m = 0; m <= 3; ++m) hypergammon += count_positions(n, m);
  EXPECT_EQ(hypergammon, 7'959'904u);
}

TEST(BackgammonIndex, AllPositionsOfTheGame) {
  constexpr std::uint64_t billion = 1'000'000'000;
  std::uint64_t billions = 0, units = 0;
  for (int n = 0; n <= 15; ++n)
    for (int m = 0; m <= 15; ++m) {
      billions += count_positions(n, m) / billion;
      units += count_positions(n, m) % billion;
      EXPECT_EQ(count_positions(n, m), count_positions(m, n));
    }
  // 18,528,584,051,601,162,496, a little above 2^64.
  EXPECT_EQ(billions + units / billion, 18'528'584'051u);
  EXPECT_EQ(units % billion, 601'162'496u);
}

TEST(BackgammonIndex, CountsEqualAPlainCount) {
  for (const auto& [n, m] : {std::pair{1, 1}, {2, 1}, {1, 2}, {2, 2}, {3, 2}}) {
    std::uint64_t contact = 0, race = 0;
    std::uint8_t a[slots] = {}, b[slots] = {};
    for (std::uint64_t i = 0; i < side_count(n); ++i) {
      unrank_side(n, i, a);
      for (std::uint64_t j = 0; j < side_count(m); ++j) {
        unrank_side(m, j, b);
        bool clash = false;
        for (int point = 1; point <= 24; ++point) clash |= a[point] != 0 && b[bar - point] != 0;
        if (!clash) ++(is_race(a, b) ? race : contact);
      }
    }
    EXPECT_EQ(count_positions(n, m, Meeting::contact), contact);
    EXPECT_EQ(count_positions(n, m, Meeting::race), race);
  }
}

TEST(BackgammonIndex, RankIsTheInverseOfUnrank) {
  std::uint8_t a[slots] = {}, b[slots] = {};
  for (const Meeting meeting : {Meeting::contact, Meeting::race})
    for (const auto& [n, m] : {std::pair{1, 1}, {2, 1}, {1, 2}, {2, 2}})
      for (std::uint64_t rank = 0; rank < count_positions(n, m, meeting); ++rank) {
        unrank_position(n, m, meeting, rank, a, b);
        ASSERT_EQ(is_race(a, b), meeting == Meeting::race);
        ASSERT_EQ(rank_position(a, b, meeting), rank);
      }
  for (std::uint64_t round = 0; round < 20000; ++round) {
    Random random(3, round);
    const int n = 1 + static_cast<int>(random.below(15)), m = 1 + static_cast<int>(random.below(15));
    const Meeting meeting = random.below(2) != 0 ? Meeting::contact : Meeting::race;
    const std::uint64_t rank = random.word64() % count_positions(n, m, meeting);
    unrank_position(n, m, meeting, rank, a, b);
    int sum = 0;
    for (int slot = 1; slot <= bar; ++slot) sum += a[slot];
    ASSERT_EQ(sum, n);
    ASSERT_EQ(is_race(a, b), meeting == Meeting::race);
    ASSERT_EQ(rank_position(a, b, meeting), rank) << n << " " << m;
  }
}

TEST(BackgammonIndex, SidesAreRankedInColexOrder) {
  std::uint8_t side[slots] = {};
  for (int n = 1; n <= 4; ++n) {
    int top = 0;
    for (std::uint64_t rank = 0; rank < side_count(n); ++rank) {
      unrank_side(n, rank, side);
      ASSERT_EQ(rank_side(side), rank);
      const int now = highest(occupied(side));
      ASSERT_GE(now, top);
      top = now;
    }
  }
}

}  // namespace banmen::backgammon
