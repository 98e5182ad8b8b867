#include "solve/indexed/index_space.hpp"

#include <gtest/gtest.h>

#include "games/bao/bao.hpp"

namespace banmen {

TEST(IndexSpace, EveryPositionHasOneIndexAndOneSlot) {
  const Bao g = Bao::plain(2);
  const IndexSpace<Bao> space(g);
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
  EXPECT_EQ(IndexSpace<Bao>(Bao::plain(12)).size(), 15'900'523'324'178'056'200U);
  const Bao g = Bao::plain(13);
  const IndexSpace<Bao> space(g);
  EXPECT_EQ(space.size(), space.too_many);
  EXPECT_GT(space.slots(space.tiers() - 1), space.slots(space.tiers() - 20));
}

}  // namespace banmen
