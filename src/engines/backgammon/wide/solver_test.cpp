#include "solve/wide/solver.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <set>

#include "core/little_endian.hpp"
#include "core/random.hpp"
#include "engines/backgammon/endgames/endgames.hpp"
#include "engines/backgammon/wide/queries.hpp"
#include "engines/backgammon/wide/rules.hpp"
#include "games/backgammon/backgammon.hpp"
#include "host/threads.hpp"
#include "solve/wide/cpu.hpp"
#include "solve/wide/device.hpp"

namespace banmen::backgammon {
namespace {

template <class T>
std::vector<T> taken(const std::string& bytes, std::size_t& at, std::uint64_t count) {
  if (bytes.size() - at < count * sizeof(T))
    throw wide::Trouble("the sample ends after " + std::to_string(bytes.size()) + " bytes, before all positions that it announces");
  std::vector<T> out(count);
  for (T& number : out) {
    number = static_cast<T>(little_endian(bytes.data() + at, sizeof(T)));
    at += sizeof(T);
  }
  return out;
}

/// Reads a sample; throws wide::Trouble if it is invalid or truncated.
std::vector<SampledTier> read_sample(const std::string& bytes) {
  if (bytes.rfind(sample_first_line, 0) != 0)
    throw wide::Trouble("no sample of a table: its first line is not 'banmen wide sample 1'");
  std::size_t at = std::string(sample_first_line).size();
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

/// Values and proofs up to n against m.
std::vector<wide::GroupReport> solve_all(wide::Backend& backend, const wide::Layout& layout) {
  std::vector<wide::GroupReport> reports;
  for (const auto& [n, m] : layout.groups()) {
    wide::GroupReport& report = reports.emplace_back();
    report.n = n;
    report.m = m;
    backend.begin(n, m);
    EXPECT_TRUE(wide::find_values(backend, report, {}));
    EXPECT_TRUE(wide::prove_values(backend, report, {}));
  }
  return reports;
}

struct Tables {
  std::vector<wide::Word> values;
  std::vector<std::uint8_t> radii;
  bool operator==(const Tables&) const = default;
};
Tables tables_of(wide::Backend& backend, const wide::Layout& layout) {
  Tables out{std::vector<wide::Word>(layout.all()), std::vector<std::uint8_t>(layout.all())};
  backend.read(0, layout.all(), out.values.data(), out.radii.data());
  return out;
}

TEST(WideNumbers, RoundAsDocumented) {
  for (std::int64_t sum = -200; sum <= 200; ++sum) {
    const double exact = -static_cast<double>(sum) / 36;
    EXPECT_EQ(wide::rounded_down(sum, 36), static_cast<wide::Word>(std::floor(exact)));
    EXPECT_EQ(wide::rounded_up(sum, 36), static_cast<wide::Word>(std::ceil(exact)));
    EXPECT_EQ(wide::nearest(sum, 36), static_cast<wide::Word>(std::floor(exact + 0.5))) << sum;
  }
  EXPECT_EQ(wide::nearest(-36 * std::int64_t{wide::one}, 36), wide::one);
}

TEST(WidePace, PushesOnceASeriesIsKnown) {
  wide::Pace pace;
  std::vector<int> factors;
  std::uint64_t change = 1 << 30;
  for (int sweep = 0; sweep < 8; ++sweep, change = change * 3 / 4) factors.push_back(pace.after(change));
  // The rest of 1 + 3/4 + 9/16 … after its first term is three times that term; then the ratio must settle again.
  EXPECT_EQ(factors[0], 0);
  EXPECT_EQ(factors[1], 0);
  EXPECT_NEAR(factors[2], 3 * 256, 8);
  EXPECT_EQ(factors[3], 0);
  EXPECT_EQ(factors[4], 0);
  EXPECT_NEAR(factors[5], 3 * 256, 8);
  wide::Pace unsteady;
  for (int sweep = 0; sweep < 8; ++sweep) EXPECT_EQ(unsteady.after(sweep % 2 == 0 ? 1000 : 600), 0);
  // Encoding and decoding: exact to the unit at small scale.
  for (const int step : {-1000, -3, 0, 7, 1000}) {
    EXPECT_EQ(wide::pushed(5, wide::noted(step, 1000), 1000, 256), 5 + step);
    EXPECT_EQ(wide::pushed(5, wide::noted(step, 1000), 1000, 512), 5 + 2 * step);
  }
  EXPECT_EQ(wide::pushed(wide::one - 1, wide::noted(1000, 1000), 1000, 256), wide::one);
}

TEST(WideSolver, PushingOnTakesFewerSweepsToTheSameValues) {
  const WideRules rules(2, 1);
  const wide::Layout layout(rules.rules, 2, 1);
  wide::Cpu pushed(rules.rules, layout, true, 1), plain(rules.rules, layout, true, 1);
  wide::SweepOptions without;
  without.push = false;
  for (const auto& [n, m] : layout.groups()) {
    wide::GroupReport quick, slow;
    pushed.begin(n, m);
    plain.begin(n, m);
    ASSERT_TRUE(wide::find_values(pushed, quick, {}) && wide::prove_values(pushed, quick, {}));
    ASSERT_TRUE(wide::find_values(plain, slow, without) && wide::prove_values(plain, slow, without));
    if (n > 1) {
      EXPECT_LT(3 * quick.value_sweeps, 2 * slow.value_sweeps);
    }
  }
  const Tables a = tables_of(pushed, layout), b = tables_of(plain, layout);
  for (std::uint64_t at = 0; at < layout.all(); ++at)
    ASSERT_LE(std::abs(a.values[at] - b.values[at]), a.radii[at] + b.radii[at]) << at;
}

TEST(WideSolver, FindsTheGreatestGainFromAHit) {
  const WideRules rules(2, 1);
  const wide::Layout layout(rules.rules, 2, 1);
  wide::Cpu cpu(rules.rules, layout, true, 2);
  solve_all(cpu, layout);
  const Tables tables = tables_of(cpu, layout);
  const Sides &mine = rules.sides[2], &theirs = rules.sides[1];
  std::int64_t most = 0;
  for (std::uint32_t a = 0; a < mine.size(); ++a)
    for (std::uint32_t b = 0; b < theirs.size(); ++b)
      for (int roll = 0; roll < throw_count && (mine.points(a) & theirs.facing(b)) == 0; ++roll) {
        std::int64_t best[2] = {INT64_MAX, INT64_MAX};  // without and with a hit
        int level = -1;
        for (const wide::ListedPlay& play : listed_plays(rules.sides, 2, a, roll)) {  // one checker blocks nobody
          if (level >= 0 && play.level != level) break;
          level = play.level;
          const std::uint32_t hit = play.landing & theirs.facing_blots(b);
          const std::uint64_t at =
              layout.begin(1, play.left) + std::uint64_t{play.result} * layout.size(1) + theirs.hit_all(b, hit);
          best[hit != 0] = std::min<std::int64_t>(best[hit != 0], tables.values[at]);
        }
        if (best[0] != INT64_MAX && best[1] != INT64_MAX) most = std::max(most, best[0] - best[1]);
      }
  cpu.begin(2, 1);
  EXPECT_EQ(cpu.greatest_gain(2, 1).amount, static_cast<std::uint64_t>(most / 2 * 2));
  EXPECT_GT(most, wide::one);
}

// The intervals contain the true values: those of the solver in doubles are off by less than 2·10⁻¹²
// (docs/games/backgammon/findings.md).
TEST(WideSolver, IntervalsHoldTheValuesOfTheSolverInDoubles) {
  const int most = std::getenv("BANMEN_LONG") != nullptr ? 3 : 2;  // 3 v 3 takes minutes
  const WideRules rules(most, 1);
  const wide::Layout layout(rules.rules, most, most);
  wide::Cpu cpu(rules.rules, layout, true, machine_threads());
  for (const wide::GroupReport& report : solve_all(cpu, layout)) {
    EXPECT_TRUE(report.proved);
    EXPECT_EQ(report.endless, 0u);
    EXPECT_LE(report.radius, most == 2 ? 19u : 32u);
  }
  Endgames endgames(Stakes{});
  EndgameOptions options;
  options.threads = machine_threads();
  ASSERT_TRUE(endgames.solve(most, most, options));
  const Tables tables = tables_of(cpu, layout);
  for (int n = 1; n <= most; ++n)
    for (int m = 1; m <= most; ++m)
      for (std::uint32_t a = 0; a < layout.size(n); ++a)
        for (std::uint32_t b = 0; b < layout.size(m); ++b) {
          if (!endgames.possible(n, a, m, b)) continue;
          const std::uint64_t at = layout.at(n, a, m, b);
          ASSERT_NEAR(endgames.value(0, n, a, m, b) * wide::one, tables.values[at], tables.radii[at] + 0.01)
              << n << ' ' << a << ' ' << m << ' ' << b;
        }
}

// Neither the number of threads nor 64 opponents at a time changes the result.
TEST(WideSolver, TableIsIndependentOfThreads) {
  const WideRules rules(2, 2);
  const wide::Layout layout(rules.rules, 2, 1);
  wide::Cpu one(rules.rules, layout, true, 1), two(rules.rules, layout, true, 3);
  solve_all(one, layout);
  solve_all(two, layout);
  EXPECT_EQ(tables_of(one, layout), tables_of(two, layout));
  EXPECT_EQ(one.checksum(2, 1), two.checksum(2, 1));
  one.begin(2, 1);
  const wide::View& view = one.view(2, 1);
  const wide::Runs runs(rules.rules.parts[1]);
  std::int64_t low[64], high[64];
  for (std::uint32_t a = 0; a < view.movers; ++a)
    for (const wide::Run& run : runs.runs) {
      const std::uint64_t mask = wide::compatible(run, view.held[a]);
      wide::weigh<true>(view, a, run, mask, low, high);
      for (std::uint32_t k = 0; k < run.size; ++k) {
        if ((mask >> k & 1) == 0) continue;
        const auto looked = wide::looked_at<true, wide::RadiusLook>(view, a, run.begin + k);
        ASSERT_EQ(looked.low, low[k]);
        ASSERT_EQ(looked.high, high[k]);
      }
    }
}

// A wrong value keeps the closing sweep from closing within the earlier radii.
TEST(WideSolver, AWrongValueIsDetected) {
  const WideRules rules(1, 1);
  const wide::Layout layout(rules.rules, 1, 1);
  wide::Cpu cpu(rules.rules, layout, true, 1);
  solve_all(cpu, layout);
  EXPECT_EQ(cpu.sweep(wide::Look::radius, 0).changed, 0u);
  wide::Word value = 0;
  const std::uint64_t at = layout.at(1, 10, 1, 5);
  cpu.read(at, 1, &value, nullptr);
  value += 100;
  cpu.write(at, 1, &value, nullptr);
  EXPECT_GT(cpu.sweep(wide::Look::radius, 0).changed, 0u);
}

// The lists against the game's own moves, at random positions of 4 v 4 and 5 v 5.
TEST(WideSolver, ListsEqualMovesAndPlay) {
  std::vector<Sides> sides;
  for (int k = 0; k <= 5; ++k) sides.emplace_back(k);
  for (const int n : {4, 5}) {
    Backgammon g;
    g.checkers = static_cast<std::uint8_t>(n);
    const Sides& those = sides[static_cast<std::size_t>(n)];
    std::vector<Backgammon::Move> storage(g.move_capacity());
    int looked = 0;
    for (std::uint64_t round = 0; looked < 60; ++round) {
      Random random(31, round);
      const std::uint32_t a = random.below(those.size()), b = random.below(those.size());
      if ((those.points(a) & those.facing(b)) != 0) continue;
      ++looked;
      Backgammon::Position seated{};
      seated.phase = Backgammon::Phase::roll;
      seated.owner = Backgammon::centred;
      std::copy_n(those.side(a), backgammon::slots, seated.checkers[0]);
      std::copy_n(those.side(b), backgammon::slots, seated.checkers[1]);
      const auto p = g.settled(seated).value();
      for (int roll = 0; roll < throw_count; ++roll) {
        using Sitting = std::pair<std::vector<std::uint8_t>, std::vector<std::uint8_t>>;
        std::set<Sitting> slow, fast;
        const auto standing = [](const std::uint8_t* side) { return std::vector<std::uint8_t>(side + 1, side + slots); };
        auto thrown = p;
        thrown.phase = Backgammon::Phase::play;
        thrown.dice[0] = throw_of(roll).large;
        thrown.dice[1] = throw_of(roll).small;
        MoveList<Backgammon::Move> list(storage.data(), g.move_capacity());
        g.moves(thrown, list);
        for (const auto& move : list) {
          auto next = thrown;
          g.play(next, move);
          slow.insert({standing(next.checkers[0]), standing(next.checkers[1])});
        }
        const PointSet exposed = those.facing_blots(b), blocked = those.facing(b) & ~exposed;
        int level = -1;
        for (const wide::ListedPlay& play : listed_plays(sides, n, a, roll)) {
          if (level >= 0 && play.level != level) break;
          if ((play.landing & blocked) != 0) continue;
          level = play.level;
          std::uint8_t gone[slots] = {};
          const std::uint8_t* mine = play.left == 0 ? gone : sides[play.left].side(play.result);
          fast.insert({standing(mine), standing(those.side(those.hit_all(b, play.landing & exposed)))});
        }
        ASSERT_EQ(slow, fast) << g.text(thrown);
      }
    }
  }
}

// Games played by the table match its values.
TEST(WideSolver, RolloutsAgree) {
  const WideRules rules(1, 1);
  const wide::Layout layout(rules.rules, 1, 1);
  wide::Cpu cpu(rules.rules, layout, true, 1);
  solve_all(cpu, layout);
  const wide::Pair pair = pair_at(rules, 1, 1, 110);
  wide::Word value = 0;
  cpu.look_up(1, 1, {&pair, 1}, &value, nullptr);
  const wide::RolledOut out = cpu.roll_out(1, 1, pair, 20'000, 7);
  const double mean = static_cast<double>(out.sum) / static_cast<double>(out.games);
  EXPECT_NEAR(mean, value, 4.0 * wide::one / std::sqrt(20000.0));
}

TEST(WideSample, RoundTripsThroughAFile) {
  const WideRules rules(2, 1);
  const wide::Layout layout(rules.rules, 2, 1);
  wide::Cpu cpu(rules.rules, layout, true, 1);
  solve_all(cpu, layout);
  const std::vector<SampledTier> tiers{take_sample(cpu, rules, 2, 1, 500, 1), take_sample(cpu, rules, 1, 2, 500, 1)};
  const std::string bytes = sample_bytes(tiers);
  const auto read = read_sample(bytes);
  ASSERT_EQ(read.size(), 2u);
  EXPECT_EQ(read[1].values, tiers[1].values);
  EXPECT_EQ(read[1].radii, tiers[1].radii);
  EXPECT_EQ(read[1].plays, tiers[1].plays);
  EXPECT_EQ(read[0].positions, count_positions(2, 1));
  for (const std::string& bad : {std::string("something else\n"), bytes.substr(0, 40), bytes.substr(0, bytes.size() - 1)})
    EXPECT_THROW(read_sample(bad), wide::Trouble);
}

// The sub-sample of all tiers up to 5 v 5 computed on a GPU: its first four tiers are complete, and the CPU computes the same
// values.
TEST(WideSample, StoredSampleMatches) {
  std::ifstream in(BANMEN_SOURCE_DIR "/docs/results/wide/sample.bin", std::ios::binary);
  ASSERT_TRUE(in.good());
  const auto kept = read_sample(std::string(std::istreambuf_iterator<char>(in), {}));
  ASSERT_EQ(kept.size(), 25u);
  EXPECT_EQ(kept.back().n, 5);
  EXPECT_EQ(kept.back().positions, count_positions(5, 5));
  for (const SampledTier& tier : kept)
    for (std::size_t k = 0; k < tier.values.size(); ++k) ASSERT_LE(tier.radii[k], 53);
  const WideRules rules(2, 1);
  const wide::Layout layout(rules.rules, 2, 2);
  wide::Cpu cpu(rules.rules, layout, true, 1);
  solve_all(cpu, layout);
  for (std::size_t t = 0; t < 4; ++t) {
    cpu.begin(std::max(kept[t].n, kept[t].m), std::min(kept[t].n, kept[t].m));
    const SampledTier here = take_sample(cpu, rules, kept[t].n, kept[t].m, 100'000, 1);
    ASSERT_EQ(here.values.size(), kept[t].values.size());
    for (std::size_t k = 0; k < here.values.size(); ++k)
      ASSERT_LE(std::abs(here.values[k] - kept[t].values[k]), here.radii[k] + kept[t].radii[k]) << t << ' ' << k;
  }
}

// A device, if present, computes the same table.
TEST(WideDevice, EqualsTheProcessor) {
  std::string why;
  const auto library = wide::DeviceLibrary::load("cuda", why);
  if (!library || library->devices().empty()) GTEST_SKIP() << "no device here: " << (library ? "the library finds none" : why);
  const WideRules rules(2, 1);
  const wide::Layout layout(rules.rules, 2, 2);
  wide::Cpu cpu(rules.rules, layout, true, 1);
  const auto device = wide::DeviceLibrary::open(library, 0, rules.rules, 2, 2, true);
  solve_all(cpu, layout);
  solve_all(*device, layout);
  EXPECT_EQ(tables_of(cpu, layout), tables_of(*device, layout));
  EXPECT_THROW(static_cast<void>(wide::DeviceLibrary::open(library, 99, rules.rules, 2, 2, true)), wide::Trouble);
}

#if defined(BANMEN_WIDE_STAND_IN)
// The device driver against a CPU stand-in: it loads, computes the same table, and reports errors.
TEST(WideDevice, AStandInIsLoadedAndDriven) {
  std::string why;
  setenv("BANMEN_STANDIN", "/nowhere/there.so", 1);
  EXPECT_EQ(wide::DeviceLibrary::load("standin", why), nullptr);
  EXPECT_NE(why.find("/nowhere/there.so"), std::string::npos) << why;
  setenv("BANMEN_STANDIN", BANMEN_WIDE_STAND_IN, 1);
  const auto library = wide::DeviceLibrary::load("standin", why);
  ASSERT_NE(library, nullptr) << why;
  ASSERT_EQ(library->devices().size(), 1u);
  const WideRules rules(3, 1);
  const wide::Layout layout(rules.rules, 1, 1);
  wide::Cpu cpu(rules.rules, layout, true, 1);
  const auto device = wide::DeviceLibrary::open(library, 0, rules.rules, 1, 1, true);
  solve_all(cpu, layout);
  solve_all(*device, layout);
  EXPECT_EQ(tables_of(cpu, layout), tables_of(*device, layout));
  EXPECT_EQ(cpu.checksum(1, 1), device->checksum(1, 1));
  const wide::Pair pair = pair_at(rules, 1, 1, 110);
  EXPECT_EQ(cpu.roll_out(1, 1, pair, 1000, 7).sum, device->roll_out(1, 1, pair, 1000, 7).sum);
  EXPECT_THROW(static_cast<void>(wide::DeviceLibrary::open(library, 1, rules.rules, 1, 1, true)), wide::Trouble);
  try {
    static_cast<void>(wide::DeviceLibrary::open(library, 0, rules.rules, 3, 3, true));
    FAIL() << "3 v 3 don't fit into 64 MiB";
  } catch (const wide::Trouble& trouble) {
    EXPECT_NE(std::string(trouble.what()).find("64 MiB are free"), std::string::npos) << trouble.what();
  }
}
#endif

}  // namespace
}  // namespace banmen::backgammon
