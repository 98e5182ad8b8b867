#include "engines/backgammon/wide/sample.hpp"

#include <algorithm>

#include "core/little_endian.hpp"
#include "host/threads.hpp"

namespace banmen::backgammon {
wide::Pair pair_at(const WideRules& rules, int n, int m, std::uint64_t place) {
  std::uint8_t mover[slots] = {}, opponent[slots] = {};
  const std::uint64_t contacts = count_positions(n, m, Meeting::contact);
  if (place < contacts)
    unrank_position(n, m, Meeting::contact, place, mover, opponent);
  else
    unrank_position(n, m, Meeting::race, place - contacts, mover, opponent);
  return {rules.sides[static_cast<std::size_t>(n)].index_of(mover), rules.sides[static_cast<std::size_t>(m)].index_of(opponent)};
}

SampledPosition sampled(const WideRules& rules, int n, int m, std::uint64_t count, std::uint64_t k) {
  const std::uint64_t all = count_positions(n, m);
  // The middle of the k-th of `count` equal parts, without overflow.
  const auto place = static_cast<std::uint64_t>((static_cast<unsigned __int128>(2 * k + 1) * all) / (2 * count));
  return {place, pair_at(rules, n, m, place), static_cast<std::uint8_t>(wide::stirred(place) % throw_count)};
}

SampledTier take_sample(wide::Backend& backend, const WideRules& rules, int n, int m, std::uint64_t most, int threads) {
  SampledTier tier;
  tier.n = n;
  tier.m = m;
  tier.positions = count_positions(n, m);
  const std::uint64_t count = std::min(most, tier.positions);
  std::vector<wide::Pair> pairs(count);
  std::vector<std::uint8_t> rolls(count);
  Control control;
  control.threads = threads;
  run_chunks(control, count, 1024, "", [&] {
    return [&](std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t k = begin; k < end; ++k) {
        const SampledPosition position = sampled(rules, n, m, count, k);
        pairs[k] = position.pair;
        rolls[k] = position.roll;
      }
    };
  });
  tier.values.resize(count);
  tier.radii.resize(count);
  backend.look_up(n, m, pairs, tier.values.data(), tier.radii.data());
  std::vector<wide::BestPlay> best(count);
  backend.best(n, m, pairs, rolls.data(), best.data());
  for (const wide::BestPlay& play : best) tier.plays.push_back(static_cast<std::uint16_t>(play.play));
  return tier;
}

std::string sample_bytes(const std::vector<SampledTier>& tiers) {
  std::string out = sample_first_line;
  for (const SampledTier& tier : tiers)
    out += "tier " + std::to_string(tier.n) + ' ' + std::to_string(tier.m) + ' ' + std::to_string(tier.positions) + ' ' +
           std::to_string(tier.values.size()) + '\n';
  out += "data\n";
  for (const SampledTier& tier : tiers) {
    for (const wide::Word value : tier.values) append_little_endian(out, static_cast<std::uint32_t>(value), 4);
    out.append(tier.radii.begin(), tier.radii.end());
    for (const std::uint16_t play : tier.plays) append_little_endian(out, play, 2);
  }
  return out;
}

}  // namespace banmen::backgammon
