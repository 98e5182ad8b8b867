// Two small neural networks that evaluate positions, one for contact and one for races: features (features.hpp), two hidden layers,
// five chances.
//
// first = r(W₁·features + b₁), second = r(W₂·first + b₂) with r(x) = max(x, 0); chance = 1 / (1 + exp −(W₃·second + b₃)). Each sum
// adds whole rows in input order, so the order of additions, and with it the result, is the same on every machine.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engines/backgammon/bearoff/race.hpp"
#include "engines/backgammon/network/features.hpp"
#include "games/backgammon/rules.hpp"

namespace banmen::backgammon {

class Net {
 public:
  static constexpr int most_first = 256, second = 32, outputs = 5;

  /// Activations of a forward pass, kept for learning.
  struct Trace {
    alignas(64) std::array<float, most_first> first_units;
    alignas(64) std::array<float, second> second_units;
    Features features;
    Chances chances;
  };

  /// Small random weights; `width` units in the first layer.
  Net(int width, std::uint64_t seed);
  /// Weights as written by text(); consumes them from the front.
  Net(int width, std::span<const std::int32_t>& stored);

  void think(Trace& trace) const;
  /// One gradient step on the cross-entropy against `wanted`.
  void learn(const Trace& trace, const Chances& wanted, float rate);

  /// In the format of net_weights.inc: whole ten-thousandths.
  [[nodiscard]] std::string text() const;

 private:
  static constexpr std::size_t padded = 8;  // outputs, padded to a vector
  [[nodiscard]] float* row(std::size_t feature) { return first_.data() + feature * width_; }
  [[nodiscard]] const float* row(std::size_t feature) const { return first_.data() + feature * width_; }
  /// Calls take(weights, count) for all weights in file order.
  template <class Self, class Take>
  static void each(Self& net, Take&& take);

  std::size_t width_;         // of the first layer
  std::vector<float> first_;  // by feature and unit
  std::vector<float> first_bias_;
  std::vector<std::array<float, second>> second_;
  std::array<float, second> second_bias_{};
  std::array<std::array<float, padded>, second> third_{};
  std::array<float, padded> third_bias_{};
};

/// The pair of networks of a player.
struct Nets {
  Net contact, race;

  /// The built-in weights (net_weights.inc records how they were made).
  static const Nets& trained();
  explicit Nets(std::uint64_t seed);
  explicit Nets(std::span<const std::int32_t> stored);

  [[nodiscard]] std::string text() const { return contact.text() + race.text(); }
};

/// Cubeless chances of the side on roll: one-sided distributions for sides that are home, else the networks. Neither side has
/// finished.
inline Chances judged(const Nets& nets, const std::uint8_t* mover, const std::uint8_t* other, int checkers) {
  const bool race = is_race(mover, other);
  // The race network was trained with all checkers.
  if (race && (checkers != OneSided::checkers || in_table(mover, other))) return Race::instance().chances(mover, other, checkers);
  Net::Trace trace;
  trace.features.find(mover, other);
  (race ? nets.race : nets.contact).think(trace);
  return trace.chances;
}

/// Expected points of a seat, the cube by Janowski's formula; thrown dice are ignored.
double expected_points(const BackgammonRules& g, const BackgammonRules::Position& p, Seat seat);

}  // namespace banmen::backgammon
