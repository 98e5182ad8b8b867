#include "research/reversi/within_regression.hpp"

#include <algorithm>
#include <cmath>

#include "research/reversi/four_by_four.hpp"

namespace banmen::reversi {
namespace {

void less_group_means(std::vector<GroupedRow>& rows) {
  struct Sums {
    double n = 0, y = 0;
    Four x{};
  };
  std::vector<Sums> groups;
  for (const GroupedRow& row : rows) {
    if (row.group >= groups.size()) groups.resize(row.group + 1);
    Sums& sums = groups[row.group];
    sums.n += 1, sums.y += row.y;
    for (std::size_t k = 0; k < 4; ++k) sums.x[k] += row.x[k];
  }
  for (GroupedRow& row : rows) {
    const Sums& sums = groups[row.group];
    row.y -= sums.y / sums.n;
    for (std::size_t k = 0; k < 4; ++k) row.x[k] -= sums.x[k] / sums.n;
  }
}

}  // namespace

WithinRegression::WithinRegression(std::vector<GroupedRow> rows) : rows_(rows.size()) {
  less_group_means(rows);
  FourByFour products{};
  Four with_y{};
  for (const GroupedRow& row : rows)
    for (std::size_t k = 0; k < 4; ++k) {
      with_y[k] += row.x[k] * row.y;
      for (std::size_t j = 0; j < 4; ++j) products[k][j] += row.x[k] * row.x[j];
    }
  for (std::size_t i = 0; i < rows.size(); ++i) clusters_ += i == 0 || rows[i].cluster != rows[i - 1].cluster;
  FourByFour inverse{};
  if (clusters_ < 2 || !invert(products, inverse)) return;
  determined_ = true;
  for (std::size_t k = 0; k < 4; ++k) {
    for (std::size_t j = 0; j < 4; ++j) slopes_[k] += inverse[k][j] * with_y[j];
    alone_[k].value = with_y[k] / products[k][k];
  }
  // Sums of x times residual, cluster by cluster.
  FourByFour meat{};
  Four lone_meat{}, together{}, lone{};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const GroupedRow& row = rows[i];
    double left = row.y;
    for (std::size_t k = 0; k < 4; ++k) left -= slopes_[k] * row.x[k];
    for (std::size_t k = 0; k < 4; ++k) {
      together[k] += row.x[k] * left;
      lone[k] += row.x[k] * (row.y - alone_[k].value * row.x[k]);
    }
    if (i + 1 < rows.size() && rows[i + 1].cluster == row.cluster) continue;
    for (std::size_t k = 0; k < 4; ++k) {
      lone_meat[k] += lone[k] * lone[k];
      for (std::size_t j = 0; j < 4; ++j) meat[k][j] += together[k] * together[j];
    }
    together = lone = {};
  }
  const double c = static_cast<double>(clusters_), scale = c / (c - 1);
  for (std::size_t i = 0; i < 4; ++i) {
    alone_[i].error = std::sqrt(scale * lone_meat[i]) / products[i][i];
    for (std::size_t j = 0; j < 4; ++j)
      for (std::size_t k = 0; k < 4; ++k)
        for (std::size_t l = 0; l < 4; ++l) covariance_[i][j] += scale * inverse[i][k] * meat[k][l] * inverse[l][j];
  }
}

Slope WithinRegression::slope(std::size_t k) const { return {slopes_[k], std::sqrt(std::max(0.0, covariance_[k][k]))}; }

Slope WithinRegression::combined(const std::array<double, 4>& weights) const {
  double value = 0, variance = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    value += weights[i] * slopes_[i];
    for (std::size_t j = 0; j < 4; ++j) variance += weights[i] * weights[j] * covariance_[i][j];
  }
  return {value, std::sqrt(std::max(0.0, variance))};
}

Slope WithinRegression::alone(std::size_t k) const { return alone_[k]; }

}  // namespace banmen::reversi
