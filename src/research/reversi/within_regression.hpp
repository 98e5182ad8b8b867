// Least squares of y on four x with a constant for every group of rows, and errors that allow rows of one cluster to depend on each
// other: y and x less their group's means, slopes b = (X'X)⁻¹X'y, their covariance (X'X)⁻¹ (Σ over clusters s s') (X'X)⁻¹ times
// C/(C-1), where s is the sum of x times residual over a cluster's rows and C the number of clusters (Liang and Zeger 1986).
// Slow twin: studies_test.cpp has the constants as columns of their own.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "research/reversi/four_by_four.hpp"

namespace banmen::reversi {

struct GroupedRow {
  std::uint32_t group, cluster;  // clusters count up from row to row
  double y;
  std::array<double, 4> x;
};

struct Slope {
  double value = 0, error = 0;
};

class WithinRegression {
 public:
  explicit WithinRegression(std::vector<GroupedRow> rows);

  /// With the other three held fixed.
  [[nodiscard]] Slope slope(std::size_t k) const;
  /// Of a sum of slopes, each with its weight.
  [[nodiscard]] Slope combined(const std::array<double, 4>& weights) const;
  /// Of y on this x alone.
  [[nodiscard]] Slope alone(std::size_t k) const;
  /// False where the four x, or the rows, don't determine the slopes.
  [[nodiscard]] bool determined() const { return determined_; }
  [[nodiscard]] std::uint64_t rows() const { return rows_; }
  [[nodiscard]] std::uint64_t clusters() const { return clusters_; }

 private:
  std::array<double, 4> slopes_{};
  std::array<Slope, 4> alone_{};
  FourByFour covariance_{};
  bool determined_ = false;
  std::uint64_t rows_ = 0, clusters_ = 0;
};

}  // namespace banmen::reversi
