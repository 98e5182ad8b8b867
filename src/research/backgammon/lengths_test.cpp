// Lengths of games: the exact recursion against sampled games, and the search for the longest against all positions.
#include "research/backgammon/lengths.hpp"

#include <gtest/gtest.h>

namespace banmen::backgammon {

TEST(BackgammonLengths, SamplesMatchTheRecursion) {
  const WideRules rules(2, 1);
  const wide::Layout layout(rules.rules, 2, 2);
  ExactLengths exact(rules, layout, 1);
  ASSERT_TRUE(exact.find({}));
  ASSERT_EQ(exact.tiers().size(), 4u);
  // One checker each on the last three points: any throw bears it off.
  EXPECT_DOUBLE_EQ(exact.length(1, 0, 1, 0), 1);
  EXPECT_EQ(exact.tiers()[0].positions, 601u);
  std::vector<PlayedLength> starts;
  for (const TierLengths& tier : exact.tiers()) {
    starts.push_back({tier.n, tier.m, tier.where});
    for (std::uint64_t k = 0; k < 10; ++k)
      starts.push_back({tier.n, tier.m, {static_cast<std::uint32_t>(2 * k), static_cast<std::uint32_t>(20 - k)}});
  }
  std::erase_if(starts, [&](const PlayedLength& s) {
    return (rules.sides[static_cast<std::size_t>(s.n)].points(s.pair.a) &
            rules.sides[static_cast<std::size_t>(s.m)].facing(s.pair.b)) != 0;
  });
  ASSERT_GT(starts.size(), 20u);
  play_to_the_end(exact.backend(), rules, layout, starts, 4000, 1, 2);
  int far = 0;
  for (const PlayedLength& s : starts) {
    EXPECT_EQ(s.games, 4000u);
    const double length = exact.length(s.n, s.pair.a, s.m, s.pair.b);
    EXPECT_LT(std::abs(s.mean() - length), 4.5 * s.error() + 1e-9) << s.n << ' ' << s.pair.a << ' ' << s.m << ' ' << s.pair.b;
    far += std::abs(s.mean() - length) > 2 * s.error() + 1e-9;
  }
  EXPECT_LE(far, 8);
  auto again = starts;
  play_to_the_end(exact.backend(), rules, layout, again, 4000, 1, 1);
  for (std::size_t k = 0; k < starts.size(); ++k) EXPECT_EQ(again[k].squares, starts[k].squares);

  // The search approaches the longest and exceeds it only by chance.
  const LengthSearch search{2000, 4, 5, 10, 300, 5, 20'000};
  const LongestGames found = longest_games(exact.backend(), rules, layout, 2, 2, search, 7, 1);
  const TierLengths& all = exact.tiers()[3];
  EXPECT_NEAR(found.mean, all.mean, 5 * found.error);
  EXPECT_GT(found.longest.mean(), 0.95 * all.longest);
  EXPECT_LT(found.longest.mean(), all.longest + 4.5 * found.longest.error());
}

}  // namespace banmen::backgammon
