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

/// Calls visit(FactorPair) for every move of an outcome, the sides exchanged as the next mover sees them; for a turn without a
/// move, once. A result that can be reached in two ways may be visited twice.
template <FactoredGame G, class Visit>
void factored_results(const G& g, const FactorPair& from, typename G::Move outcome, Visit visit) {
  const FactoredMasks masks = g.factored_masks(from.other);
  int level = -1;
  g.factored_plays(from.mover, outcome, [&](const FactoredPlay& play) {
    if ((play.landing & masks.blocked) != 0 || (level >= 0 && play.level != level)) return;
    level = play.level;
    visit(FactorPair{g.struck(from.other, play.landing & masks.exposed), play.result});
  });
  if (level < 0) visit(FactorPair{from.other, from.mover});
}

// The factored lists, filtered by two words, against the game's own moves and play.
TEST(BackgammonIndex, FactoredResultsEqualMovesAndPlay) {
  for (const int checkers : {3, 15}) {
    Backgammon g;
    g.checkers = static_cast<std::uint8_t>(checkers);
    std::vector<Backgammon::Move> storage(g.move_capacity()), throws(g.move_capacity());
    for (std::uint64_t round = 0; round < (checkers == 3 ? 5000u : 300u); ++round) {
      Random random(23, round);
      auto any = [&] {
        const auto part = 1 + random.below(static_cast<std::uint32_t>(checkers));
        const std::uint64_t count = g.factor_count(part);
        return Factor{part, (static_cast<std::uint64_t>(random.below(1u << 31)) << 31 | random.below(1u << 31)) % count};
      };
      const FactorPair from{any(), any()};
      if (!g.compatible(from)) continue;
      const auto p = g.assembled(from);
      ASSERT_EQ(g.factors(p), from);
      MoveList<Backgammon::Move> rolls(throws.data(), g.move_capacity());
      g.moves(p, rolls);
      for (const auto& roll : rolls) {
        std::set<FactorPair> slow, fast;
        auto thrown = p;
        g.play(thrown, roll);
        MoveList<Backgammon::Move> list(storage.data(), g.move_capacity());
        g.moves(thrown, list);
        for (const auto& move : list) {
          auto next = thrown;
          g.play(next, move);
          if (g.turn(next) == over)
            slow.insert({g.factors(next).other, {0, 0}});  // the winner, seat 0, is the mover there
          else
            slow.insert(g.factors(next));
        }
        factored_results(g, from, roll, [&](const FactorPair& f) { fast.insert(f); });
        ASSERT_EQ(slow, fast) << g.text(thrown);
      }
    }
  }
}

}  // namespace banmen::backgammon
