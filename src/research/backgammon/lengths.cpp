#include "research/backgammon/lengths.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "research/backgammon/side_text.hpp"
#include "research/studies.hpp"
#include "solve/wide/solver.hpp"

namespace banmen::backgammon {

ExactLengths::ExactLengths(const WideRules& rules, const wide::Layout& layout, int threads)
    : rules_(rules), layout_(layout), cpu_(rules.rules, layout, false, threads), lengths_(layout.all(), 0) {}

/// Calls work(view, a, b) for all positions of a group in the order of its shells.
template <class Work>
void ExactLengths::over(int n, int m, Work work) const {
  for (const wide::Shell& shell : wide::shells_of(rules_.rules, n, m, 1u << 30))
    for (const wide::Tile& tile : shell.tiles) {
      const wide::View& view = tile.tier == 0 ? cpu_.view(n, m) : cpu_.view(m, n);
      for (std::uint32_t b = tile.b; b < tile.b + tile.others; ++b)
        for (std::uint32_t a = tile.a; a < tile.a + tile.movers; ++a)
          if (view.compatible(a, b)) work(view, a, b);
    }
}

bool ExactLengths::find_group(int n, int m, const Control& control) {
  cpu_.begin(n, m);
  cpu_.stop_with(control.stop);
  wide::GroupReport report;
  wide::SweepOptions options;
  options.stop = control.stop;
  if (!wide::find_values(cpu_, report, options)) return false;
  std::vector<std::uint32_t> best;  // positions after the best play of each throw
  best.reserve(report.positions * throw_count);
  over(n, m, [&](const wide::View& view, std::uint32_t a, std::uint32_t b) {
    for (int roll = 0; roll < throw_count; ++roll) best.push_back(static_cast<std::uint32_t>(wide::best_play(view, a, b, roll).at));
  });
  constexpr double enough = 1e-10;
  for (double change = 1; change > enough;) {
    if (control.stop.stop_requested()) return false;
    change = 0;
    const std::uint32_t* next = best.data();
    over(n, m, [&](const wide::View& view, std::uint32_t a, std::uint32_t b) {
      double sum = 0;
      for (int roll = 0; roll < throw_count; ++roll) sum += throw_of(roll).weight * lengths_[*next++];
      double& length = lengths_[view.at(a, b)];
      const double found = 1 + sum / 36;
      change = std::max(change, std::abs(found - length));
      length = found;
    });
  }
  for (int t = 0; t < (n == m ? 1 : 2); ++t) {
    const int x = t == 0 ? n : m, y = t == 0 ? m : n;
    TierLengths& tier = tiers_.emplace_back();
    tier.n = x;
    tier.m = y;
    for (std::uint32_t b = 0; b < layout_.size(y); ++b)
      for (std::uint32_t a = 0; a < layout_.size(x); ++a) {
        if (!cpu_.view(x, y).compatible(a, b)) continue;
        const double length = lengths_[layout_.at(x, a, y, b)];
        ++tier.positions;
        tier.mean += length;
        if (length > tier.longest) {
          tier.longest = length;
          tier.where = {a, b};
        }
      }
    tier.mean /= static_cast<double>(tier.positions);
  }
  return true;
}

bool ExactLengths::find(const Control& control) {
  std::uint64_t done = 0;
  const auto groups = layout_.groups();
  for (const auto& [n, m] : groups) {
    if (control.progress) control.progress(done++, groups.size(), fmt::format("{} v {}", n, m));
    if (!find_group(n, m, control)) return false;
  }
  return true;
}

namespace {

Result<Findings> run_lengths(const Values& values, const Control& control) {
  const auto n = static_cast<int>(values.integer("mover")), m = static_cast<int>(values.integer("opponent"));
  const WideRules rules(std::max(n, m), control.threads);
  const wide::Layout layout(rules.rules, n, m);
  ExactLengths lengths(rules, layout, control.threads);
  Findings found;
  found.complete = lengths.find(control);
  using Kind = Findings::Column::Kind;
  Findings::DataTable table{.name = "lengths",
                            .help = "throws until the game is over, under best play of both sides for single wins",
                            .columns = {{"mover", Kind::integer, "checkers of the mover"},
                                        {"opponent", Kind::integer, "checkers of the opponent"},
                                        {"positions", Kind::integer},
                                        {"mean", Kind::real, "mean over all positions", 4},
                                        {"longest", Kind::real, "longest expected game, from the position in the last column", 4},
                                        {"position", Kind::text, "mover/opponent, each in its own numbering"}}};
  for (const TierLengths& t : lengths.tiers())
    table.rows.push_back({t.n, t.m, t.positions, t.mean, t.longest,
                          text_of_side(rules.sides[static_cast<std::size_t>(t.n)].side(t.where.a)) + "/" +
                              text_of_side(rules.sides[static_cast<std::size_t>(t.m)].side(t.where.b))});
  found.add(std::move(table));
  return found;
}

}  // namespace

Study lengths_study() {
  return {.id = "lengths",
          .help = "Expected length of endings under best play, and the longest",
          .examples = {"banmen backgammon lengths", "banmen backgammon lengths --mover 3 --opponent 3"},
          .parameters = {Parameter::integer("mover", 2, 1, 3, "Checkers of the mover on the board"),
                         Parameter::integer("opponent", 2, 1, 3, "Checkers of the opponent on the board")},
          .run = run_lengths,
          .takes = Study::Takes::seconds,
          .threads = true};
}

}  // namespace banmen::backgammon
