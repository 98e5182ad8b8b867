#include "engines/backgammon/endgames/sides.hpp"

#include <algorithm>
#include <numeric>

namespace banmen::backgammon {

Sides::Sides(int n) : n_(n) {
  const auto count = static_cast<std::uint32_t>(side_count(n));
  std::vector<std::uint8_t> by_rank(std::size_t{count} * slots);
  std::vector<std::uint32_t> order(count);
  std::iota(order.begin(), order.end(), 0u);
  std::vector<std::pair<int, int>> key(count);
  for (std::uint32_t rank = 0; rank < count; ++rank) {
    std::uint8_t* side = &by_rank[std::size_t{rank} * slots];
    unrank_side(n, rank, side);
    const PointSet set = occupied(side);
    key[rank] = {backgammon::pips(side), set == 0 ? 0 : highest(set)};
  }
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return key[a] < key[b]; });
  index_of_rank_.resize(count);
  counts_.resize(by_rank.size());
  for (std::uint32_t index = 0; index < count; ++index) {
    const std::uint8_t* side = &by_rank[std::size_t{order[index]} * slots];
    index_of_rank_[order[index]] = index;
    std::copy_n(side, slots, &counts_[std::size_t{index} * slots]);
    pips_.push_back(static_cast<std::uint16_t>(key[order[index]].first));
    top_.push_back(static_cast<std::uint8_t>(key[order[index]].second));
    points_.push_back(points_with(side, 1));
    facing_.push_back(facing_points_with(side, 1));
    facing_blots_.push_back(facing_points_with(side, 1) & ~facing_points_with(side, 2));
  }
  hit_.assign(std::size_t{count} * 25, 0);
  for (std::uint32_t index = 0; index < count; ++index)
    for (PointSet set = facing_blots_[index]; set != 0; set &= set - 1) {
      std::uint8_t after[slots];
      std::copy_n(side(index), slots, after);
      --after[bar - lowest(set)];
      ++after[bar];
      hit_[std::size_t{index} * 25 + static_cast<std::size_t>(lowest(set))] = index_of(after);
    }

  first_of_.assign(static_cast<std::size_t>(most_pips()) + 2, count);
  for (std::uint32_t index = count; index-- > 0;) first_of_[pips_[index]] = index;
  for (std::size_t p = first_of_.size() - 1; p-- > 0;) first_of_[p] = std::min(first_of_[p], first_of_[p + 1]);
  first_run_.assign(1, 0);
  for (int p = 0; p <= most_pips(); ++p) {
    const std::uint32_t end = first_of_[static_cast<std::size_t>(p) + 1];
    for (std::uint32_t begin = first_of_[static_cast<std::size_t>(p)]; begin < end; begin += 64) {
      Run run{begin, std::min(begin + 64, end), p, 0, {}, {}};
      for (std::uint32_t index = run.begin; index < run.end; ++index) {
        const std::uint64_t bit = std::uint64_t{1} << (index - run.begin);
        run.top = std::max<int>(run.top, top_[index]);
        for (int point = 1; point <= 24; ++point)
          if (facing_[index] >> point & 1) ((facing_blots_[index] >> point & 1) ? run.blots : run.blocks)[point] |= bit;
      }
      runs_.push_back(run);
    }
    first_run_.push_back(static_cast<std::uint32_t>(runs_.size()));
  }
}

bool Sides::find_plays(std::span<const Sides* const> smaller, const std::stop_token& stop) {
  first_play_.assign(1, 0);
  for (std::uint32_t index = 0; index < size(); ++index) {
    if (stop.stop_requested()) return false;
    for (int roll = 0; roll < throw_count; ++roll) {
      for (const SidePlay& play : side_plays(side(index), throw_of(roll))) {
        const int left = on_board(play.side);
        const Sides& there = left == n_ ? *this : *smaller[static_cast<std::size_t>(left)];
        plays_.push_back(
            {there.index_of(play.side), play.landing, static_cast<std::uint8_t>(left), static_cast<std::uint8_t>(play.level)});
      }
      first_play_.push_back(static_cast<std::uint32_t>(plays_.size()));
    }
  }
  return true;
}

}  // namespace banmen::backgammon
