#include "engines/backgammon/endgames/endgames.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <cstdlib>
#include <map>
#include <set>

#include "engines/backgammon/bearoff/bearoff.hpp"
#include "engines/backgammon/bearoff/hypergammon.hpp"
#include "games/backgammon/backgammon.hpp"

namespace banmen::backgammon {
namespace {

void put(const std::uint8_t* from, std::uint8_t* to) {
  int sum = 0;
  for (int slot = 1; slot <= bar; ++slot) sum += to[slot] = from[slot];
  to[off] = static_cast<std::uint8_t>(BackgammonRules::most_checkers - sum);
}

}  // namespace

// The factored play lists against the game's own moves.
TEST(BackgammonEndgames, FactoredPlaysEqualTheGame) {
  Endgames solver{Stakes{}};
  ASSERT_TRUE(solver.prepare(3));
  Backgammon g;
  std::vector<Backgammon::Move> storage(g.move_capacity());
  for (std::uint64_t round = 0; round < 20000; ++round) {
    Random random(9, round);
    const int n = 1 + static_cast<int>(random.below(3)), m = 1 + static_cast<int>(random.below(3)),
              roll = static_cast<int>(random.below(throw_count));
    const std::uint32_t a = random.below(solver.sides(n).size()), b = random.below(solver.sides(m).size());
    if ((solver.sides(n).points(a) & solver.sides(m).facing(b)) != 0) continue;
    Backgammon::Position p{};
    p.phase = Backgammon::Phase::play;
    p.owner = Backgammon::centred;
    p.dice[0] = throw_of(roll).large;
    p.dice[1] = throw_of(roll).small;
    put(solver.sides(n).side(a), p.checkers[0]);
    put(solver.sides(m).side(b), p.checkers[1]);
    std::set<std::pair<std::uint64_t, std::uint64_t>> game, factored;  // ranks of both sides, and the checkers left
    MoveList<Backgammon::Move> list(storage.data(), g.move_capacity());
    g.moves(p, list);
    auto key = [](int left, std::uint64_t rank) { return rank << 4 | static_cast<std::uint64_t>(left); };
    for (const auto& move : list) {
      Backgammon::Position next = p;
      g.play(next, move);
      game.emplace(key(15 - next.checkers[0][off], rank_side(next.checkers[0])), rank_side(next.checkers[1]));
    }
    for_results(solver.sides(n), a, solver.sides(m), b, roll, [&](int left, std::uint32_t result, std::uint32_t after) {
      factored.emplace(key(left, rank_side(solver.sides(left).side(result))), rank_side(solver.sides(m).side(after)));
    });
    ASSERT_EQ(game, factored) << g.text(p);
  }
}

// The sweeps against the equation itself, position by position, by the game's own rules.
TEST(BackgammonEndgames, ValuesSatisfyTheEquation) {
  for (const auto kind : {Stakes::Kind::single, Stakes::Kind::money}) {
    Stakes stakes;
    stakes.kind = kind;
    stakes.checkers = 2;
    Endgames e(stakes);
    EndgameOptions options;
    ASSERT_TRUE(e.solve(2, 2, options));
    Backgammon g;
    g.checkers = 2;
    g.stakes = kind == Stakes::Kind::single ? Backgammon::Payoff::single : Backgammon::Payoff::money;
    std::vector<Backgammon::Move> storage(g.move_capacity());
    for (std::uint64_t round = 0; round < 3000; ++round) {
      Random random(10, round);
      const int n = 1 + static_cast<int>(random.below(2)), m = 1 + static_cast<int>(random.below(2));
      const std::uint32_t a = random.below(e.sides(n).size()), b = random.below(e.sides(m).size());
      if (!e.possible(n, a, m, b)) continue;
      double sum = 0;
      for (int roll = 0; roll < throw_count; ++roll) {
        Backgammon::Position p{};
        p.phase = Backgammon::Phase::play;
        p.owner = Backgammon::centred;
        p.dice[0] = throw_of(roll).large;
        p.dice[1] = throw_of(roll).small;
        for (int seat = 0; seat < 2; ++seat) {
          const std::uint8_t* side = seat == 0 ? e.sides(n).side(a) : e.sides(m).side(b);
          std::copy_n(side, slots, p.checkers[seat]);
          p.checkers[seat][off] = static_cast<std::uint8_t>(2 - (seat == 0 ? n : m));
        }
        MoveList<Backgammon::Move> list(storage.data(), g.move_capacity());
        g.moves(p, list);
        double best = -9;
        for (const auto& move : list) {
          Backgammon::Position next = p;
          g.play(next, move);
          best = std::max(best, g.turn(next) == over ? g.payoff(next)[0] : -e.value(0, next.checkers[1], next.checkers[0]));
        }
        sum += throw_of(roll).weight * best;
      }
      ASSERT_NEAR(sum / 36, e.value(0, n, a, m, b), 1e-12);
    }
  }
}

TEST(BackgammonEndgames, BoundsEncloseAndProve) {
  Stakes stakes, proved;
  proved.bounds = true;
  Endgames plain(stakes), bounds(proved);
  const bool full = std::getenv("BANMEN_LONG") != nullptr;
  ASSERT_TRUE(plain.solve(2, full ? 2 : 1, {}));
  ASSERT_TRUE(bounds.solve(2, full ? 2 : 1, {}));
  for (const TierReport& report : bounds.reports()) {
    EXPECT_LT(report.error_bound, 1e-11);
    for (std::uint32_t a = 0; a < plain.sides(report.n).size(); ++a)
      for (std::uint32_t b = 0; b < plain.sides(report.m).size(); ++b)
        if (plain.possible(report.n, a, report.m, b)) {
          const double upper = bounds.value(0, report.n, a, report.m, b), lower = bounds.value(1, report.n, a, report.m, b);
          ASSERT_LE(lower, upper);
          ASSERT_NEAR(plain.value(0, report.n, a, report.m, b), (upper + lower) / 2, 1e-11);
        }
  }
}

// The other proof, residual times the longest game, must be consistent with the bounds from both ends.
TEST(BackgammonEndgames, LengthsOfGamesProveTheError) {
  Stakes stakes, both;
  both.bounds = true;
  Endgames values(stakes), bounds(both);
  const bool full = std::getenv("BANMEN_LONG") != nullptr;
  ASSERT_TRUE(values.solve(2, full ? 2 : 1, {}));
  ASSERT_TRUE(values.prove({}));
  ASSERT_TRUE(bounds.solve(2, full ? 2 : 1, {}));
  for (const TierReport& report : values.reports()) {
    EXPECT_GT(report.error_bound, 0);
    EXPECT_LT(report.error_bound, 1e-11);
    EXPECT_GT(report.longest, 2);
    EXPECT_LT(report.longest, 100);
    for (std::uint32_t a = 0; a < values.sides(report.n).size(); ++a)
      for (std::uint32_t b = 0; b < values.sides(report.m).size(); ++b)
        if (values.possible(report.n, a, report.m, b)) {
          const double value = values.value(0, report.n, a, report.m, b);
          ASSERT_LE(value - report.error_bound, bounds.value(0, report.n, a, report.m, b));
          ASSERT_GE(value + report.error_bound, bounds.value(1, report.n, a, report.m, b));
        }
  }
}

// A stop takes effect inside a sweep; its checkpoint resumes to the same values.
TEST(BackgammonEndgames, ResumesInsideASweep) {
  Endgames whole{Stakes{}}, half{Stakes{}}, rest{Stakes{}};
  ASSERT_TRUE(whole.solve(2, 2, {}));
  std::stop_source stop;
  EndgameOptions options;
  options.stop = stop.get_token();
  options.progress = [&](int n, int m, int sweep, double share, double) {
    if (n == 2 && m == 2 && sweep == 2 && share > 0.5) stop.request_stop();
  };
  std::vector<double> kept;
  TierReport last;
  options.keep = [&](int n, int m, std::span<const double> values, const TierReport& report) {
    if (n != 2 || m != 2) return;
    kept.assign(values.begin(), values.end());
    last = report;
  };
  EXPECT_FALSE(half.solve(2, 2, options));
  ASSERT_FALSE(kept.empty());
  EXPECT_LT(last.residual, 0);
  EXPECT_EQ(last.sweeps + last.evaluations, 2);
  EXPECT_GT(last.change, 0);
  EndgameOptions going_on;
  going_on.resume = [&](int n, int m, std::span<double> values, TierReport& report) {
    if (n != 2 || m != 2) return;
    std::copy(kept.begin(), kept.end(), values.begin());
    report = last;
  };
  ASSERT_TRUE(rest.solve(2, 2, going_on));
  EXPECT_GT(rest.reports().back().sweeps, last.sweeps);
  for (std::uint32_t a = 0; a < whole.sides(2).size(); ++a)
    for (std::uint32_t b = 0; b < whole.sides(2).size(); ++b)
      if (whole.possible(2, a, 2, b)) {
        ASSERT_NEAR(whole.value(0, 2, a, 2, b), rest.value(0, 2, a, 2, b), 1e-11);
      }
}

// The memory estimate is close to that of the values, and a larger limit makes room for a policy.
TEST(BackgammonEndgames, MemoryIsKnownBeforehand) {
  Endgames endgames{Stakes{}};
  const std::uint64_t need = endgames.bytes_for(2, 1);
  EndgameOptions options;
  options.memory = need;
  ASSERT_TRUE(endgames.solve(2, 1, options));
  EXPECT_GE(need, endgames.bytes());
  EXPECT_LT(need, 100 * endgames.bytes());
  EXPECT_EQ(endgames.reports().back().evaluations, 0);  // no room for a policy
}

// Policy iteration and plain sweeps converge to the same values.
TEST(BackgammonEndgames, PoliciesEqualPlainSweeps) {
  for (const auto kind : {Stakes::Kind::money, Stakes::Kind::cube}) {
    Stakes stakes;
    stakes.kind = kind;
    stakes.checkers = 2;
    stakes.both = kind == Stakes::Kind::cube;
    Endgames policy(stakes), plain(stakes);
    EndgameOptions options;
    ASSERT_TRUE(policy.solve(2, 1, options));
    options.memory = 0;
    ASSERT_TRUE(plain.solve(2, 1, options));
    EXPECT_GT(policy.reports().back().evaluations, 0);
    EXPECT_EQ(plain.reports().back().evaluations, 0);
    for (int c = 0; c < static_cast<int>(policy.components().size()); ++c)
      for (std::uint32_t a = 0; a < policy.sides(2).size(); ++a)
        for (std::uint32_t b = 0; b < policy.sides(1).size(); ++b)
          if (policy.possible(2, a, 1, b)) {
            ASSERT_NEAR(policy.value(c, 2, a, 1, b), plain.value(c, 2, a, 1, b), 1e-11);
          }
  }
}

TEST(BackgammonEndgames, SameForAnyNumberOfThreads) {
  Endgames one{Stakes{}}, two{Stakes{}};
  EndgameOptions options;
  ASSERT_TRUE(one.solve(1, 1, options));
  options.threads = 2;
  options.parallel_from = 0;
  ASSERT_TRUE(two.solve(1, 1, options));
  for (std::uint32_t a = 0; a < one.sides(1).size(); ++a)
    for (std::uint32_t b = 0; b < one.sides(1).size(); ++b) ASSERT_EQ(one.value(0, 1, a, 1, b), two.value(0, 1, a, 1, b));
}

// Races of the contact solver against the bear-off tables; only the play lists are shared.
TEST(BackgammonEndgames, RacesEqualTheBearOffTables) {
  Endgames e{Stakes{}};
  Stakes cube;
  cube.kind = Stakes::Kind::cube;
  Endgames c(cube);
  ASSERT_TRUE(e.solve(2, 2, {}));
  ASSERT_TRUE(c.solve(2, 2, {}));
  BearOff table(6, 2);
  table.solve(true);
  for (std::uint32_t a = 0; a < e.sides(2).size(); ++a)
    for (std::uint32_t b = 0; b < e.sides(2).size(); ++b) {
      const std::uint8_t *mine = e.sides(2).side(a), *theirs = e.sides(2).side(b);
      if (!stands_on(mine, table.points(), table.checkers()) || !stands_on(theirs, table.points(), table.checkers())) continue;
      const std::uint32_t i = table.rank(mine), j = table.rank(theirs);
      ASSERT_NEAR(e.value(0, 2, a, 2, b), table.value(BearOff::cubeless, i, j), 1e-13);
      const double opponents = table.value(BearOff::opponents, i, j);
      ASSERT_NEAR(c.value(2, 2, a, 2, b), opponents, 1e-13);
      ASSERT_NEAR(c.value(0, 2, a, 2, b), std::max(table.value(BearOff::owned, i, j), std::min(1.0, 2 * opponents)), 1e-13);
    }
}

TEST(BackgammonBearOff, TheManualsExample) {
  // {5,2} against {3,2}: cubeless win 67.1 %, owned cube 0.3441, the opponent's 0.1605.
  BearOff table(6, 2);
  table.solve(true);
  std::uint8_t mover[slots] = {}, opponent[slots] = {};
  mover[5] = mover[2] = opponent[3] = opponent[2] = 1;
  const std::uint32_t i = table.rank(mover), j = table.rank(opponent);
  EXPECT_NEAR((table.value(BearOff::cubeless, i, j) + 1) / 2, 0.671, 5e-4);
  EXPECT_NEAR(table.value(BearOff::owned, i, j), 0.3441, 5e-5);
  EXPECT_NEAR(table.value(BearOff::opponents, i, j), 0.1605, 5e-5);
}

TEST(BackgammonBearOff, EqualsTheInstalledDatabase) {
  // Debian's gnubg package makes this 6 × 6 file with makebearoff on installation.
  const auto file = TwoSidedFile::open("/var/lib/gnubg/gnubg_ts0.bd");
  if (!file) GTEST_SKIP() << "GNU Backgammon's two-sided database is not installed";
  ASSERT_EQ(file->points(), 6);
  ASSERT_EQ(file->checkers(), 6);
  ASSERT_EQ(file->tables(), 4);
  BearOff table(6, 6);
  table.solve(true);
  int worst = 0;
  for (std::uint32_t i = 1; i < table.size(); ++i)
    for (std::uint32_t j = 1; j < table.size(); ++j)
      for (int k = 0; k < 4; ++k)
        worst = std::max(worst, std::abs(file->word(k, i, j) - table.word(static_cast<BearOff::Table>(k), i, j)));
  EXPECT_LE(worst, 5);  // quanta of 1/32767.5
  table.solve_rounded(true);
  std::uint64_t different = 0;
  for (std::uint32_t i = 0; i < table.size(); ++i)
    for (std::uint32_t j = 0; j < table.size(); ++j)
      for (int k = 0; k < 4; ++k) different += file->word(k, i, j) != table.word(static_cast<BearOff::Table>(k), i, j);
  EXPECT_EQ(different, 0u);
}

TEST(BackgammonBearOff, FilesAreReadBack) {
  BearOff table(4, 3);
  table.solve_rounded(false);
  const std::string path = testing::TempDir() + "banmen_ts43_" + std::to_string(::getpid()) + ".bd";
  ASSERT_TRUE(write_two_sided(table, path));
  const auto file = TwoSidedFile::open(path);
  ASSERT_TRUE(file) << file.error().message();
  EXPECT_EQ(file->points(), 4);
  EXPECT_EQ(file->tables(), 1);
  for (std::uint32_t i = 0; i < table.size(); ++i)
    for (std::uint32_t j = 0; j < table.size(); ++j) ASSERT_EQ(file->word(0, i, j), table.word(BearOff::cubeless, i, j));
  std::remove(path.c_str());
  EXPECT_FALSE(TwoSidedFile::open(path));
}

TEST(BackgammonHypergammon, OneCheckerFileIsReadBack) {
  Hypergammon h(1);
  ASSERT_TRUE(h.solve({}));
  const std::string path = testing::TempDir() + "banmen_hyper1_" + std::to_string(::getpid()) + ".bd";
  ASSERT_TRUE(h.write(path));
  const auto file = HyperFile::open(path);
  ASSERT_TRUE(file) << file.error().message();
  for (int x = 1; x <= bar; ++x)
    for (int y = 1; y <= bar; ++y) {
      if (x + y == bar && x != bar) continue;
      std::uint8_t a[slots] = {}, b[slots] = {};
      a[x] = b[y] = 1;
      const HyperRecord ours = h.record(a, b), read = file->record(a, b);
      for (std::size_t k = 0; k < 5; ++k) ASSERT_NEAR(ours.outcomes[k], read.outcomes[k], 1e-7);
      for (std::size_t k = 0; k < 4; ++k) ASSERT_NEAR(ours.rolls[k], read.rolls[k], 4e-7);
      // The equity from the outcomes equals the value that chose the plays.
      const auto& o = ours.outcomes;
      ASSERT_NEAR(2 * o[0] - 1 + o[1] + o[2] - o[3] - o[4], h.cubeless().value(0, a, b), 1e-11);
    }
  std::remove(path.c_str());
}

namespace {

/// Cubeful values of rolling as in makehyper, by plain sweeps. They equal ours except for turns without a play: there makehyper
/// uses minus the opponent's value of rolling with the cube unchanged for the mover (owned stays owned), and nobody may double.
class MakehyperCube {
 public:
  explicit MakehyperCube(const Endgames& e) : e_(e), most_(e.stakes().checkers) {
    for (int n = 1; n <= most_; ++n)
      for (int m = 1; m <= most_; ++m) tables_[{n, m}].resize(std::size_t{e.sides(n).size()} * e.sides(m).size());
    for (double change = 1; change > 1e-9;) {
      change = 0;
      for (auto& [tier, table] : tables_)
        for (std::uint32_t a = 0; a < e.sides(tier.first).size(); ++a)
          for (std::uint32_t b = 0; b < e.sides(tier.second).size(); ++b)
            if (e.possible(tier.first, a, tier.second, b)) change = std::max(change, sweep(tier.first, a, tier.second, b));
    }
  }

