// Estimates against figures calculated by hand or by simulation: a standard error must match the spread over repetitions.
#include "lab/estimate.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/random.hpp"

namespace banmen::lab {
namespace {

/// Games of two seats with `choices` decisions each and results drawn from -1, 0, 1.
Sample sample_of(std::uint64_t seed, int games) {
  Sample s;
  s.seats = {"first", "second"};
  s.sides = {0, 1};
  s.agents = 2;
  Random random(seed);
  for (int i = 0; i < games; ++i) {
    Observation o;
    const long r = static_cast<long>(random.below(3)) - 1;
    o.result = {r, -r};
    o.seats = {i % 2, 1 - i % 2};
    const auto length = 5 + random.below(10);
    const auto level = 1 + random.below(20);  // decisions of one game are correlated
    for (std::uint32_t k = 0; k < length; ++k) {
      const long n = level + random.below(3);
      o.choices.push_back(n);
      ++o.length;
      o.moves += n;
      o.squares += n * n;
    }
    s.games.push_back(std::move(o));
  }
  return s;
}

TEST(Estimates, StandardErrorsAreTheSpreadOverRepetitions) {
  for (const char* measure : {"moves", "moves.variance", "moves.deviation", "length", "length.deviation", "result.first",
                              "win.first", "draw", "score.1", "moves.second", "choices.first@2", "result.2.deviation"}) {
    const int times = 300;
    double sum = 0, squares = 0, claimed = 0;
    for (int t = 0; t < times; ++t) {
      const auto e = estimate(measure, sample_of(static_cast<std::uint64_t>(t) + 1, 200));
      ASSERT_TRUE(e) << e.error().message();
      sum += e->value;
      squares += e->value * e->value;
      claimed += *e->error;
    }
    const double spread = std::sqrt(squares / times - sum / times * (sum / times));
    EXPECT_NEAR(claimed / times / spread, 1, 0.2) << measure;
  }
}

/// Pairs of games from one opening with seats exchanged: the seat that the opening favours tends to win both, and both have about
/// the same length.
Sample in_twos(std::uint64_t seed, int games) {
  Sample s = sample_of(seed, games);
  s.games_per_opening = 2;
  Random random(seed, 1);
  for (std::size_t i = 0; i < s.games.size(); ++i) {
    Observation& o = s.games[i];
    o.number = i;
    if (i % 2 == 0) continue;
    const Observation& before = s.games[i - 1];
    if (random.below(4) > 0) o.result = before.result;
    if (random.below(4) > 0) {
      o.choices = before.choices;
      o.length = before.length;
      o.moves = before.moves;
      o.squares = before.squares;
    }
  }
  return s;
}

TEST(Estimates, GamesOfOneOpeningDoNotCountAsTwo) {
  for (const char* measure : {"moves", "moves.deviation", "length", "result.first", "result.2.deviation", "win.first", "draw",
                              "rank.second", "moves.second", "choices.first@2"}) {
    const int times = 300;
    double sum = 0, squares = 0, claimed = 0, as_if_independent = 0;
    int held = 0;
    for (int t = 0; t < times; ++t) {
      Sample sample = in_twos(static_cast<std::uint64_t>(t) + 1, 200);
      const auto e = estimate(measure, sample);
      ASSERT_TRUE(e) << e.error().message();
      sum += e->value;
      squares += e->value * e->value;
      claimed += *e->error;
      if (std::string(measure) == "win.first") held += e->interval->low <= 1.0 / 3 && 1.0 / 3 <= e->interval->high;
      sample.games_per_opening = 1;
      as_if_independent += *estimate(measure, sample)->error;
    }
    const double spread = std::sqrt(squares / times - sum / times * (sum / times));
    EXPECT_NEAR(claimed / times / spread, 1, 0.15) << measure;
    EXPECT_LT(as_if_independent / times / spread, 0.88) << measure;
    if (std::string(measure) == "win.first") {
      EXPECT_GE(held, times * 93 / 100) << "of intervals of 95 %";
    }
  }
}

// With exchanged seats an agent's luck with an opening evens out, but equal results are still not certain.
TEST(Estimates, ExchangedSeatsReduceTheErrorOfScores) {
  const int times = 300;
  double sum = 0, squares = 0, claimed = 0;
  int held = 0;
  for (int t = 0; t < times; ++t) {
    const auto e = estimate("score.1", in_twos(static_cast<std::uint64_t>(t) + 1, 200));
    sum += e->value;
    squares += e->value * e->value;
    claimed += *e->error;
    held += e->interval->low <= 0.5 && 0.5 <= e->interval->high;
  }
  const double spread = std::sqrt(squares / times - sum / times * (sum / times));
  EXPECT_NEAR(claimed / times / spread, 1, 0.15);
  EXPECT_LT(spread, 0.8 * std::sqrt(2.0 / 3 / 4 / 200)) << "than of independent games";
  EXPECT_GE(held, times * 93 / 100) << "of intervals of 95 %";
}

TEST(Estimates, ConstantResultsStayUncertain) {
  Sample s = in_twos(1, 200);
  for (Observation& o : s.games) o.result = {1, -1};  // so each agent wins one game of every opening
  const auto win = estimate("win.first", s), score = estimate("score.1", s);
  EXPECT_EQ(win->value, 1);
  EXPECT_EQ(win->n, 200u);
  EXPECT_NEAR(win->interval->low, exact_interval(100, 100).low, 0.002) << "of a hundred openings, not two hundred games";
  EXPECT_GT(*win->error, 0);
  EXPECT_EQ(score->value, 0.5);
  EXPECT_NEAR(*score->error, std::sqrt(0.5) / 102, 0.0005);
  EXPECT_LT(score->interval->low, 0.5 - *score->error);
  EXPECT_GT(score->interval->high, 0.5 + *score->error);

  // Two openings with opposite results: a share of a half, plus or minus a half.
  Sample opposed = s;
  opposed.games.resize(4);
  opposed.games[2].result = opposed.games[3].result = {-1, 1};
  EXPECT_NEAR(*estimate("win.first", opposed)->error, 0.5, 0.1);
  EXPECT_LT(estimate("win.first", opposed)->interval->low, 0.05);

  s.games.resize(2);
  EXPECT_EQ(estimate("win.first", s)->interval->low, exact_interval(1, 1).low);
  EXPECT_FALSE(estimate("length", s)->error) << "one opening has no error";
  EXPECT_FALSE(estimate("score.1", s)->error);
  EXPECT_FALSE(estimate("choices.first@1", s)->error);

  // Three games per opening, one of which each agent wins: the mean has no exact double.
  Sample three;
  three.seats = {"A", "B", "C"};
  three.sides = {0, 1, 2};
  three.agents = 3;
  three.games_per_opening = 3;
  for (std::uint64_t i = 0; i < 30; ++i) {
    Observation o;
    o.number = i;
    o.result = {0, 0, 1};
    for (long seat = 0; seat < 3; ++seat) o.seats.push_back((seat + static_cast<long>(i)) % 3);
    three.games.push_back(std::move(o));
  }
  const auto third = estimate("score.1", three);
  EXPECT_NEAR(third->value, 1.0 / 3, 1e-12);
  EXPECT_GT(*third->error, 0.01);
  EXPECT_GT(third->interval->low, 0);
  EXPECT_LT(third->interval->high, 1);
}

// Two shares of the same games are negatively correlated.
TEST(Estimates, DifferencesOverTheSameGamesHaveTheirOwnError) {
  struct {
    const char *measure, *other;
  } pairs[] = {{"win.first", "win.second"}, {"score.1.first", "score.1.second"}, {"moves.first", "moves.second"}};
  for (const auto& [measure, other] : pairs) {
    const int times = 300;
    double sum = 0, squares = 0, claimed = 0, as_if_independent = 0;
    for (int t = 0; t < times; ++t) {
      const Sample sample = sample_of(static_cast<std::uint64_t>(t) + 1, 200);
      const auto a = estimate(measure, sample), b = estimate(other, sample);
      ASSERT_TRUE(a && b);
      const auto error = error_over_same_games(measure, other, 1, sample);
      ASSERT_TRUE(error);
      const Difference d = difference(*a, *b, 1, error);
      EXPECT_EQ(d.error, error);
      sum += d.value;
      squares += d.value * d.value;
      claimed += *error;
      as_if_independent += *difference(*a, *b).error;
    }
    const double spread = std::sqrt(squares / times - sum / times * (sum / times));
    EXPECT_NEAR(claimed / times / spread, 1, 0.15) << measure;
    // Shares of wins: equal; of different games; of the same games with correlated decisions.
    const double ratio = as_if_independent / times / spread;
    if (std::string(measure) == "win.first") {
      EXPECT_LT(ratio, 0.9);
    } else if (std::string(measure) == "moves.first") {
      EXPECT_GT(ratio, 2);
    } else {
      EXPECT_NEAR(ratio, 1, 0.15);
    }
  }
  Sample alike = sample_of(1, 1);
  EXPECT_FALSE(error_over_same_games("win.first", "win.second", 1, alike));
  alike.games.resize(40, alike.games.front());
  EXPECT_FALSE(error_over_same_games("win.first", "win.second", 1, alike));
}

TEST(Estimates, PlainCountsByHand) {
  Sample s;
  s.seats = {"A", "B", "C", "D"};
  s.sides = {0, 1, 2, 3};
  const long ranks[3][4] = {{-1, -2, -3, -4}, {-1, -1, -3, -4}, {-3, -4, -1, -2}};
  for (const auto& r : ranks) {
    Observation o;
    o.result.assign(r, r + 4);
    s.games.push_back(o);
  }
  EXPECT_DOUBLE_EQ(estimate("rank.A", s)->value, 5.0 / 3);
  EXPECT_DOUBLE_EQ(estimate("rank.D", s)->value, 10.0 / 3);
  EXPECT_DOUBLE_EQ(estimate("facing.C", s)->value, 3);  // A came first twice, C third both times
  EXPECT_EQ(estimate("facing.C", s)->n, 2u);
  EXPECT_DOUBLE_EQ(estimate("facing_gain.C", s)->value, 7.0 / 3 - 3);
  EXPECT_DOUBLE_EQ(estimate("win.A", s)->value, 1.0 / 3);
  EXPECT_DOUBLE_EQ(estimate("draw", s)->value, 1.0 / 3);
}

TEST(Estimates, NamesUnknownMeasuresAndSeats) {
  const Sample s = sample_of(1, 10);
  EXPECT_EQ(estimate("movse", s).error().message(), "there is no measure 'movse' (did you mean 'moves'?)");
  EXPECT_EQ(estimate("win.frist", s).error().message(),
            "there is no seat 'frist' in the measure win.frist (did you mean 'first'?)");
}

TEST(Estimates, ObservationsRoundTrip) {
  Observation o;
  o.result = {-1, 2};
  o.seats = {1, 0};
  o.length = 3;
  o.moves = 12;
  o.squares = 50;
  o.choices = {4, 4, 4};
  o.forfeit = 1;
  const auto back = Observation::read(o.text());
  ASSERT_TRUE(back);
  EXPECT_EQ(back->text(), o.text());
  EXPECT_EQ(back->result, o.result);
  EXPECT_EQ(back->forfeit, 1);
  EXPECT_FALSE(Observation::read("R1,x"));
  EXPECT_FALSE(Observation::read("Q1"));
  EXPECT_FALSE(Observation::read("R"));
}

/// Games of a player of the given strength, in a shuffled order of arrival.
SequentialMatch played(double score, std::uint64_t seed, std::uint64_t shuffle) {
  SequentialMatch test({0, 30, 0.05, 0.05}, {0, 1});
  std::vector<std::pair<std::uint64_t, Observation>> games;
  for (std::uint64_t i = 0; i < 4000; ++i) {
    Observation o;
    const bool won = Random(seed, i).real() < score;
    o.seats = {static_cast<long>(i % 2), static_cast<long>(1 - i % 2)};
    o.result = (won == (i % 2 == 0)) ? std::vector<long>{1, -1} : std::vector<long>{-1, 1};
    games.emplace_back(i, std::move(o));
  }
  for (std::size_t i = 0; i < games.size(); ++i) {
    const std::size_t j = std::min(games.size() - 1, i + Random(shuffle, i).below(8));
    std::swap(games[i], games[j]);
  }
  for (const auto& [number, game] : games) test.add(number, game);
  return test;
}

TEST(Sequential, DecisionDoesNotDependOnTheOrder) {
  int wrong = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const auto stronger = played(0.57, seed, 1), equal = played(0.5, seed, 1), again = played(0.57, seed, 2);
    EXPECT_EQ(stronger.decision(), again.decision());
    EXPECT_EQ(stronger.games(), again.games());
    wrong += stronger.decision() != 1;
    wrong += equal.decision() != -1;
  }
  EXPECT_LE(wrong, 14) << "of 120, with errors of 5 % asked for";
}

}  // namespace
}  // namespace banmen::lab
