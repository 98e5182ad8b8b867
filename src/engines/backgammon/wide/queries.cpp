#include "engines/backgammon/wide/queries.hpp"

#include <algorithm>

#include "core/little_endian.hpp"
#include "host/threads.hpp"

namespace banmen::backgammon {
namespace {

constexpr std::size_t mark_bytes = 8, head_bytes = query_head_bytes, most_checkers = query_checkers,
                      query_bytes = 2 * most_checkers;

/// Fills the slots of a side; false if a place is invalid.
bool read_places(const std::uint8_t* places, std::uint8_t* side, int& count) {
  count = 0;
  for (std::size_t k = 0; k < most_checkers; ++k) {
    if (places[k] > bar) return false;
    if (places[k] == 0) continue;
    ++side[places[k]];
    ++count;
  }
  return count > 0;
}

}  // namespace

std::uint64_t count_queries(const std::string& bytes) {
  if (bytes.compare(0, mark_bytes, asked_mark) != 0 || bytes.size() < head_bytes)
    throw wide::Trouble("not a list of positions: expected 'bnmnqry1' and a count");
  const std::uint64_t count = little_endian(bytes.data() + mark_bytes, 8);
  if (count > (bytes.size() - head_bytes) / query_bytes || bytes.size() != head_bytes + count * query_bytes)
    throw wide::Trouble("the list of positions has " + std::to_string(bytes.size()) + " bytes, not 16 and 10 for each of the " +
                        std::to_string(count) + " in its header");
  return count;
}

std::string answered_queries(wide::Backend& backend, const WideRules& rules, const wide::Layout& layout, const std::string& bytes) {
  const std::uint64_t count = count_queries(bytes);
  struct Asked {
    std::vector<wide::Pair> pairs;
    std::vector<std::uint64_t> numbers;
  };
  const auto most = static_cast<std::size_t>(layout.large());
  std::vector<Asked> tiers((most + 1) * (most + 1));
  for (std::uint64_t k = 0; k < count; ++k) {
    const auto* at = reinterpret_cast<const std::uint8_t*>(bytes.data()) + head_bytes + k * query_bytes;
    std::uint8_t mover[slots] = {}, other[slots] = {};
    int n = 0, m = 0;
    if (!read_places(at, mover, n) || !read_places(at + most_checkers, other, m)) continue;
    if (std::max(n, m) > layout.large() || std::min(n, m) > layout.small()) continue;
    const Sides &mine = rules.sides[static_cast<std::size_t>(n)], &theirs = rules.sides[static_cast<std::size_t>(m)];
    const wide::Pair pair{mine.index_of(mover), theirs.index_of(other)};
    if ((mine.points(pair.a) & theirs.facing(pair.b)) != 0) continue;
    Asked& asked = tiers[static_cast<std::size_t>(n) * (most + 1) + static_cast<std::size_t>(m)];
    asked.pairs.push_back(pair);
    asked.numbers.push_back(k);
  }
  std::vector<wide::Word> values(count, 0);
  std::vector<std::uint8_t> radii(count, wide::most_radius);
  for (const auto& [large, small] : layout.groups())
    for (int t = 0; t < (large == small ? 1 : 2); ++t) {
      const int n = t == 0 ? large : small, m = t == 0 ? small : large;
      const Asked& asked = tiers[static_cast<std::size_t>(n) * (most + 1) + static_cast<std::size_t>(m)];
      if (asked.pairs.empty()) continue;
      backend.begin(large, small);
      std::vector<wide::Word> found(asked.pairs.size());
      std::vector<std::uint8_t> around(asked.pairs.size());
      backend.look_up(n, m, asked.pairs, found.data(), around.data());
      for (std::size_t k = 0; k < found.size(); ++k) {
        values[asked.numbers[k]] = found[k];
        radii[asked.numbers[k]] = around[k];
      }
    }
  std::string out(answered_mark, mark_bytes);
  out.append(bytes, mark_bytes, 8);
  for (const wide::Word value : values) append_little_endian(out, static_cast<std::uint32_t>(value), 4);
  out.append(reinterpret_cast<const char*>(radii.data()), radii.size());
  return out;
}

wide::Pair pair_at(const WideRules& rules, int n, int m, std::uint64_t place) {
  std::uint8_t mover[slots] = {}, opponent[slots] = {};
  unplace(n, m, count_positions(n, m, Meeting::contact), place, mover, opponent);
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
