#include "study/backgammon/net.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/random.hpp"

namespace banmen::backgammon {
namespace {

constexpr float unit = 1e-4f;
constexpr std::int32_t stored[] = {
#include "study/backgammon/net_weights.inc"
};

}  // namespace

Net::Net(std::uint64_t seed) {
  Random random(seed, 0, 0);
  auto small = [&] { return (static_cast<float>(random.below(20001)) - 10000) * 1e-5f; };
  for (auto& row : first_)
    for (float& w : row) w = small();
  for (auto& row : second_)
    for (int o = 0; o < outputs; ++o) row[static_cast<std::size_t>(o)] = small();
}

const Net& Net::trained() {
  static const Net net = [] {
    static_assert(std::size(stored) == (feature_count + 1) * hidden + (hidden + 1) * outputs);
    Net out;
    const std::int32_t* from = stored;
    for (auto& row : out.first_)
      for (float& w : row) w = static_cast<float>(*from++) * unit;
    for (float& w : out.first_bias_) w = static_cast<float>(*from++) * unit;
    for (auto& row : out.second_)
      for (int o = 0; o < outputs; ++o) row[static_cast<std::size_t>(o)] = static_cast<float>(*from++) * unit;
    for (int o = 0; o < outputs; ++o) out.second_bias_[static_cast<std::size_t>(o)] = static_cast<float>(*from++) * unit;
    return out;
  }();
  return net;
}

void Net::think(Trace& t) const {
  t.sums = first_bias_;
  for (int k = 0; k < t.features.count; ++k) {
    const auto& row = first_[t.features.index[k]];
    const float x = t.features.value[k];
    for (std::size_t h = 0; h < hidden; ++h) t.sums[h] += x * row[h];
  }
  for (std::size_t h = 0; h < hidden; ++h) t.units[h] = t.sums[h] / (1 + std::fabs(t.sums[h]));
  std::array<float, 8> sums = second_bias_;
  for (std::size_t h = 0; h < hidden; ++h)
    for (std::size_t o = 0; o < 8; ++o) sums[o] += t.units[h] * second_[h][o];
  for (std::size_t o = 0; o < outputs; ++o) t.chances[o] = 1 / (1 + std::exp(-sums[o]));
  // A gammon is a win too, and a backgammon a gammon.
  t.chances[1] = std::min(t.chances[1], t.chances[0]);
  t.chances[2] = std::min(t.chances[2], t.chances[1]);
  t.chances[3] = std::min(t.chances[3], 1 - t.chances[0]);
  t.chances[4] = std::min(t.chances[4], t.chances[3]);
}

void Net::learn(const Trace& t, const Chances& wanted, float rate) {
  std::array<float, 8> error{};
  for (std::size_t o = 0; o < outputs; ++o) error[o] = rate * (wanted[o] - t.chances[o]) * t.chances[o] * (1 - t.chances[o]);
  std::array<float, hidden> back;
  for (std::size_t h = 0; h < hidden; ++h) {
    float sum = 0;
    for (std::size_t o = 0; o < 8; ++o) sum += error[o] * second_[h][o];
    const float slope = 1 / (1 + std::fabs(t.sums[h]));
    back[h] = sum * slope * slope;
    for (std::size_t o = 0; o < 8; ++o) second_[h][o] += error[o] * t.units[h];
  }
  for (std::size_t o = 0; o < 8; ++o) second_bias_[o] += error[o];
  for (int k = 0; k < t.features.count; ++k) {
    auto& row = first_[t.features.index[k]];
    const float x = t.features.value[k];
    for (std::size_t h = 0; h < hidden; ++h) row[h] += x * back[h];
  }
  for (std::size_t h = 0; h < hidden; ++h) first_bias_[h] += back[h];
}

std::string Net::text() const {
  std::string out;
  auto put = [&](auto begin, auto end) {
    for (auto at = begin; at != end; ++at) out += fmt::format("{},", std::lround(*at / unit));
    out += '\n';
  };
  for (const auto& row : first_) put(row.begin(), row.end());
  put(first_bias_.begin(), first_bias_.end());
  for (const auto& row : second_) put(row.begin(), row.begin() + outputs);
  put(second_bias_.begin(), second_bias_.begin() + outputs);
  return out;
}

}  // namespace banmen::backgammon
