#include "research/backgammon/wide_induction.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace banmen::backgammon {

WideInduction::WideInduction(const WideRules& rules) : rules_(rules) {
  const std::size_t parts = rules.rules.parts.size();
  turns_.resize(parts);
  bits_.resize(parts * parts);
  turns_[0].push_back({0, 0});
  for (std::size_t n = 1; n < parts; ++n) {
    const wide::Part& part = rules.rules.parts[n];
    // By pips, so what a play leads to comes before it. With a checker on the bar a side is in no race.
    for (std::uint32_t a = 0; a < part.size; ++a) {
      Turns turns{0, 255};
      for (std::size_t list = std::size_t{a} * throw_count; list < (std::size_t{a} + 1) * throw_count; ++list) {
        std::uint8_t least = 255;
        for (std::uint64_t at = part.first[list];
             at < part.first[list + 1] && part.plays[at].level == part.plays[part.first[list]].level; ++at) {
          const wide::ListedPlay& play = part.plays[at];
          const Turns& after = turns_[play.left][play.result];
          least = std::min(least, after.worst);
          turns.best = std::min(turns.best, after.best);
        }
        turns.worst = std::max(turns.worst, least);
      }
      ++turns.worst;
      ++turns.best;
      turns_[n].push_back(turns);
    }
  }
}

bool WideInduction::race(int n, std::uint32_t a, int m, std::uint32_t b) const {
  return rules_.sides[static_cast<std::size_t>(n)].top(a) + rules_.sides[static_cast<std::size_t>(m)].top(b) < bar;
}

WideInduction::Bits WideInduction::of_race(int n, std::uint32_t a, int m, std::uint32_t b) const {
  const Turns &mine = turns_[static_cast<std::size_t>(n)][a], &theirs = turns_[static_cast<std::size_t>(m)][b];
  Bits bits = known;
  if (mine.worst <= theirs.best) bits |= won;
  if (theirs.worst < mine.best) bits |= lost;
  return bits;
}

/// result(m, b, left, a): what is known of the position after a play, the other side to move. The roll `first` is looked at first,
/// and made the one that was not known.
template <class Result>
WideInduction::Bits WideInduction::judged_by(int n, std::uint32_t a, int m, std::uint32_t b, int& first, Result result) const {
  const wide::Part& mine = rules_.rules.parts[static_cast<std::size_t>(n)];
  const wide::Part& theirs = rules_.rules.parts[static_cast<std::size_t>(m)];
  const std::uint32_t blocked = theirs.blocked[b], exposed = theirs.exposed[b];
  bool wins = true, loses = true;
  for (int k = 0; k < throw_count; ++k) {
    const int roll = (first + k) % throw_count;
    const std::uint64_t* const list = &mine.first[std::size_t{a} * throw_count + static_cast<std::size_t>(roll)];
    bool some_won = false, all_known = true, all_lost = true;
    int level = -1;
    for (std::uint64_t at = list[0]; at < list[1] && !some_won; ++at) {
      const wide::ListedPlay& play = mine.plays[at];
      if (level >= 0 && play.level != level) break;
      if ((play.landing & blocked) != 0) continue;
      level = play.level;
      if (play.left == 0) {
        some_won = true;
        break;
      }
      std::uint32_t to = b;
      for (std::uint32_t met = play.landing & exposed; met != 0; met &= met - 1)
        to = theirs.struck[static_cast<std::size_t>(wide::lowest_place(met)) * theirs.size + to];
      const Bits bits = race(m, to, play.left, play.result) ? of_race(m, to, play.left, play.result)
                                                            : result(m, to, static_cast<int>(play.left), play.result);
      some_won = (bits & lost) != 0;
      all_known = all_known && (bits & known) != 0;
      all_lost = all_lost && (bits & won) != 0;
    }
    if (!some_won && !all_known) {
      first = roll;
      return 0;
    }
    wins = wins && some_won;
    loses = loses && !some_won && all_lost;
  }
  return static_cast<Bits>(known | (wins ? won : 0) | (loses ? lost : 0));
}

WideInduction::Bits WideInduction::within(int n, std::uint32_t a, int m, std::uint32_t b, int turns) const {
  if (swept(n, m))
    return bits_[static_cast<std::size_t>(n) * rules_.rules.parts.size() + static_cast<std::size_t>(m)]
                [std::size_t{b} * rules_.rules.parts[static_cast<std::size_t>(n)].size + a];
  if (turns == 0) return 0;
  int first = 0;
  return judged_by(n, a, m, b, first,
                   [&](int x, std::uint32_t c, int y, std::uint32_t d) { return within(x, c, y, d, turns - 1); });
}

std::uint64_t WideInduction::sweep(int n, int m) {
  std::uint64_t found = 0;
  const std::size_t parts = rules_.rules.parts.size();
  int first = 0;
  for (const wide::Shell& shell : wide::shells_of(rules_.rules, n, m, 1u << 30))
    for (const wide::Tile& tile : shell.tiles) {
      const int x = tile.tier == 0 ? n : m, y = tile.tier == 0 ? m : n;
      const Sides &mine = rules_.sides[static_cast<std::size_t>(x)], &theirs = rules_.sides[static_cast<std::size_t>(y)];
      std::vector<Bits>& bits = bits_[static_cast<std::size_t>(x) * parts + static_cast<std::size_t>(y)];
      for (std::uint32_t b = tile.b; b < tile.b + tile.others; ++b)
        for (std::uint32_t a = tile.a; a < tile.a + tile.movers; ++a) {
          Bits& here = bits[std::size_t{b} * mine.size() + a];
          if (here != 0 || (mine.points(a) & theirs.facing(b)) != 0 || race(x, a, y, b)) continue;
          here = judged_by(x, a, y, b, first, [&](int i, std::uint32_t c, int j, std::uint32_t d) {
            return bits_[static_cast<std::size_t>(i) * parts + static_cast<std::size_t>(j)]
                        [std::size_t{d} * rules_.rules.parts[static_cast<std::size_t>(i)].size + c];
          });
          found += here != 0;
        }
    }
  return found;
}

bool WideInduction::find(int n, int m, const Control& control) {
  const wide::Layout layout(rules_.rules, n, m);
  const std::size_t parts = rules_.rules.parts.size();
  for (const auto& [x, y] : layout.groups()) {
    for (const auto& [i, j] : {std::pair(x, y), std::pair(y, x)})
      bits_[static_cast<std::size_t>(i) * parts + static_cast<std::size_t>(j)].assign(layout.cells(i, j), 0);
    for (int sweeps = 0;; ++sweeps) {
      if (control.stop.stop_requested()) return false;
      if (control.progress) control.progress(static_cast<std::uint64_t>(sweeps), 0, fmt::format("sweeps over {} v {}", x, y));
      if (sweep(x, y) == 0) break;
    }
    for (int t = 0; t < (x == y ? 1 : 2); ++t) {
      KnownTier& tier = tiers_.emplace_back();
      tier.n = t == 0 ? x : y;
      tier.m = t == 0 ? y : x;
      tier.races = count_positions(tier.n, tier.m, Meeting::race);
      tier.positions = count_positions(tier.n, tier.m);
      const auto& bits = bits_[static_cast<std::size_t>(tier.n) * parts + static_cast<std::size_t>(tier.m)];
      tier.known = tier.races + static_cast<std::uint64_t>(bits.size()) -
                   static_cast<std::uint64_t>(std::count(bits.begin(), bits.end(), Bits{0}));
    }
  }
  large_ = std::max(n, m);
  small_ = std::min(n, m);
  return true;
}

}  // namespace banmen::backgammon
