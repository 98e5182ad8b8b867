#include "engines/backgammon/wide/order.hpp"

#include <bit>

namespace banmen::backgammon {

FileOrder::FileOrder(const WideRules& rules, int n, int m) {
  const Sides &mine = rules.sides[static_cast<std::size_t>(n)], &theirs = rules.sides[static_cast<std::size_t>(m)];
  std::uint8_t mover[slots] = {}, opponent[slots] = {};
  for (std::uint64_t rank = 0; rank < side_count(m); ++rank) {
    unrank_side(m, rank, opponent);
    others.push_back(theirs.index_of(opponent));
  }
  for (const Meeting meeting : {Meeting::contact, Meeting::race}) {
    const std::uint64_t all = count_positions(n, m, meeting);
    for (std::uint64_t rank = 0; rank < all;) {
      unrank_position(n, m, meeting, rank, mover, opponent);
      const std::uint32_t a = mine.index_of(mover);
      const int top = mine.top(a), held = std::popcount(mine.points(a));
      // Ranks of others on points that the mover has passed come first: those are races.
      const std::uint64_t races = top == bar ? 0 : multisets(24 - top, m), both = choose(24 - held + m, m);
      const bool contact = meeting == Meeting::contact;
      columns.push_back({a, contact ? static_cast<std::uint32_t>(races) : 0,
                         static_cast<std::uint32_t>(contact ? side_count(m) : races), 0, positions});
      const std::uint64_t size = contact ? both - races : races;
      rank += size;
      positions += size;
    }
  }
}

FileOrder::Some FileOrder::some(std::size_t first, std::uint64_t most) const {
  Some out;
  out.begin = out.end = columns[first].place;
  while (first < columns.size() && (out.columns.empty() || out.end - out.begin < most)) {
    out.columns.push_back(columns[first++]);
    out.columns.back().place -= out.begin;
    out.end = first < columns.size() ? columns[first].place : positions;
  }
  return out;
}

}  // namespace banmen::backgammon
