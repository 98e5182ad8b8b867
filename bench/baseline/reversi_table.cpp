#include "baseline/reversi_table.hpp"

#include "baseline/native_table.hpp"
#include "games/reversi/reversi.hpp"

namespace banmen::baseline {
namespace {

using Table = NativeTable<Reversi>;

/// Takes one random word as an argument, which is faster than a callback.
std::uint32_t sample(const void* g, const void* p, std::uint64_t word, std::uint64_t* move) {
  const Reversi& reversi = Table::rules(g);
  const Bits free = reversi.placements(Table::at(p));
  if (free == 0) {
    *move = Table::number(disc_pass);
    return reversi.count(Table::at(p));
  }
  const auto n = static_cast<std::uint32_t>(popcount(free));
  *move = static_cast<std::uint64_t>(nth_cell(free, Random::bounded(static_cast<std::uint32_t>(word >> 32), n)));
  return n;
}

}  // namespace

const BanmenGame* reversi_table() {
  static const BanmenGame table = [] {
    BanmenGame t = Table::table("reversitable", "Reversi behind the function table");
    t.sample = sample;
    t.draw = nullptr;
    return t;
  }();
  return &table;
}

}  // namespace banmen::baseline
