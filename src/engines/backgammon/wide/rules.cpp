#include "engines/backgammon/wide/rules.hpp"

#include "host/threads.hpp"

namespace banmen::backgammon {
namespace {

/// Play lists of neighbouring configurations.
struct Lists {
  std::vector<std::uint32_t> sizes;
  std::vector<wide::ListedPlay> plays;
};

Lists lists_of(const std::vector<Sides>& sides, int n, std::uint32_t begin, std::uint32_t end) {
  Lists out;
  for (std::uint32_t index = begin; index < end; ++index)
    for (int roll = 0; roll < throw_count; ++roll) {
      const auto plays = listed_plays(sides, n, index, roll);
      out.plays.insert(out.plays.end(), plays.begin(), plays.end());
      out.sizes.push_back(static_cast<std::uint32_t>(plays.size()));
    }
  return out;
}

wide::Part part_of(const std::vector<Sides>& sides, int n, int threads) {
  const Sides& mine = sides[static_cast<std::size_t>(n)];
  wide::Part part;
  part.size = mine.size();
  part.lost.assign(part.size, -wide::one);
  part.struck.assign(std::size_t{part.size} * wide::places, 0);
  for (std::uint32_t index = 0; index < part.size; ++index) {
    part.held.push_back(mine.points(index));
    part.exposed.push_back(mine.facing_blots(index));
    part.blocked.push_back(mine.facing(index) & ~mine.facing_blots(index));
    for (PointSet set = mine.facing_blots(index); set != 0; set &= set - 1)
      part.struck[static_cast<std::size_t>(lowest(set)) * part.size + index] = mine.hit(index, lowest(set));
  }
  for (int pips = 0; pips <= mine.most_pips() + 1; ++pips) part.first_of.push_back(mine.first_of(pips));
  // Listed in parallel, concatenated in order.
  constexpr std::uint32_t chunk = 64;
  std::vector<Lists> lists((part.size + chunk - 1) / chunk);
  Control control;
  control.threads = threads;
  run_chunks(control, part.size, chunk, "", [&] {
    return [&](std::uint64_t begin, std::uint64_t end) {
      lists[begin / chunk] = lists_of(sides, n, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end));
    };
  });
  part.first.push_back(0);
  for (const Lists& some : lists) {
    part.plays.insert(part.plays.end(), some.plays.begin(), some.plays.end());
    for (const std::uint32_t size : some.sizes) part.first.push_back(part.first.back() + size);
  }
  return part;
}

}  // namespace

std::vector<wide::ListedPlay> listed_plays(const std::vector<Sides>& sides, int n, std::uint32_t index, int roll) {
  std::vector<wide::ListedPlay> out;
  for (const SidePlay& play : side_plays(sides[static_cast<std::size_t>(n)].side(index), throw_of(roll))) {
    const int left = on_board(play.side);
    out.push_back({left == 0 ? 0 : sides[static_cast<std::size_t>(left)].index_of(play.side), play.landing,
                   static_cast<std::uint8_t>(left), static_cast<std::uint8_t>(play.level)});
  }
  // No play: the same configuration.
  out.push_back({index, 0, static_cast<std::uint8_t>(n), 255});
  return out;
}

WideRules::WideRules(int n, int threads) {
  for (int roll = 0; roll < throw_count; ++roll) {
    rules.weights.push_back(throw_of(roll).weight);
    rules.total += throw_of(roll).weight;
  }
  for (int k = 0; k <= n; ++k) sides.emplace_back(k);
  rules.parts.resize(static_cast<std::size_t>(n) + 1);
  rules.parts[0].size = 1;
  for (int k = 1; k <= n; ++k) rules.parts[static_cast<std::size_t>(k)] = part_of(sides, k, threads);
}

}  // namespace banmen::backgammon
