// Evaluation of positions outside databases: shots against the move generator, races against exact bear-offs, the networks and
// their training.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "core/random.hpp"
#include "engines/backgammon/bearoff/bearoff.hpp"
#include "engines/backgammon/network/net.hpp"
#include "engines/backgammon/network/train.hpp"
#include "games/backgammon/backgammon.hpp"

namespace banmen::backgammon {
namespace {

/// Sides of up to 15 checkers on random points, none on the other's.
void draw_sides(Random& random, std::uint8_t* mine, std::uint8_t* theirs) {
  std::memset(mine, 0, slots);
  std::memset(theirs, 0, slots);
  for (auto* side : {mine, theirs}) {
    const std::uint8_t* other = side == mine ? theirs : mine;
    for (std::uint32_t left = 2 + random.below(14); left > 0;) {
      const auto point = static_cast<int>(1 + random.below(25));
      if (point == bar ? random.below(4) > 0 : other[bar - point] != 0) continue;
      ++side[point];
      --left;
    }
  }
}

/// Number of the 36 throws with a legal hit.
int legal_shots(const std::uint8_t* attacker, const std::uint8_t* target) {
  const PointSet blocked = facing_points_with(target, 2);
  std::vector<Play> storage(BackgammonRules{}.move_capacity());
  int count = 0;
  for (int a = 1; a <= 6; ++a)
    for (int b = 1; b <= a; ++b) {
      MoveList<Play> list(storage.data(), static_cast<std::uint32_t>(storage.size()));
      list_plays(attacker, blocked, facing_points_with(target, 1) & ~blocked, a, b, list);
      bool hit = false;
      for (const Play& play : list) {
        Side mine, theirs;
        std::memcpy(mine, attacker, slots);
        std::memcpy(theirs, target, slots);
        make_play(mine, theirs, play);
        hit |= theirs[bar] > target[bar];
      }
      count += hit ? (a == b ? 1 : 2) : 0;
    }
  return count;
}

}  // namespace

// Never fewer than under the rules, and more only if a forced die spoils the hit.
TEST(BackgammonJudge, ShotsAreThoseOfTheMoveGenerator) {
  Random random(5);
  Side mine, theirs;
  int same = 0, some = 0;
  constexpr int trials = 3000;
  for (int k = 0; k < trials; ++k) {
    draw_sides(random, mine, theirs);
    const int fast = shots(mine, theirs), slow = legal_shots(mine, theirs);
    ASSERT_GE(fast, slow);
    same += fast == slow;
    some += slow > 0;
  }
  EXPECT_GT(same, trials * 97 / 100);
  EXPECT_GT(some, trials / 3);
  // By hand: a blot six pips away without obstacles is hit by 17 throws; nine away by 5 (3-3, and 6-3 and 5-4 twice each).
  Side one = {}, other = {};
  one[20] = 1;
  other[bar - 14] = 1;
  EXPECT_EQ(shots(one, other), 17);
  other[bar - 14] = 0;
  other[bar - 11] = 1;
  EXPECT_EQ(shots(one, other), 5);
}

TEST(BackgammonJudge, PrimesCountOnlyInFrontOfTheRearmostChecker) {
  Side mine = {}, theirs = {};
  for (const int point : {4, 5, 6, 7, 10}) mine[point] = 2;
  theirs[24] = 1;  // on our 1 point
  EXPECT_EQ(longest_prime(mine, theirs), 4);
  theirs[24] = 0;
  theirs[17] = 1;  // on our 8 point
  EXPECT_EQ(longest_prime(mine, theirs), 1);
}

// A lone checker against held points: the throws whose longest play carries it beyond the last of them.
TEST(BackgammonJudge, EscapesAreThoseOfTheMoveGenerator) {
  std::vector<Play> storage(BackgammonRules{}.move_capacity());
  Random random(8);
  for (int k = 0; k < 500; ++k) {
    const std::uint32_t ahead = random.below(1 << 12);
    Side mine = {}, theirs = {};
    mine[24] = 1;
    for (int pips = 1; pips <= 12; ++pips)
      if (ahead >> (pips - 1) & 1) theirs[bar - (24 - pips)] = 2;
    int count = 0;
    for (int a = 1; a <= 6; ++a)
      for (int b = 1; b <= a; ++b) {
        MoveList<Play> list(storage.data(), static_cast<std::uint32_t>(storage.size()));
        list_plays(mine, facing_points_with(theirs, 2), 0, a, b, list);
        bool away = false;
        for (const Play& play : list) {
          Side moved, nobody = {};
          std::memcpy(moved, mine, slots);
          make_play(moved, nobody, play);
          away |= 24 - highest(occupied(moved)) > static_cast<int>(std::bit_width(ahead));
        }
        count += away ? (a == b ? 1 : 2) : 0;
      }
    ASSERT_EQ(escapes(ahead), count) << ahead;
  }
  EXPECT_EQ(escapes(0), 36);
  EXPECT_EQ(escapes(0x3f), 0);  // a full prime
}

TEST(BackgammonJudge, FeaturesOfTheStartAreThoseCountedByHand) {
  const auto start = BackgammonRules::standard_start(15);
  Features features;
  features.find(start.checkers[0], start.checkers[1]);
  std::vector<float> all(feature_count);
  for (int k = 0; k < features.count; ++k) all[features.index[k]] += features.value[k];
  // Symmetric positions have symmetric features.
  for (int k = 0; k < features_of_side; ++k)
    EXPECT_EQ(all[static_cast<std::size_t>(k)], all[static_cast<std::size_t>(features_of_side + k)]) << k;
  const auto trait = [&](Trait which) { return all[24 * 4 + static_cast<std::size_t>(which)]; };
  EXPECT_EQ(trait(Trait::pips), 1);
  EXPECT_EQ(trait(Trait::shots), 0);
  EXPECT_EQ(trait(Trait::blots), 0);
  EXPECT_FLOAT_EQ(trait(Trait::home), 1.0f / 36);
  EXPECT_EQ(trait(Trait::anchors), 0.5f);
  EXPECT_FLOAT_EQ(trait(Trait::rearmost), 24.0f / 25);
  EXPECT_FLOAT_EQ(trait(Trait::behind), 2.0f / 6);
  EXPECT_FLOAT_EQ(trait(Trait::timing), (5 * 7 + 3 * 2) / 100.0f);
  EXPECT_FLOAT_EQ(trait(Trait::best_anchor), 1.0f / 7);
}

// Sides that are home against the exact two-sided table. Plays that minimise the mean are not always optimal, so small deviations
// are expected.
TEST(BackgammonJudge, RacesAtHomeAreNearlyExact) {
  BearOff exact(6, 4);
  exact.solve(false);
  Random random(6);
  Side mine, theirs;
  double worst = 0;
  for (int k = 0; k < 2000; ++k) {
    for (auto* side : {mine, theirs}) {
      std::memset(side, 0, slots);
      for (int left = 4; left > 0; --left) ++side[1 + random.below(6)];
    }
    const double win = (exact.value(BearOff::cubeless, exact.rank(mine), exact.rank(theirs)) + 1) / 2;
    worst = std::max(worst, std::fabs(win - Race::instance().chances(mine, theirs, 15)[0]));
  }
  EXPECT_LT(worst, 0.02);
  EXPECT_GT(worst, 0);
}

// Longer races against rollouts: both sides bring checkers in and off by the rules with the play that leaves them the fewest
// expected rolls.
TEST(BackgammonJudge, LongRacesAreCloseToPlayingThemOut) {
  Side mine = {}, theirs = {};
  mine[10] = 3;
  mine[8] = 4;
  mine[6] = 4;
  mine[4] = 4;
  theirs[11] = 4;
  theirs[7] = 4;
  theirs[6] = 3;
  theirs[3] = 4;
  const double judged_win = Race::instance().chances(mine, theirs, 15)[0];
  std::vector<Play> storage(BackgammonRules{}.move_capacity());
  int wins = 0;
  constexpr int games = 600;
  for (int game = 0; game < games; ++game) {
    Side sides[2];
    std::memcpy(sides[0], mine, slots);
    std::memcpy(sides[1], theirs, slots);
    Random random(7, static_cast<std::uint64_t>(game));
    for (int turn = 0;; turn ^= 1) {
      const int a = static_cast<int>(1 + random.below(6)), b = static_cast<int>(1 + random.below(6));
      MoveList<Play> list(storage.data(), static_cast<std::uint32_t>(storage.size()));
      list_plays(sides[turn], 0, 0, std::max(a, b), std::min(a, b), list);
      Side best = {}, nobody = {};
      double least = 1e9;
      for (const Play& play : list) {
        Side after;
        std::memcpy(after, sides[turn], slots);
        make_play(after, nobody, play);
        const double rolls = Race::instance().rolls(after);
        if (rolls < least) {
          least = rolls;
          std::memcpy(best, after, slots);
        }
      }
      std::memcpy(sides[turn], best, slots);
      if (best[off] == 15) {
        wins += turn == 0;
        break;
      }
    }
  }
  const double played = static_cast<double>(wins) / games;
  EXPECT_NEAR(judged_win, played, 4 * std::sqrt(0.25 / games));
}

// The gradient step against finite differences of the cross-entropy.
TEST(BackgammonNet, LearnsDownhill) {
  Side mine, theirs;
  Random random(9);
  draw_sides(random, mine, theirs);
  Net::Trace trace;
  trace.features.find(mine, theirs);
  const Chances wanted = {0.7f, 0.2f, 0.01f, 0.05f, 0.005f};
  const auto loss = [&](const Net& net) {
    net.think(trace);
    double sum = 0;
    for (std::size_t o = 0; o < wanted.size(); ++o)
      sum -= wanted[o] * std::log(trace.chances[o]) + (1 - wanted[o]) * std::log(1 - trace.chances[o]);
    return sum;
  };
  Net net(64, 4);
  double before = loss(net);
  const double first = before;
  for (int step = 0; step < 200; ++step) {
    net.think(trace);
    net.learn(trace, wanted, 0.02f);
    const double after = loss(net);
    ASSERT_LE(after, before + 1e-6) << "step " << step;
    before = after;
  }
  // The minimum is the entropy of the target.
  double least = 0;
  for (const float w : wanted) least -= w * std::log(w) + (1 - w) * std::log(1 - w);
  EXPECT_NEAR(before, least, 0.02);
  EXPECT_GT(first, least + 1);
}

TEST(BackgammonNet, WeightsAreReadAsTheyAreWritten) {
  std::vector<std::int32_t> stored;
  const std::string text = Nets::trained().text();
  for (const char* at = text.data(); *at != 0;) {
    char* end = nullptr;
    stored.push_back(static_cast<std::int32_t>(std::strtol(at, &end, 10)));
    at = end + 1;
    if (*at == '\n') ++at;
  }
  EXPECT_EQ(Nets(std::span<const std::int32_t>(stored)).text(), text);
}

TEST(BackgammonJudge, TrainingIsRepeatableAndLearns) {
  TrainOptions options;
  options.games = 1000;
  Nets one(1), two(1), other(2);
  const TrainReport report = train(one, options, {});
  train(two, options, {});
  EXPECT_EQ(report.games, 1000u);
  EXPECT_EQ(one.text(), two.text());
  EXPECT_NE(one.text(), other.text());
  EXPECT_LT(report.error, 0.2);
  // A checker on the bar against five closed points is bad even for a barely trained network.
  Side closed = {}, shut_out = {};
  for (int point = 2; point <= 6; ++point) closed[point] = 3;
  shut_out[bar] = 1;
  shut_out[6] = 5;
  shut_out[8] = 4;
  shut_out[13] = 5;
  EXPECT_GT(judged(one, closed, shut_out, 15)[0], judged(one, shut_out, closed, 15)[0]);
}

// Networks trained by the rules alone find the plainest of the known best opening plays.
TEST(BackgammonJudge, TheOpeningsPlainestPlaysAreFound) {
  const auto start = BackgammonRules::standard_start(15);
  struct {
    int large, small;
    Play best;
  } known[] = {{3, 1, {{8, 6}, {5, 5}}}, {4, 2, {{8, 6}, {4, 4}}}, {6, 1, {{13, 8}, {7, 7}}}, {6, 5, {{24, 18}, {18, 13}}}};
  std::vector<Play> storage(BackgammonRules{}.move_capacity());
  for (const auto& [large, small, best] : known) {
    MoveList<Play> list(storage.data(), static_cast<std::uint32_t>(storage.size()));
    list_plays(start.checkers[0], facing_points_with(start.checkers[1], 2), 0, large, small, list);
    Side wanted, taken = {}, theirs;
    double least = 1e9;
    for (const Play& play : list) {
      Side mine;
      std::memcpy(mine, start.checkers[0], slots);
      std::memcpy(theirs, start.checkers[1], slots);
      make_play(mine, theirs, play);
      const double left = equity_of(judged(Nets::trained(), theirs, mine, 15), true);
      if (left >= least) continue;
      least = left;
      std::memcpy(taken, mine, slots);
    }
    std::memcpy(wanted, start.checkers[0], slots);
    make_play(wanted, theirs, best);
    EXPECT_EQ(std::memcmp(taken, wanted, slots), 0) << large << '-' << small;
  }
}

// Zero-sum: the expectation of one seat is minus that of the other.
TEST(BackgammonJudge, PointsOfTheTwoSeatsCancel) {
  for (const auto stakes : {Backgammon::Payoff::single, Backgammon::Payoff::money, Backgammon::Payoff::cube}) {
    Backgammon g;
    g.stakes = stakes;
    for (const char* text : {"24x2,13x5,8x3,6x5/24x2,13x5,8x3,6x5/opening", "24,13x5,8x3,6x6/bar,24,13x5,8x3,6x5/first",
                             "5x3,4x3,2x9/6x5,3x5,1x5/second"}) {
      const auto p = g.read_position(text);
      ASSERT_TRUE(p) << p.error().message();
      EXPECT_EQ(expected_points(g, *p, 0), -expected_points(g, *p, 1));
      EXPECT_LE(std::fabs(expected_points(g, *p, 0)), 3);
    }
    EXPECT_NEAR(expected_points(g, g.initial(), 0), 0, 1e-6);
  }
}

}  // namespace banmen::backgammon
