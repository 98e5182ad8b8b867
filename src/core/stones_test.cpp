#include "core/stones.hpp"

#include <gtest/gtest.h>

#include "core/random.hpp"

namespace banmen {
namespace {

TEST(Stones, HolesWhereComparesEveryHole) {
  Random random(1);
  for (int holes = 1; holes <= 64; ++holes)
    for (int round = 0; round < 40; ++round) {
      std::uint8_t row[64];
      for (auto& n : row) n = static_cast<std::uint8_t>(random.below(round % 2 ? 256 : 3));
      const int than = static_cast<int>(random.below(round % 2 ? 300 : 4)) - 1;
      for (const Compare compare : {Compare::less, Compare::less_equal, Compare::equal, Compare::unequal}) {
        std::uint64_t expected = 0;
        for (int hole = 0; hole < holes; ++hole) {
          const int n = row[hole];
          const bool holds = compare == Compare::less         ? n < than
                             : compare == Compare::less_equal ? n <= than
                             : compare == Compare::equal      ? n == than
                                                              : n != than;
          expected |= static_cast<std::uint64_t>(holds) << hole;
        }
        ASSERT_EQ(holes_where(row, holes, compare, than), expected) << holes << " holes, than " << than;
      }
    }
}

TEST(Stones, HolesWithStonesAreThoseThatAreNotEmpty) {
  Random random(4);
  for (int holes = 1; holes <= 64; ++holes)
    for (int round = 0; round < 40; ++round) {
      std::uint8_t row[64];
      for (auto& n : row) n = static_cast<std::uint8_t>(random.below(2) * random.below(256));
      ASSERT_EQ(holes_with_stones(row, holes), holes_where(row, holes, Compare::unequal, 0)) << holes << " holes";
    }
}

TEST(Stones, StonesInAddsUpSomeHoles) {
  Random random(2);
  for (int holes = 1; holes <= 64; ++holes)
    for (int round = 0; round < 40; ++round) {
      std::uint8_t row[64] = {};
      for (int stone = 0; stone < 250; ++stone) ++row[random.below(static_cast<std::uint32_t>(holes))];
      const std::uint64_t some = random.word64() & (~std::uint64_t{0} >> (64 - holes));
      int expected = 0;
      for (int hole = 0; hole < holes; ++hole)
        if (some >> hole & 1) expected += row[hole];
      ASSERT_EQ(stones_in(row, holes, HoleMask(some)), expected);
    }
}

/// One stone at a time.
int sow_plainly(std::uint8_t* row, int holes, std::uint32_t skipped, bool back, int hole) {
  int in_hand = row[hole], at = hole;
  row[hole] = 0;
  while (in_hand > 0) {
    at = (at + (back ? holes - 1 : 1)) % holes;
    if (skipped >> at & 1) continue;
    ++row[at];
    --in_hand;
  }
  return at;
}

TEST(Stones, SowingEqualsAStoneAtATimeFromEveryHoleWithEveryNumber) {
  Random random(3);
  for (int holes = 2; holes <= Sowing::most_holes; ++holes)
    for (int kind = 0; kind < 6; ++kind) {
      std::uint32_t skipped = kind < 2 ? 0 : random.word() & random.word() & ((std::uint64_t{1} << holes) - 1);
      if (skipped == ((std::uint64_t{1} << holes) - 1)) skipped = 0;
      const bool back = kind % 2 != 0;
      const Sowing sow(holes, skipped, back);
      for (int hole = 0; hole < holes; ++hole)
        for (int stones = 0; stones < 4 * holes && stones < 128; ++stones) {
          alignas(32) std::uint8_t row[Sowing::most_holes] = {}, plain[Sowing::most_holes];
          for (int other = 0; other < holes; ++other) row[other] = static_cast<std::uint8_t>(random.below(8));
          row[hole] = static_cast<std::uint8_t>(stones);
          std::memcpy(plain, row, sizeof row);
          Sowing::Row vector = sow.read(row);
          const int last = sow(row, vector, hole), expected = sow_plainly(plain, holes, skipped, back, hole);
          ASSERT_EQ(last, expected) << holes << " holes, from " << hole << " with " << stones;
          ASSERT_EQ(std::memcmp(row, plain, sizeof row), 0) << holes << " holes, from " << hole << " with " << stones;
          std::memset(row, 0, sizeof row);
          sow.write(vector, row);
          ASSERT_EQ(std::memcmp(row, plain, sizeof row), 0) << holes << " holes, from " << hole << " with " << stones;
        }
    }
}

}  // namespace
}  // namespace banmen
