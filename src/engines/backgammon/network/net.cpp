#include "engines/backgammon/network/net.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>

#include "core/random.hpp"

namespace banmen::backgammon {
namespace {

constexpr int contact_width = Net::most_first, race_width = 64;
constexpr float unit = 1e-4f;
constexpr std::int32_t stored_weights[] = {
#include "engines/backgammon/network/net_weights.inc"
};

constexpr std::size_t weights_of(std::size_t width) {
  return (feature_count + 1) * width + (width + 1) * Net::second + (Net::second + 1) * Net::outputs;
}
static_assert(std::size(stored_weights) == weights_of(contact_width) + weights_of(race_width));

}  // namespace

template <class Self, class Take>
void Net::each(Self& net, Take&& take) {
  for (std::size_t feature = 0; feature < feature_count; ++feature) take(net.row(feature), net.width_);
  take(net.first_bias_.data(), net.width_);
  for (auto& row : net.second_) take(row.data(), row.size());
  take(net.second_bias_.data(), net.second_bias_.size());
  for (auto& row : net.third_) take(row.data(), std::size_t{outputs});
  take(net.third_bias_.data(), std::size_t{outputs});
}

Net::Net(int width, std::uint64_t seed)
    : width_(static_cast<std::size_t>(width)), first_(feature_count * width_), first_bias_(width_), second_(width_) {
  assert(width % 16 == 0 && width <= most_first);
  Random random(seed, 0, 0);
  each(*this, [&](float* weights, std::size_t count) {
    for (std::size_t k = 0; k < count; ++k) weights[k] = (static_cast<float>(random.below(20001)) - 10000) * 1.5e-5f;
  });
}

Net::Net(int width, std::span<const std::int32_t>& stored) : Net(width, 0) {
  each(*this, [&](float* weights, std::size_t count) {
    for (std::size_t k = 0; k < count; ++k) weights[k] = static_cast<float>(stored[k]) * unit;
    stored = stored.subspan(count);
  });
}

void Net::think(Trace& t) const {
  // Sixteen units at a time keep the sums in registers across the features.
  constexpr std::size_t lanes = 16;
  for (std::size_t from = 0; from < width_; from += lanes) {
    float sums[lanes];
    for (std::size_t h = 0; h < lanes; ++h) sums[h] = first_bias_[from + h];
    for (int k = 0; k < t.features.count; ++k) {
      const float* weights = row(t.features.index[k]) + from;
      const float x = t.features.value[k];
      for (std::size_t h = 0; h < lanes; ++h) sums[h] += x * weights[h];
    }
    for (std::size_t h = 0; h < lanes; ++h) t.first_units[from + h] = std::max(sums[h], 0.0f);
  }
  std::array<float, second> sums = second_bias_;
  for (std::size_t h = 0; h < width_; ++h)
    for (std::size_t s = 0; s < second; ++s) sums[s] += t.first_units[h] * second_[h][s];
  for (std::size_t s = 0; s < second; ++s) t.second_units[s] = std::max(sums[s], 0.0f);
  std::array<float, padded> last = third_bias_;
  for (std::size_t s = 0; s < second; ++s)
    for (std::size_t o = 0; o < padded; ++o) last[o] += t.second_units[s] * third_[s][o];
  for (std::size_t o = 0; o < outputs; ++o) t.chances[o] = 1 / (1 + std::exp(-last[o]));
  // A gammon is a win, a backgammon a gammon.
  t.chances[1] = std::min(t.chances[1], t.chances[0]);
  t.chances[2] = std::min(t.chances[2], t.chances[1]);
  t.chances[3] = std::min(t.chances[3], 1 - t.chances[0]);
  t.chances[4] = std::min(t.chances[4], t.chances[3]);
}

void Net::learn(const Trace& t, const Chances& wanted, float rate) {
  std::array<float, padded> error{};
  for (std::size_t o = 0; o < outputs; ++o) error[o] = rate * (wanted[o] - t.chances[o]);
  std::array<float, second> back{};
  for (std::size_t s = 0; s < second; ++s) {
    if (t.second_units[s] == 0) continue;
    for (std::size_t o = 0; o < padded; ++o) {
      back[s] += error[o] * third_[s][o];
      third_[s][o] += error[o] * t.second_units[s];
    }
  }
  for (std::size_t o = 0; o < padded; ++o) third_bias_[o] += error[o];
  std::array<float, most_first> behind{};
  for (std::size_t h = 0; h < width_; ++h) {
    if (t.first_units[h] == 0) continue;
    for (std::size_t s = 0; s < second; ++s) {
      behind[h] += back[s] * second_[h][s];
      second_[h][s] += back[s] * t.first_units[h];
    }
    first_bias_[h] += behind[h];
  }
  for (std::size_t s = 0; s < second; ++s) second_bias_[s] += back[s];
  for (int k = 0; k < t.features.count; ++k) {
    float* weights = row(t.features.index[k]);
    const float x = t.features.value[k];
    for (std::size_t h = 0; h < width_; ++h) weights[h] += x * behind[h];
  }
}

std::string Net::text() const {
  std::string out;
  each(*this, [&](const float* weights, std::size_t count) {
    for (std::size_t k = 0; k < count; ++k) out += fmt::format("{},", std::lround(weights[k] / unit));
    out += '\n';
  });
  return out;
}

Nets::Nets(std::uint64_t seed) : contact(contact_width, seed), race(race_width, seed) {}

Nets::Nets(std::span<const std::int32_t> stored) : contact(contact_width, stored), race(race_width, stored) {}

const Nets& Nets::trained() {
  static const Nets nets{std::span(stored_weights)};
  return nets;
}

namespace {

/// R. Janowski, "Take-Points in Money Games" (1993): interpolates between a dead and a perfectly live cube by a cube efficiency,
/// about two thirds for money.
constexpr double efficiency = 2.0 / 3;

/// Cubeful equity of the side on roll with the cube at 1; `mine` and `theirs` say who may turn it.
double with_cube(const Chances& c, bool gammons, bool mine, bool theirs) {
  const double win = c[0], lose = 1 - c[0];
  const double won = gammons && win > 0 ? 1 + (c[1] + c[2]) / win : 1, lost = gammons && lose > 0 ? 1 + (c[3] + c[4]) / lose : 1;
  const double slope = win * (won + lost + efficiency / 2) - lost;
  double value = equity_of(c, gammons);
  if (mine && theirs)
    value = 4 / (4 - efficiency) * (slope - efficiency / 4);
  else if (mine)
    value = slope;
  else if (theirs)
    value = slope - efficiency / 2;
  // Either side can drop.
  return std::clamp(value, theirs ? -1.0 : -lost, mine ? 1.0 : won);
}

}  // namespace

double expected_points(const BackgammonRules& g, const BackgammonRules::Position& p, Seat seat) {
  using Rules = BackgammonRules;
  if (p.phase == Rules::Phase::over) return g.payoff(p)[static_cast<std::size_t>(seat)];
  const Nets& nets = Nets::trained();
  const bool gammons = g.stakes != Rules::Payoff::single && g.match == 0;
  const int mover = p.mover, other = 1 - mover;
  const Chances chances = judged(nets, p.checkers[mover], p.checkers[other], g.checkers);
  double value = 0;
  if (p.phase == Rules::Phase::opening) {
    const Chances theirs = judged(nets, p.checkers[other], p.checkers[mover], g.checkers);
    value = (equity_of(chances, gammons) - equity_of(theirs, gammons)) / 2;
  } else if (g.stakes == Rules::Payoff::cube && g.match == 0) {
    const bool can = p.cube < Rules::most_cube;
    value =
        with_cube(chances, gammons && !(g.jacoby && p.owner == Rules::centred), can && p.owner != other, can && p.owner != mover);
  } else {
    value = equity_of(chances, gammons);
  }
  return (seat == mover ? value : -value) * (g.match ? 1 : 1 << p.cube);
}

}  // namespace banmen::backgammon
