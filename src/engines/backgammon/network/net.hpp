// Two small networks that judge positions, one with contact and one in races: features (features.hpp), two hidden layers, five
// chances.
//
// first = r(W₁·features + b₁), second = r(W₂·first + b₂) with r(x) = max(x, 0); chance = 1 / (1 + exp −(W₃·second + b₃)). Each sum
// adds whole rows, in the order of what they are weighed with, so that the order of additions, and with it the result, is the same
// on every machine.
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

  /// What a thought keeps for learning from it.
  struct Trace {
    alignas(64) std::array<float, most_first> first_units;
    alignas(64) std::array<float, second> second_units;
    Features features;
    Chances chances;
  };

  /// Small random weights, with so many units in the first layer.
  Net(int width, std::uint64_t seed);
  /// Weights as text() writes them; as many are taken off the front as the network has.
  Net(int width, std::span<const std::int32_t>& stored);

  void think(Trace& trace) const;
  /// One step of gradient descent on the cross-entropy against `wanted`.
  void learn(const Trace& trace, const Chances& wanted, float rate);

  /// As net_weights.inc has them: whole ten-thousandths.
  [[nodiscard]] std::string text() const;

 private:
  static constexpr std::size_t padded = 8;  // outputs, to a whole vector
  [[nodiscard]] float* row(std::size_t feature) { return first_.data() + feature * width_; }
  [[nodiscard]] const float* row(std::size_t feature) const { return first_.data() + feature * width_; }
  /// Hands every weight over in the order of the file.
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

/// The pair that a player thinks with.
struct Nets {
  Net contact, race;

  /// The weights that come with the program (net_weights.inc says how they were made).
  static const Nets& trained();
  explicit Nets(std::uint64_t seed);
  explicit Nets(std::span<const std::int32_t> stored);

  [[nodiscard]] std::string text() const { return contact.text() + race.text(); }
};

/// Cubeless chances of the side on roll, of sides that are home by one-sided distributions, of all others by the networks. Neither
/// side has finished.
inline Chances judged(const Nets& nets, const std::uint8_t* mover, const std::uint8_t* other, int checkers) {
  const bool race = is_race(mover, other);
  // The network of races has learnt with all checkers.
  if (race && (checkers != OneSided::checkers || in_table(mover, other))) return Race::instance().chances(mover, other, checkers);
  Net::Trace trace;
  trace.features.find(mover, other);
  (race ? nets.race : nets.contact).think(trace);
  return trace.chances;
}

/// Points that a seat may expect before anything else happens, the cube by Janowski's formula; dice on the table are not looked at.
double expected_points(const BackgammonRules& g, const BackgammonRules::Position& p, Seat seat);

}  // namespace banmen::backgammon
