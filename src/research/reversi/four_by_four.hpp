// Matrices of four by four.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace banmen::reversi {

using Four = std::array<double, 4>;
using FourByFour = std::array<Four, 4>;

/// Gauss and Jordan with pivots; false where there is no inverse.
inline bool invert(FourByFour m, FourByFour& inverse) {
  double largest = 0;
  for (const Four& row : m)
    for (const double value : row) largest = std::max(largest, std::abs(value));
  for (std::size_t i = 0; i < 4; ++i) inverse[i] = {}, inverse[i][i] = 1;
  for (std::size_t k = 0; k < 4; ++k) {
    std::size_t pivot = k;
    for (std::size_t i = k + 1; i < 4; ++i)
      if (std::abs(m[i][k]) > std::abs(m[pivot][k])) pivot = i;
    if (std::abs(m[pivot][k]) <= 1e-12 * largest) return false;
    std::swap(m[k], m[pivot]);
    std::swap(inverse[k], inverse[pivot]);
    const double by = m[k][k];
    for (std::size_t j = 0; j < 4; ++j) m[k][j] /= by, inverse[k][j] /= by;
    for (std::size_t i = 0; i < 4; ++i) {
      const double times = m[i][k];
      if (i == k || times == 0) continue;
      for (std::size_t j = 0; j < 4; ++j) m[i][j] -= times * m[k][j], inverse[i][j] -= times * inverse[k][j];
    }
  }
  return true;
}

/// v' m v.
inline double quadratic(const Four& v, const FourByFour& m) {
  double sum = 0;
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t j = 0; j < 4; ++j) sum += v[i] * m[i][j] * v[j];
  return sum;
}

}  // namespace banmen::reversi
