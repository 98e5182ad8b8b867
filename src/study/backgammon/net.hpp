// A small network that judges positions with contact: features (features.hpp), one hidden layer, five chances.
//
// hidden = s(W₁·features + b₁) with s(x) = x / (1 + |x|); chance = 1 / (1 + exp −(W₂·hidden + b₂)). Sums run over features, then
// hidden units, each adding a whole row, so that the order of additions, and with it the result, is the same on every machine.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "core/error.hpp"
#include "study/backgammon/features.hpp"
#include "study/backgammon/race.hpp"

namespace banmen::backgammon {

class Net {
 public:
  static constexpr int hidden = 48, outputs = 5;

  /// What a thought keeps for learning from it.
  struct Trace {
    Features features;
    std::array<float, hidden> sums, units;
    Chances chances;
  };

  /// The weights that come with the program; made by `banmen backgammon train` (net_weights.inc says how).
  static const Net& trained();
  /// Small random weights.
  explicit Net(std::uint64_t seed);

  void think(Trace& trace) const;
  /// One step of gradient descent on the squared error against `wanted`.
  void learn(const Trace& trace, const Chances& wanted, float rate);

  /// As net_weights.inc has them: whole ten-thousandths.
  [[nodiscard]] std::string text() const;

 private:
  Net() = default;
  std::array<std::array<float, hidden>, feature_count> first_{};
  std::array<float, hidden> first_bias_{};
  std::array<std::array<float, 8>, hidden> second_{};  // padded
  std::array<float, 8> second_bias_{};
};

}  // namespace banmen::backgammon
