// Anderson acceleration of a fixed-point iteration x ← G(x) (D. G. Anderson, "Iterative procedures for nonlinear integral
// equations", J. ACM 12, 1965; in the form of Walker and Ni, SIAM J. Numer. Anal. 49, 2011).
//
// From the last few iterates the combination is taken whose residual is smallest in the Euclidean norm. That the limit is a fixed
// point is checked afterwards by a plain sweep; nothing here has to be trusted.
#pragma once

#include <cmath>
#include <cstddef>
#include <deque>
#include <span>
#include <vector>

namespace banmen::backgammon {

class Acceleration {
 public:
  explicit Acceleration(std::size_t window) : window_(window) {}

  void reset() {
    residuals_.clear();
    images_.clear();
    last_residual_.clear();
    last_image_.clear();
  }

  /// `before` is x, `image` is G(x) and becomes the next x.
  void next(std::span<const double> before, std::span<double> image) {
    const std::size_t size = image.size();
    std::vector<double> residual(size);
    for (std::size_t i = 0; i < size; ++i) residual[i] = image[i] - before[i];
    if (!last_residual_.empty()) {
      for (std::size_t i = 0; i < size; ++i) {
        last_residual_[i] = residual[i] - last_residual_[i];
        last_image_[i] = image[i] - last_image_[i];
      }
      residuals_.push_back(std::move(last_residual_));
      images_.push_back(std::move(last_image_));
      if (residuals_.size() > window_) {
        residuals_.pop_front();
        images_.pop_front();
      }
    }
    last_residual_ = residual;
    last_image_.assign(image.begin(), image.end());
    const std::vector<double> mix = solve(residual);
    for (std::size_t k = 0; k < mix.size(); ++k)
      for (std::size_t i = 0; i < size; ++i) image[i] -= mix[k] * images_[k][i];
  }

 private:
  static double dot(const std::vector<double>& x, const std::vector<double>& y) {
    double sums[8] = {};
    const std::size_t whole = x.size() / 8 * 8;
    for (std::size_t i = 0; i < whole; i += 8)
      for (std::size_t k = 0; k < 8; ++k) sums[k] += x[i + k] * y[i + k];
    for (std::size_t i = whole; i < x.size(); ++i) sums[0] += x[i] * y[i];
    double sum = 0;
    for (const double part : sums) sum += part;
    return sum;
  }

  /// Least squares by the normal equations: a few columns, and a poor combination costs a sweep, not correctness.
  [[nodiscard]] std::vector<double> solve(const std::vector<double>& residual) const {
    const std::size_t count = residuals_.size();
    std::vector<std::vector<double>> gram(count, std::vector<double>(count + 1));
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t j = 0; j <= i; ++j) gram[i][j] = gram[j][i] = dot(residuals_[i], residuals_[j]);
      gram[i][count] = dot(residuals_[i], residual);
    }
    // Scaled Cholesky with a tiny ridge: columns differ by orders of magnitude as the iteration converges.
    std::vector<double> scale(count);
    for (std::size_t i = 0; i < count; ++i) scale[i] = gram[i][i] > 0 ? 1 / std::sqrt(gram[i][i]) : 0;
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t j = 0; j < count; ++j) gram[i][j] *= scale[i] * scale[j];
      gram[i][count] *= scale[i];
      gram[i][i] += 1e-13;
    }
    for (std::size_t k = 0; k < count; ++k)
      for (std::size_t i = k + 1; i < count; ++i) {
        if (gram[k][k] <= 0) continue;
        const double factor = gram[i][k] / gram[k][k];
        for (std::size_t j = k; j <= count; ++j) gram[i][j] -= factor * gram[k][j];
      }
    std::vector<double> mix(count);
    for (std::size_t i = count; i-- > 0;) {
      double sum = gram[i][count];
      for (std::size_t j = i + 1; j < count; ++j) sum -= gram[i][j] * mix[j];
      mix[i] = gram[i][i] > 0 ? sum / gram[i][i] : 0;
    }
    for (std::size_t i = 0; i < count; ++i) mix[i] *= scale[i];
    return mix;
  }

  std::size_t window_;
  std::deque<std::vector<double>> residuals_, images_;  // differences of successive residuals and images
  std::vector<double> last_residual_, last_image_;
};

}  // namespace banmen::backgammon
