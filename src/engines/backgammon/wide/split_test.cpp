// The split of docs/games/backgammon/findings.md over several machines with separate memories, in one process: a rank computes the
// positions whose other side it owns, and holds only the columns of those and of sides with a checker on the bar. All other cells
// are poisoned, so reading one would show in the table.
#include <gtest/gtest.h>

#include <cstdlib>

#include "engines/backgammon/wide/rules.hpp"
#include "solve/wide/cpu.hpp"

namespace banmen::backgammon {
namespace {

class Ranks {
 public:
  Ranks(const WideRules& rules, const wide::Layout& layout, std::uint32_t count) : rules_(rules), layout_(layout) {
    constexpr wide::Word poison = -wide::nothing;  // below any value, so a minimum reveals it
    tables_.assign(count, std::vector<wide::Word>(layout.all(), poison));
    for (auto& table : tables_)
      for (std::size_t m = 1; m < rules.rules.parts.size(); ++m)
        for (std::uint32_t b = 0; b < layout.size(static_cast<int>(m)); ++b)
          table[layout.begin(static_cast<int>(m), 0) + b] = rules.rules.parts[m].lost[b];
    for (const auto& [n, m] : layout.groups()) {
      give_all(n, m);
      if (n != m) give_all(m, n);
    }
  }

  /// One sweep over a group; `view` is that of tier (n, m), whatever its tables.
  void sweep(const std::vector<wide::Shell>& shells, int n, int m, const wide::Cpu& cpu) {
    struct Found {
      std::uint64_t at;
      std::uint32_t by, column;
      int part;
      wide::Word value;
    };
    std::vector<Found> found;
    for (const wide::Shell& shell : shells) {
      found.clear();
      for (const wide::Tile& tile : shell.tiles) {
        const int x = tile.tier == 0 ? n : m, y = tile.tier == 0 ? m : n;
        wide::View view = cpu.view(x, y);
        for (std::uint32_t b = tile.b; b < tile.b + tile.others; ++b) {
          view.values = tables_[owner(b)].data();
          for (std::uint32_t a = tile.a; a < tile.a + tile.movers; ++a)
            if (view.compatible(a, b)) found.push_back({view.at(a, b), owner(b), a, x, wide::value_of(view, a, b)});
        }
      }
      for (const Found& f : found) give(f.at, f.part, f.column, f.value, f.by);
    }
  }

  /// A position's value from the rank that holds it.
  [[nodiscard]] wide::Word value(int n, std::uint32_t a, int m, std::uint32_t b) const {
    return tables_[owner(a)][layout_.at(n, a, m, b)];
  }
  [[nodiscard]] std::uint64_t sent() const { return sent_; }

 private:
  [[nodiscard]] std::uint32_t owner(std::uint32_t side) const { return side % static_cast<std::uint32_t>(tables_.size()); }
  void give(std::uint64_t at, int part, std::uint32_t column, wide::Word value, std::uint32_t by) {
    const bool for_all = rules_.sides[static_cast<std::size_t>(part)].side(column)[bar] > 0;
    for (std::uint32_t rank = 0; rank < tables_.size(); ++rank) {
      if (!for_all && rank != owner(column)) continue;
      tables_[rank][at] = value;
      sent_ += rank != by;
    }
  }
  /// Values begin with 0.
  void give_all(int n, int m) {
    for (std::uint32_t a = 0; a < layout_.size(n); ++a)
      for (std::uint32_t b = 0; b < layout_.size(m); ++b) give(layout_.at(n, a, m, b), n, a, 0, owner(b));
  }

  const WideRules& rules_;
  const wide::Layout& layout_;
  std::vector<std::vector<wide::Word>> tables_;
  std::uint64_t sent_ = 0;
};

}  // namespace

TEST(WideSplit, RanksWithTheirOwnColumnsFindTheSameTable) {
  const int most = std::getenv("BANMEN_LONG") != nullptr ? 3 : 2;
  const WideRules rules(most, 1);
  const wide::Layout layout(rules.rules, most, most);
  for (const std::uint32_t count : {2u, 4u}) {
    wide::Cpu cpu(rules.rules, layout, false, 1);
    Ranks ranks(rules, layout, count);
    for (const auto& [n, m] : layout.groups()) {
      cpu.begin(n, m);
      const auto shells = wide::shells_of(rules.rules, n, m, 1);
      for (int sweep = 0; sweep < 4; ++sweep) {
        cpu.sweep(wide::Look::value, 0);
        const std::uint64_t before = ranks.sent();
        ranks.sweep(shells, n, m, cpu);
        // Each value belongs to at most one rank, and those of sides on the bar, n in n + 24 for small n, to all.
        EXPECT_LT(ranks.sent() - before, layout.cells(n, m) * (n == m ? 1 : 2) * 2);
      }
      for (int t = 0; t < (n == m ? 1 : 2); ++t) {
        const int x = t == 0 ? n : m, y = t == 0 ? m : n;
        for (std::uint32_t a = 0; a < layout.size(x); ++a)
          for (std::uint32_t b = 0; b < layout.size(y); ++b) {
            if (!cpu.view(x, y).compatible(a, b)) continue;
            const wide::Pair pair{a, b};
            wide::Word value = 0;
            cpu.look_up(x, y, {&pair, 1}, &value, nullptr);
            ASSERT_EQ(ranks.value(x, a, y, b), value) << count << " ranks, " << x << ' ' << a << ' ' << y << ' ' << b;
          }
      }
    }
  }
}

}  // namespace banmen::backgammon
