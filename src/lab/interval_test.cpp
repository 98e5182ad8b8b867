#include "lab/interval.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace banmen {

TEST(Correlation, AgreesWithTheTextbook) {
  // Covariance 8 over the root of 10 · 10; atanh(0.8) = 1.0986, give or take 1.96 / √2.
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
