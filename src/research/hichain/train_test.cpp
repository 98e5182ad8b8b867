// The weights of the expert, and the study that fits them.
#include "research/hichain/train.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "host/files.hpp"

namespace banmen::hichain {

TEST(HichainTrain, DoesNotDependOnThreads) {
  const HichainRules g;
  Control one, three;
  one.seed = three.seed = 3;
  three.threads = 3;
  const TrainReport a = train(g, {.games = 5, .rounds = 2}, one), b = train(g, {.games = 5, .rounds = 2}, three);
  ASSERT_EQ(a.rounds.size(), 2u);
  EXPECT_EQ(a.rounds[0].games + a.rounds[1].games, 5u);
  EXPECT_EQ(a.weights, b.weights);
  EXPECT_EQ(a.weights, rounded(a.weights));
  one.seed = 4;
  EXPECT_NE(train(g, {.games = 5, .rounds = 2}, one).weights, a.weights);
}

TEST(HichainTrain, EndsWhenStopped) {
  std::stop_source source;
  source.request_stop();
  Control control;
  control.stop = source.get_token();
  EXPECT_TRUE(train(HichainRules(), {.games = 5, .rounds = 2}, control).rounds.empty());
}

TEST(HichainTrain, FitRecoversKnownWeights) {
  // Synthetic games whose leads follow three known weights exactly.
  WeightTable truth{};
  truth[0][term::own] = 0.5;
  truth[1][term::card + asterisk] = 4;
  truth[2][term::freedom] = -1;
  Random random(1);
  std::vector<std::vector<TrainSample>> games(400);
  for (auto& game : games)
    for (int t = 0; t < 50; ++t) {
      TrainSample sample{t % 2, 53 - t, 0, {}};
      sample.terms[term::own] = static_cast<float>(random.below(40));
      sample.terms[term::card + asterisk] = static_cast<float>(random.below(3)) - 1;
      sample.terms[term::freedom] = static_cast<float>(random.below(9)) - 4;
      const Terms weights = weights_at(truth, sample.cards_left);
      for (std::size_t i = 0; i < term::count; ++i) sample.target += static_cast<float>(weights[i]) * sample.terms[i];
      game.push_back(sample);
    }
  std::vector<const std::vector<TrainSample>*> list;
  for (const auto& game : games) list.push_back(&game);
  const WeightTable found = fit_weights(list);
  for (std::size_t k = 0; k < phases; ++k)
    for (std::size_t i = 0; i < term::count; ++i) EXPECT_NEAR(found[k][i], truth[k][i], 0.25) << k << " " << i;
}

TEST(HichainWeights, RoundTripAsText) {
  const WeightTable& own = built_in_weights();
  EXPECT_EQ(read_weights(text(own)).value(), own);
  EXPECT_EQ(read_weights(read_file(BANMEN_SOURCE_DIR "/src/engines/hichain/weights.inc").value()).value(), own);
  EXPECT_FALSE(read_weights("1, 2, 3"));
  EXPECT_FALSE(read_weights(text(own) + "0,"));
  EXPECT_FALSE(read_weights("one,"));
  EXPECT_FALSE(read_weights("nan,"));
}

TEST(HichainWeights, InterpolateBetweenPhases) {
  for (int left = 0; left <= 54; ++left) {
    const auto shares = phase_shares(left);
    double sum = 0;
    for (const double share : shares) {
      EXPECT_GE(share, 0);
      sum += share;
    }
    EXPECT_NEAR(sum, 1, 1e-12);
  }
  WeightTable table{};
  table[0][0] = 1, table[1][0] = 3, table[2][0] = 9;
  EXPECT_EQ(weights_at(table, 0)[0], 1);
  EXPECT_EQ(weights_at(table, 27)[0], 3);
  EXPECT_EQ(weights_at(table, 54)[0], 9);
}

}  // namespace banmen::hichain
