#include "engines/backgammon/wide/queries.hpp"

#include <algorithm>

#include "core/little_endian.hpp"

namespace banmen::backgammon {
namespace {

constexpr std::size_t mark_bytes = 8, head_bytes = query_head_bytes, most_checkers = query_checkers,
                      query_bytes = 2 * most_checkers;

/// Fills slots of a side; false where a place is none.
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
    throw wide::Trouble("no list of positions: it does not begin with 'bnmnqry1' and a count");
  const std::uint64_t count = little_endian(bytes.data() + mark_bytes, 8);
  if (count > (bytes.size() - head_bytes) / query_bytes || bytes.size() != head_bytes + count * query_bytes)
    throw wide::Trouble("the list of positions has " + std::to_string(bytes.size()) + " bytes, not 16 and 10 for each of the " +
                        std::to_string(count) + " that it announces");
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

}  // namespace banmen::backgammon
