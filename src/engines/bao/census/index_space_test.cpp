#include "engines/bao/census/index_space.hpp"

#include <gtest/gtest.h>

namespace banmen::bao {

TEST(IndexSpace, EveryPositionHasOneIndexAndOneSlot) {
  const Bao g = Bao::plain(2);
  const IndexSpace space(g);
  for (std::uint64_t index = 0; index < space.size(); ++index) {
    const Bao::Position p = space.at(index);
    ASSERT_EQ(space.index(p), index);
    const SlotPlace place = space.slot_of(p);
    ASSERT_EQ(place.tier, space.tier_at(index));
    ASSERT_LT(place.slot, space.slots(place.tier));
    ASSERT_EQ(g.image(place.turned, p), space.at_slot(place.tier, place.slot));
  }
  std::uint64_t slots = 0;
  for (std::uint32_t tier = 0; tier < space.tiers(); ++tier) slots += space.slots(tier);
  EXPECT_EQ(2 * slots, space.size());
}

TEST(IndexSpace, SaysWhenThereAreTooManyPlacesToNumber) {
  EXPECT_EQ(IndexSpace(Bao::plain(12)).size(), 15'900'523'324'178'056'200U);
  const Bao g = Bao::plain(13);
  const IndexSpace space(g);
  EXPECT_EQ(space.size(), space.too_many);
  EXPECT_GT(space.slots(space.tiers() - 1), space.slots(space.tiers() - 20));
}

TEST(Arrivals, BaoExpandsManyBoardsAsItExpandsOne) {
  using Boards = std::vector<Bao::Arrival>;
  std::size_t long_moves = 0;  // longer than the kernel follows several at a time
  for (const auto rule : {Bao::Endless::nobody, Bao::Endless::illegal})
    for (std::uint32_t side = 2; side <= 9; ++side) {
      const Bao g = Bao::plain(side, rule);
      std::size_t moves = 0, endless = 0;
      for (std::uint32_t trial = 0; trial < 300; ++trial) {
        Random random(3, trial, side);
        // Some batches have more stones than the kernel handles, some have stones in heaps, some are longer than one pass.
        const std::uint32_t most = trial % 4 == 0 ? 40 : 16;
        std::vector<Bao::Position> from(1 + random.below(150));
        for (auto& p : from) {
          p = {};
          const std::uint32_t spread = trial % 3 == 0 ? 1 + random.below(g.holes()) : g.holes();
          for (std::uint32_t stones = random.below(most); stones > 0; --stones) ++p.holes[random.below(spread)];
          p.ended = random.below(50) == 0;
        }
        Boards fast(from.size() * g.move_capacity()), slow(fast.size());
        fast.resize(expand(g, from, fast.data()));
        slow.resize(expand_one_by_one(g, from, slow.data()));
        ASSERT_EQ(fast.size(), slow.size());
        for (std::size_t i = 0; i < slow.size(); ++i) {
          SCOPED_TRACE(g.text(from[slow[i].from]));
          ASSERT_EQ(fast[i].from, slow[i].from);
          ASSERT_EQ(fast[i].endless, slow[i].endless);
          ++moves;
          endless += slow[i].endless;
          if (slow[i].endless) continue;
          ASSERT_EQ(fast[i].board, slow[i].board);
          ASSERT_EQ(fast[i].tier, slow[i].tier);
          ASSERT_EQ(fast[i].rank, slow[i].rank);
          ASSERT_EQ(fast[i].steps, slow[i].steps);
          ASSERT_EQ(fast[i].symmetry, slow[i].symmetry);
          ASSERT_EQ(fast[i].quiet, slow[i].quiet);
          long_moves += slow[i].steps > 64;
        }
      }
      EXPECT_GT(moves, 10'000U);
      EXPECT_TRUE(endless > 0 || side > 5 || rule == Bao::Endless::illegal);
    }
  EXPECT_GT(long_moves, 10U);
}

}  // namespace banmen::bao
