#include "core/statistics.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace banmen {

TEST(ConfidenceInterval, IsExact) {
  // Clopper and Pearson for 0 of 10 and 10 of 10 have closed forms.
  EXPECT_DOUBLE_EQ(exact_interval(0, 10).low, 0);
  EXPECT_NEAR(exact_interval(0, 10).high, 1 - std::pow(0.025, 0.1), 1e-12);
  EXPECT_NEAR(exact_interval(10, 10).low, std::pow(0.025, 0.1), 1e-12);
  // 7 of 20: both tails hold exactly 2.5 %.
  const ConfidenceInterval i = exact_interval(7, 20);
  const auto at_most = [](int k, double p) {
    double sum = 0, term = std::pow(1 - p, 20);
    for (int j = 0; j <= k; ++j) {
      sum += term;
      term *= (20.0 - j) / (j + 1) * p / (1 - p);
    }
    return sum;
  };
  EXPECT_NEAR(at_most(7, i.high), 0.025, 1e-9);
  EXPECT_NEAR(1 - at_most(6, i.low), 0.025, 1e-9);
}

TEST(Correlation, AgreesWithTheTextbook) {
  // Covariance 8 divided by the root of 10 · 10; atanh(0.8) = 1.0986 ± 1.96 / √2.
  const std::vector<std::pair<double, double>> pairs{{1, 2}, {2, 1}, {3, 4}, {4, 3}, {5, 5}};
  const auto found = correlation(pairs);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->n, 5u);
  EXPECT_NEAR(found->r, 0.8, 1e-12);
  EXPECT_NEAR(found->interval.low, -0.27964, 1e-5);
  EXPECT_NEAR(found->interval.high, 0.98619, 1e-5);
}

TEST(Correlation, NothingVariesOrThereAreTooFew) {
  EXPECT_FALSE(correlation(std::vector<std::pair<double, double>>{{1, 0.1}, {2, 0.1}, {3, 0.1}, {4, 0.1}}));
  EXPECT_FALSE(correlation(std::vector<std::pair<double, double>>{{0.1, 1}, {0.1, 2}, {0.1, 3}, {0.1, 4}}));
  EXPECT_FALSE(correlation(std::vector<std::pair<double, double>>{{1, 1}, {2, 2}, {3, 3}}));
}

}  // namespace banmen