  struct Cell {
    std::array<double, 4> rolls{},
        best{};  // owned, centred, centred under Jacoby, the opponent's; best: the cube may be turned first
  };
  [[nodiscard]] const Cell& at(int n, std::uint32_t a, int m, std::uint32_t b) const {
    return tables_.at({n, m})[std::size_t{a} * e_.sides(m).size() + b];
  }

 private:
  double sweep(int n, std::uint32_t a, int m, std::uint32_t b) {
    static constexpr std::size_t then[4] = {3, 1, 2, 0};  // the cube's owner for the next mover
    std::array<double, 4> sum{};
    for (int roll = 0; roll < throw_count; ++roll) {
      std::array<double, 4> most{-9, -9, -9, -9};
      for_results(e_.sides(n), a, e_.sides(m), b, roll, [&](int left, std::uint32_t result, std::uint32_t after) {
        const bool idle = left == n && result == a && after == b;
        const int points = e_.stakes().points(e_.sides(m).side(after));
        for (std::size_t k = 0; k < 4; ++k) {
          const double value = left == 0 ? (k == 2 ? 1 : points)
                               : idle    ? -at(m, b, n, a).rolls[k]
                                         : -at(m, after, left, result).best[then[k]];
          most[k] = std::max(most[k], value);
        }
      });
      for (std::size_t k = 0; k < 4; ++k) sum[k] += throw_of(roll).weight * most[k] / 36;
    }
    Cell& cell = tables_[{n, m}][std::size_t{a} * e_.sides(m).size() + b];
    double change = 0;
    for (std::size_t k = 0; k < 4; ++k) {
      change = std::max(change, std::fabs(cell.rolls[k] - sum[k]));
      cell.rolls[k] = sum[k];
      cell.best[k] = k == 3 ? sum[k] : std::max(sum[k], std::min(1.0, 2 * sum[3]));
    }
    return change;
  }

