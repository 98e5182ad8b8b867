#include "research/backgammon/paper.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>

#include "core/random.hpp"
#include "engines/backgammon/endgames/endgames.hpp"
#include "engines/backgammon/wide/queries.hpp"
#include "host/threads.hpp"
#include "research/studies.hpp"

namespace banmen::backgammon {

BackwardInduction::BackwardInduction(const WideRules& rules) : rules_(rules) {
  const std::size_t parts = rules.rules.parts.size();
  turns_.resize(parts);
  bits_.resize(parts * parts);
  turns_[0].push_back({0, 0});
  for (std::size_t n = 1; n < parts; ++n) {
    const wide::Part& part = rules.rules.parts[n];
    // Configurations ascend by pips, so results come before their origin. With a checker on the bar the numbers are never used.
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

bool BackwardInduction::race(int n, std::uint32_t a, int m, std::uint32_t b) const {
  return rules_.sides[static_cast<std::size_t>(n)].top(a) + rules_.sides[static_cast<std::size_t>(m)].top(b) < bar;
}

BackwardInduction::Bits BackwardInduction::of_race(int n, std::uint32_t a, int m, std::uint32_t b) const {
  const Turns &mine = turns_[static_cast<std::size_t>(n)][a], &theirs = turns_[static_cast<std::size_t>(m)][b];
  Bits bits = known;
  if (mine.worst <= theirs.best) bits |= won;
  if (theirs.worst < mine.best) bits |= lost;
  return bits;
}

/// result(m, b, left, a) gives the bits of the position after a play. `first` is the roll to try first; set to the unknown roll.
template <class Result>
BackwardInduction::Bits BackwardInduction::judged_by(int n, std::uint32_t a, int m, std::uint32_t b, int& first,
                                                     Result result) const {
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

BackwardInduction::Bits BackwardInduction::within(int n, std::uint32_t a, int m, std::uint32_t b, int turns) const {
  if (swept(n, m)) return bits_at(n, a, m, b);
  if (turns == 0) return 0;
  int first = 0;
  return judged_by(n, a, m, b, first,
                   [&](int x, std::uint32_t c, int y, std::uint32_t d) { return within(x, c, y, d, turns - 1); });
}

std::uint64_t BackwardInduction::sweep(int n, int m) {
  std::uint64_t found = 0;
  int first = 0;
  for (const wide::Shell& shell : wide::shells_of(rules_.rules, n, m, 1u << 30))
    for (const wide::Tile& tile : shell.tiles) {
      const int x = tile.tier == 0 ? n : m, y = tile.tier == 0 ? m : n;
      const Sides &mine = rules_.sides[static_cast<std::size_t>(x)], &theirs = rules_.sides[static_cast<std::size_t>(y)];
      std::vector<Bits>& bits = bits_[tier_at(x, y)];
      for (std::uint32_t b = tile.b; b < tile.b + tile.others; ++b)
        for (std::uint32_t a = tile.a; a < tile.a + tile.movers; ++a) {
          Bits& here = bits[std::size_t{b} * mine.size() + a];
          if (here != 0 || (mine.points(a) & theirs.facing(b)) != 0 || race(x, a, y, b)) continue;
          here = judged_by(x, a, y, b, first, [&](int i, std::uint32_t c, int j, std::uint32_t d) { return bits_at(i, c, j, d); });
          found += here != 0;
        }
    }
  return found;
}

bool BackwardInduction::find(int n, int m, const Control& control) {
  const wide::Layout layout(rules_.rules, n, m);
  for (const auto& [x, y] : layout.groups()) {
    for (const auto& [i, j] : {std::pair(x, y), std::pair(y, x)}) bits_[tier_at(i, j)].assign(layout.cells(i, j), 0);
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
      const auto& bits = bits_[tier_at(tier.n, tier.m)];
      tier.known = tier.races + static_cast<std::uint64_t>(bits.size()) -
                   static_cast<std::uint64_t>(std::count(bits.begin(), bits.end(), Bits{0}));
    }
  }
  large_ = std::max(n, m);
  small_ = std::min(n, m);
  return true;
}

namespace {

/// Values on (14, 14) as plain numbers, for speed.
struct OneEach {
  const Sides& sides;
  std::vector<double> values;

  double& at(std::uint32_t a, std::uint32_t b) { return values[std::size_t{a} * sides.size() + b]; }
  double at(std::uint32_t a, std::uint32_t b) const { return values[std::size_t{a} * sides.size() + b]; }
  bool possible(std::uint32_t a, std::uint32_t b) const { return (sides.points(a) & sides.facing(b)) == 0; }

  struct Best {
    double value = -2;
    bool won = false;
    std::uint32_t a = 0, b = 0;  // of the next mover and the opponent
  };
  Best best(std::uint32_t a, std::uint32_t b, int roll) const {
    Best best;
    for_results(sides, a, sides, b, roll, [&](int left, std::uint32_t result, std::uint32_t after) {
      const double value = left == 0 ? 1 : -at(after, result);
      if (value > best.value) best = {value, left == 0, after, result};
    });
    return best;
  }
  double bellman(std::uint32_t a, std::uint32_t b) const {
    double sum = 0;
    for (int roll = 0; roll < throw_count; ++roll) sum += throw_of(roll).weight * best(a, b, roll).value;
    return sum / 36;
  }
};

int random_throw(Random& random) {
  const int x = 1 + static_cast<int>(random.below(6)), y = 1 + static_cast<int>(random.below(6));
  const int large = std::max(x, y), small = std::min(x, y);
  return large * (large - 1) / 2 + small - 1;
}

}  // namespace

OneEachValues values_by_induction(const Sides& sides) {
  OneEachValues values(std::size_t{sides.size()} * sides.size());
  const auto at = [&](std::uint32_t a, std::uint32_t b) -> std::optional<double>& {
    return values[std::size_t{a} * sides.size() + b];
  };
  const auto value_of = [&](std::uint32_t a, std::uint32_t b) -> std::optional<double> {
    double sum = 0;
    for (int roll = 0; roll < throw_count; ++roll) {
      double best = -2;
      bool unknown = false;
      for_results(sides, a, sides, b, roll, [&](int left, std::uint32_t result, std::uint32_t after) {
        if (left == 0)
          best = 1;
        else if (const auto& value = at(after, result))
          best = std::max(best, -*value);
        else
          unknown = true;
      });
      if (unknown && best < 1) return std::nullopt;
      sum += throw_of(roll).weight * best;
    }
    return sum / 36;
  };
  for (bool found = true; found;) {
    found = false;
    for (std::uint32_t a = 0; a < sides.size(); ++a)
      for (std::uint32_t b = 0; b < sides.size(); ++b) {
        if ((sides.points(a) & sides.facing(b)) != 0 || at(a, b)) continue;
        at(a, b) = value_of(a, b);
        found = found || at(a, b);
      }
  }
  return values;
}

std::vector<MonteCarloPoint> monte_carlo(std::uint64_t iterations, bool only_unknown, const Control& control) {
  Endgames exact{Stakes{}};
  if (!exact.solve(1, 1, EndgameOptions::from(control))) return {};
  const Sides& sides = exact.sides(1);
  const OneEachValues start = values_by_induction(sides);
  const std::uint32_t size = sides.size();
  OneEach set{sides, std::vector<double>(start.size())};
  std::vector<std::pair<std::uint32_t, std::uint32_t>> positions;
  for (std::uint32_t a = 0; a < size; ++a)
    for (std::uint32_t b = 0; b < size; ++b)
      if (set.possible(a, b)) {
        set.at(a, b) = start[std::size_t{a} * size + b].value_or(0);
        positions.emplace_back(a, b);
      }
  std::vector<std::int64_t> returns(start.size());
  std::vector<MonteCarloPoint> points;
  std::uint64_t next_point = 1;
  for (std::uint64_t i = 1; i <= iterations && !control.stop.stop_requested(); ++i) {
    if (control.progress && i % 64 == 0) control.progress(i, iterations, "iterations");
    for (std::size_t k = 0; k < positions.size(); ++k) {
      auto [a, b] = positions[k];
      const std::size_t at = std::size_t{a} * size + b;
      if (only_unknown && start[at]) continue;
      Random random(control.seed, (i - 1) * positions.size() + k);
      int sign = 1;
      for (;; sign = -sign) {
        const OneEach::Best play = set.best(a, b, random_throw(random));
        if (play.won) break;
        a = play.a;
        b = play.b;
      }
      returns[at] += sign;
      set.values[at] = static_cast<double>(returns[at]) / static_cast<double>(i);
    }
    if (i != next_point && i != iterations) continue;
    // 1, 2, 5, 10, …: evenly spaced on the logarithmic axis of the figure.
    if (i == next_point) {
      std::uint64_t lead = next_point;
      while (lead >= 10) lead /= 10;
      next_point = lead == 2 ? next_point / 2 * 5 : next_point * 2;
    }
    MonteCarloPoint point{i, 0, 0};
    for (const auto& [x, y] : positions) {
      point.bellman_error = std::max(point.bellman_error, std::fabs(set.at(x, y) - set.bellman(x, y)));
      point.distance = std::max(point.distance, std::fabs(set.at(x, y) - exact.value(0, 1, x, 1, y)));
    }
    points.push_back(point);
  }
  return points;
}

namespace {

using Kind = Findings::Column::Kind;

Result<Findings> run_induction(const Values& values, const Control& control) {
  const int n = 15 - static_cast<int>(values.integer("white")), m = 15 - static_cast<int>(values.integer("black"));
  const WideRules rules(std::max(n, m), control.threads);
  BackwardInduction induction(rules);
  if (!induction.find(std::max(n, m), std::min(n, m), control)) return fail(ErrorKind::stopped, "stopped before the end");
  const KnownTier& tier = induction.tier(n, m);
  Findings found;
  found.add("positions", tier.positions);
  found.add("valued", tier.known);
  found.add("races", tier.races);
  found.add("races valued", tier.races);
  return found;
}

/// Slope over the last decade of the log-log plot; sampling gives -0.5.
void add_slope(Findings& found, const std::vector<MonteCarloPoint>& points) {
  const MonteCarloPoint& last = points.back();
  for (const MonteCarloPoint& p : points) {
    if (p.iterations * 10 < last.iterations || p.iterations == last.iterations) continue;
    found.add("slope",
              std::log(last.bellman_error / p.bellman_error) /
                  std::log(static_cast<double>(last.iterations) / static_cast<double>(p.iterations)),
              fmt::format("from {} to {} iterations", p.iterations, last.iterations));
    return;
  }
}

Result<Findings> run_montecarlo(const Values& values, const Control& control) {
  const auto iterations = static_cast<std::uint64_t>(values.integer("iterations"));
  const auto points = monte_carlo(iterations, values.flag("only_unknown"), control);
  if (points.empty()) return fail(ErrorKind::stopped, "stopped before the first iteration was done");
  Findings found;
  found.complete = points.back().iterations == iterations;
  for (const auto& p : points) found.add(fmt::format("largest Bellman error[{}]", p.iterations), p.bellman_error);
  for (const auto& p : points) found.add(fmt::format("largest distance from the exact value[{}]", p.iterations), p.distance);
  add_slope(found, points);
  return found;
}

Result<Findings> run_paper(const Values& values, const Control& control) {
  const WideRules rules(2, control.threads);
  BackwardInduction induction(rules);
  if (!induction.find(2, 1, control)) return fail(ErrorKind::stopped, "stopped before the end");
  const auto row_of = [&](int n, int m, int printed) -> std::vector<Datum> {
    const KnownTier& t = induction.tier(n, m);
    return {std::vector<int>{15 - m, 15 - n}, t.positions, t.known, printed, t.races, t.races};
  };
  Findings found;
  found.add(Findings::DataTable{.name = "table1",
                                .help = "table 1: positions valued by backward induction",
                                .columns = {{"borne_off", Kind::list, "black and white checkers borne off"},
                                            {"positions", Kind::integer},
                                            {"known", Kind::integer, "positions valued here"},
                                            {"printed", Kind::integer, "positions valued in the paper"},
                                            {"races", Kind::integer, "positions without contact"},
                                            {"races_known", Kind::integer}},
                                .rows = {row_of(1, 1, 282), row_of(1, 2, 2458), row_of(2, 1, 2302)}});
  Findings::DataTable figure{.name = "figure6",
                             .help = "figure 6: Monte Carlo on (14, 14)",
                             .columns = {{"iterations", Kind::integer},
                                         {"bellman_error", Kind::real, "the largest", 6},
                                         {"distance_from_exact", Kind::real, "the largest", 6}}};
  const auto iterations = static_cast<std::uint64_t>(values.integer("iterations"));
  const bool only_unknown = values.flag("only_unknown");
  if (only_unknown) figure.help += ", unknown positions only";
  const auto points = monte_carlo(iterations, only_unknown, control);
  for (const MonteCarloPoint& p : points) figure.rows.push_back({p.iterations, p.bellman_error, p.distance});
  found.complete = !points.empty() && points.back().iterations == iterations;
  found.add(std::move(figure));
  return found;
}

/// Number of known positions among `count` uniformly random ones with contact, searched to a depth of `turns`.
std::uint64_t known_of_sample(const BackwardInduction& induction, const WideRules& rules, int n, int m, std::uint64_t count,
                              int turns, const Control& control) {
  const std::uint64_t contacts = count_positions(n, m, Meeting::contact);
  std::atomic<std::uint64_t> known{0};
  run_chunks(control, count, 256, "positions", [&] {
    return [&](std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t k = begin; k < end; ++k) {
        const std::uint64_t word = wide::stirred(k + static_cast<std::uint64_t>(100 * n + m) * 0x100000000);
        const wide::Pair pair = pair_at(rules, n, m, place_of_word(word, contacts));
        if (induction.within(n, pair.a, m, pair.b, turns) != 0) ++known;
      }
    };
  });
  return known;
}

Result<Findings> run_known(const Values& values, const Control& control) {
  const auto most = static_cast<int>(values.integer("most")), turns = static_cast<int>(values.integer("turns"));
  const auto sample = static_cast<std::uint64_t>(values.integer("sample"));
  const WideRules rules(most + (sample > 0 ? 1 : 0), control.threads);
  BackwardInduction induction(rules);
  Findings found;
  found.complete = induction.find(most, most, control);
  Findings::DataTable table{
      .name = "known",
      .help = "positions that backward induction values",
      .columns = {{"mover", Kind::integer, "checkers of the mover"},
                  {"opponent", Kind::integer, "checkers of the opponent"},
                  {"positions", Kind::integer},
                  {"races", Kind::integer, "positions without contact, all of them valued"},
                  {"contact_valued", Kind::integer, "valued positions with contact; empty if only a sample was examined"},
                  {"share", Kind::real, "share of all positions; a lower bound if only a sample was examined", 6},
                  {"contact_share", Kind::real, "share of the positions with contact", 7},
                  {.name = "contact_error", .kind = Kind::real, .help = "standard error", .digits = 7, .title = "±"},
                  {"sampled", Kind::integer, "positions with contact in the sample; empty if all were examined"}}};
  const auto share = [](std::uint64_t part, std::uint64_t whole) {
    return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
  };
  for (const KnownTier& t : induction.tiers())
    table.rows.push_back({t.n, t.m, t.positions, t.races, t.known - t.races, share(t.known, t.positions),
                          share(t.known - t.races, t.positions - t.races), Datum(), Datum()});
  for (const auto& [n, m] : {std::pair(most + 1, most), std::pair(most, most + 1), std::pair(most + 1, most + 1)}) {
    if (sample == 0 || !found.complete) break;
    const std::uint64_t known = known_of_sample(induction, rules, n, m, sample, turns, control);
    if (control.stop.stop_requested()) {
      found.complete = false;
      break;
    }
    const std::uint64_t positions = count_positions(n, m), races = count_positions(n, m, Meeting::race);
    const double contact = share(known, sample);
    table.rows.push_back({n, m, positions, races, Datum(), share(races, positions) + contact * share(positions - races, positions),
                          contact, std::sqrt(contact * (1 - contact) / static_cast<double>(sample)), sample});
  }
  found.add(std::move(table));
  return found;
}

}  // namespace

Study paper_study() {
  return {.id = "paper",
          .help = "The paper's backward induction (table 1) and Monte Carlo (figure 6)",
          .examples = {"banmen backgammon paper --iterations 10000"},
          .parameters = {Parameter::integer("iterations", 1000, 1, 100'000'000, "Iterations of the Monte Carlo method"),
                         Parameter::flag("only_unknown", false, "Estimate only positions that backward induction can't value")},
          .run = run_paper,
          .takes = Study::Takes::seconds};
}

Study induction_study() {
  return {.id = "induction",
          .help = "Algorithm 1 of the backgammon paper: positions valued by backward induction",
          .examples = {"banmen backgammon induction", "banmen backgammon induction --black 13"},
          .parameters = {Parameter::integer("black", 14, 13, 14, "Black checkers borne off"),
                         Parameter::integer("white", 14, 13, 14, "White checkers borne off; white is to move")},
          .run = run_induction,
          .takes = Study::Takes::moments};
}

Study montecarlo_study() {
  return {.id = "montecarlo",
          .help = "Algorithm 2 of the backgammon paper: Monte Carlo with exploring starts, 14 checkers borne off each",
          .examples = {"banmen backgammon montecarlo --iterations 2000 --seed 1",
                       "banmen backgammon montecarlo --iterations 2000 --only-unknown"},
          .parameters = {Parameter::integer("iterations", 500, 1, 10'000'000, "Iterations, each with a game from every position"),
                         Parameter::integer("seed", 1, 0, 1'000'000'000, "Seed of the dice"),
                         Parameter::flag("only_unknown", false, "Estimate only positions that backward induction can't value")},
          .run = run_montecarlo,
          .takes = Study::Takes::seconds};
}

Study known_study() {
  return {.id = "known",
          .help = "Extend the paper's backward induction to more checkers and count the positions it values",
          .examples = {"banmen backgammon known", "banmen backgammon known --most 4 --sample 100000"},
          .parameters = {Parameter::integer("most", 3, 1, 4, "Maximum checkers of a side"),
                         Parameter::integer("sample", 0, 0, 10000000,
                                            "Positions to sample in each case where a side has --most + 1 checkers; 0: none"),
                         Parameter::integer("turns", 3, 1, 5, "Search depth in turns for the sample")},
          .run = run_known,
          .takes = Study::Takes::seconds,
          .threads = true};
}

}  // namespace banmen::backgammon
