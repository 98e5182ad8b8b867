#include "engines/backgammon/wide/sample.hpp"

#include <algorithm>
#include <cstdio>

#include "host/threads.hpp"

namespace banmen::backgammon {
namespace {

constexpr const char* first_line = "banmen wide sample 1\n";

template <class T>
void append(std::string& out, const std::vector<T>& numbers) {
  for (const T number : numbers)
    for (std::size_t k = 0; k < sizeof(T); ++k) out += static_cast<char>(static_cast<std::uint64_t>(number) >> (8 * k));
}

template <class T>
std::vector<T> taken(const std::string& bytes, std::size_t& at, std::uint64_t count) {
  if (bytes.size() - at < count * sizeof(T))
    throw wide::Trouble("the sample ends after " + std::to_string(bytes.size()) + " bytes, before all positions that it announces");
  std::vector<T> out(count);
  for (T& number : out) {
    std::uint64_t word = 0;
    for (std::size_t k = 0; k < sizeof(T); ++k) word |= std::uint64_t{static_cast<unsigned char>(bytes[at++])} << (8 * k);
    number = static_cast<T>(word);
  }
  return out;
}

}  // namespace

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
  std::string out = first_line;
  for (const SampledTier& tier : tiers)
    out += "tier " + std::to_string(tier.n) + ' ' + std::to_string(tier.m) + ' ' + std::to_string(tier.positions) + ' ' +
           std::to_string(tier.values.size()) + '\n';
  out += "data\n";
  for (const SampledTier& tier : tiers) {
    append(out, tier.values);
    append(out, tier.radii);
    append(out, tier.plays);
  }
  return out;
}

std::vector<SampledTier> read_sample(const std::string& bytes) {
  if (bytes.rfind(first_line, 0) != 0) throw wide::Trouble("no sample of a table: its first line is not 'banmen wide sample 1'");
  std::size_t at = std::string(first_line).size();
  std::vector<SampledTier> tiers;
  std::vector<std::uint64_t> counts;
  for (;;) {
    const std::size_t end = bytes.find('\n', at);
    if (end == std::string::npos) throw wide::Trouble("the sample ends before its data");
    const std::string line = bytes.substr(at, end - at);
    at = end + 1;
    if (line == "data") break;
    SampledTier tier;
    unsigned long long positions = 0, count = 0;
    if (std::sscanf(line.c_str(), "tier %d %d %llu %llu", &tier.n, &tier.m, &positions, &count) != 4 || count > positions)
      throw wide::Trouble("the sample says '" + line + "' where a tier was expected");
    tier.positions = positions;
    tiers.push_back(tier);
    counts.push_back(count);
  }
  for (std::size_t t = 0; t < tiers.size(); ++t) {
    tiers[t].values = taken<wide::Word>(bytes, at, counts[t]);
    tiers[t].radii = taken<std::uint8_t>(bytes, at, counts[t]);
    tiers[t].plays = taken<std::uint16_t>(bytes, at, counts[t]);
  }
  return tiers;
}

}  // namespace banmen::backgammon