  const Endgames& e_;
  int most_;
  std::map<std::pair<int, int>, std::vector<Cell>> tables_;
};

}  // namespace

// A file of makehyper -c 1, or any other in BANMEN_HYPER. Its iteration stops at changes of 1e-5.
TEST(BackgammonHypergammon, EqualsMakehyper) {
  const char* given = std::getenv("BANMEN_HYPER");
  const std::string path =
      given != nullptr ? given : testing::TempDir() + "banmen_makehyper1_" + std::to_string(::getpid()) + ".bd";
  if (given == nullptr && std::system(("/usr/games/makehyper -c 1 -n -f " + path + " >/dev/null 2>&1").c_str()) != 0)
    GTEST_SKIP() << "makehyper is not installed, and BANMEN_HYPER names no file of it";
  const auto file = HyperFile::open(path);
  ASSERT_TRUE(file) << file.error().message();
  Hypergammon h(file->checkers());
  ASSERT_TRUE(h.solve({}));
  const Endgames& e = h.cubeless();
  const MakehyperCube cube(e);
  auto equity = [](const std::array<double, 5>& o) { return 2 * o[0] - 1 + o[1] + o[2] - o[3] - o[4]; };
  double cubeless = 0, cubeful = 0, outcomes = 0, ours_apart = 0;
  std::uint64_t positions = 0, other_outcomes = 0, other_cubeful = 0;
  for (int n = 1; n <= h.checkers(); ++n)
    for (int m = 1; m <= h.checkers(); ++m)
      for (std::uint32_t a = 0; a < e.sides(n).size(); ++a)
        for (std::uint32_t b = 0; b < e.sides(m).size(); ++b) {
          if (!e.possible(n, a, m, b)) continue;
          ++positions;
          const HyperRecord ours = h.record(e.sides(n).side(a), e.sides(m).side(b)),
                            theirs = file->record(e.sides(n).side(a), e.sides(m).side(b));
          cubeless = std::max(cubeless, std::fabs(equity(ours.outcomes) - equity(theirs.outcomes)));
          double apart = 0, rolls = 0;
          for (std::size_t k = 0; k < 5; ++k) apart = std::max(apart, std::fabs(ours.outcomes[k] - theirs.outcomes[k]));
          for (std::size_t k = 0; k < 4; ++k) {
            cubeful = std::max(cubeful, std::fabs(cube.at(n, a, m, b).rolls[k] - theirs.rolls[k]));
            rolls = std::max(rolls, std::fabs(ours.rolls[k] - theirs.rolls[k]));
          }
          outcomes = std::max(outcomes, apart);
          ours_apart = std::max(ours_apart, rolls);
          other_outcomes += apart > 1e-5;
          other_cubeful += rolls > 1e-5;
        }
  // Plays of equal equity may win more and lose more gammons, so single outcomes may differ.
  EXPECT_LT(cubeless, 1e-5);
  EXPECT_LT(cubeful, 1e-5);
  if (h.checkers() == 1) {
    EXPECT_LT(outcomes, 1e-5);
    EXPECT_LT(ours_apart, 1e-5);  // one checker cannot block, so every throw can be played
  }
  std::printf("%s: %llu positions; cubeless equity within %.1e; outcomes of equal plays apart in %llu (by up to %.1e)\n",
              path.c_str(), static_cast<unsigned long long>(positions), cubeless, static_cast<unsigned long long>(other_outcomes),
              outcomes);
  std::printf("cubeful within %.1e by its rule for turns without a play; by the rules of the game apart in %llu (by up to %.1e)\n",
              cubeful, static_cast<unsigned long long>(other_cubeful), ours_apart);
  if (given == nullptr) std::remove(path.c_str());
}

TEST(BackgammonHypergammon, OpeningRollWinner) {
  if (std::getenv("BANMEN_LONG") == nullptr) GTEST_SKIP() << "minutes: set BANMEN_LONG=1";
  Hypergammon h(3);
  EndgameOptions options;
  options.threads = 2;
  ASSERT_TRUE(h.solve_cubeless(options));
  EXPECT_NEAR(h.opening(), 0.0836795444708631, 1e-12);  // Keith, 2018
}

}  // namespace banmen::backgammon
