#include "engines/backgammon/equities/equities.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "engines/backgammon/endgames/endgames.hpp"
#include "engines/backgammon/equities/test_files.hpp"
#include "engines/backgammon/extensions.hpp"

namespace banmen::backgammon {
namespace {

namespace fs = std::filesystem;

EquityPlan plan(EquityPlan::Payoff payoff, int n, int m, int bits, int checkers = 15) {
  EquityPlan out;
  out.game = "backgammon";
  out.payoff = payoff;
  out.checkers = checkers;
  out.mover = n;
  out.opponent = m;
  out.bits = bits;
  return out;
}

using Payoff = EquityPlan::Payoff;

Result<std::unique_ptr<Search<Backgammon>>> with_database(const Backgammon& g, const std::string& path) {
  const auto expectimax = agents().front();
  const auto values = check_values("expectimax", expectimax.kind.parameters, {{"db", path}});
  return expectimax.make(g, *values);
}

}  // namespace

TEST(BackgammonEquities, ValuesAreWithinTheStatedError) {
  const Folder folder("equities_values");
  Endgames exact{Stakes{}};
  ASSERT_TRUE(exact.solve(2, 1, {}));
  for (const int bits : {16, 32}) {
    const std::string path = folder.file("s.db");
    fs::remove(path);
    EquityPlan wanted = plan(Payoff::single, 2, 1, bits);
    wanted.prove = true;
    const auto built = build_equities(path, wanted, {});
    ASSERT_TRUE(built) << built.error().message();
    EXPECT_EQ(built->positions, 601u + 7525 + 7525);
    const auto file = EquityFile::open(path);
    ASSERT_TRUE(file) << file.error().message();
    ASSERT_GE(file->proved(), 0);
    EXPECT_LT(file->rounding(), bits == 16 ? 1.6e-5 : 2.4e-10);
    for (const auto& [n, m] : {std::pair{1, 1}, {2, 1}, {1, 2}})
      for (std::uint32_t a = 0; a < exact.sides(n).size(); ++a)
        for (std::uint32_t b = 0; b < exact.sides(m).size(); ++b) {
          if (!exact.possible(n, a, m, b)) continue;
          const auto value = file->value(EquityTable::equity, exact.sides(n).side(a), exact.sides(m).side(b));
          ASSERT_TRUE(value);
          ASSERT_NEAR(*value, exact.value(0, n, a, m, b), file->rounding() + file->proved());
        }
    const auto check = verify_equities(*file, 1, {});
    ASSERT_TRUE(check);
    EXPECT_EQ(check->checked, built->positions);
    EXPECT_EQ(check->wrong, 0u) << check->example;
    // No checkpoint is left behind.
    for (const auto& entry : fs::directory_iterator(folder.path)) EXPECT_EQ(entry.path().filename(), "s.db");
  }
}

TEST(BackgammonEquities, CubeAndHypergammonAgreeWithTheGame) {
  const Folder folder("equities_cube");
  for (const Payoff payoff : {Payoff::money, Payoff::cube, Payoff::hyper}) {
    const std::string path = folder.file("c.db");
    fs::remove(path);
    ASSERT_TRUE(build_equities(path, plan(payoff, 1, 1, 32, 1), {}));
    const auto file = EquityFile::open(path);
    ASSERT_TRUE(file);
    const auto check = verify_equities(*file, 1, {});
    ASSERT_TRUE(check);
    EXPECT_EQ(check->checked, payoff == Payoff::hyper ? 3 * 601u : 601u);
    EXPECT_EQ(check->wrong, 0u) << check->example;
  }
  EquityPlan jacoby = plan(Payoff::cube, 1, 1, 16, 1);
  jacoby.jacoby = true;
  ASSERT_TRUE(build_equities(folder.file("j.db"), jacoby, {}));
  const auto file = EquityFile::open(folder.file("j.db"));
  ASSERT_TRUE(file);
  EXPECT_TRUE(file->has(EquityTable::jacoby));
  const auto check = verify_equities(*file, 1, {});
  ASSERT_TRUE(check);
  EXPECT_EQ(check->wrong, 0u) << check->example;
}

TEST(BackgammonEquities, InconsistentFilesAreDetected) {
  // Another game: gammons count in it.
  const Folder folder("equities_lie");
  ASSERT_TRUE(build_equities(folder.file("m.db"), plan(Payoff::money, 1, 1, 16, 1), {}));
  const auto honest = Container::open(folder.file("m.db"));
  ASSERT_TRUE(honest);
  std::string owner = honest->owner();
  owner.replace(owner.find("checkers 1"), 10, "checkers 2");
  auto writer = ContainerWriter::open(folder.file("l.db"), owner, 1);
  ASSERT_TRUE(writer);
  const auto bytes = honest->read(honest->tiers()[0].tier);
  ASSERT_TRUE(bytes);
  ASSERT_TRUE(writer->write(honest->tiers()[0].tier, 2, *bytes, {}));
  ASSERT_TRUE(writer->finish());
  const auto lying = EquityFile::open(folder.file("l.db"));
  ASSERT_TRUE(lying) << lying.error().message();
  const auto check = verify_equities(*lying, 1, {});
  ASSERT_TRUE(check);
  EXPECT_GT(check->wrong, 100u);
  EXPECT_FALSE(check->example.empty());
}

TEST(BackgammonEquities, DamageIsDetected) {
  const Folder folder("equities_damage");
  const std::string path = folder.file("d.db");
  ASSERT_TRUE(build_equities(path, plan(Payoff::single, 1, 1, 16), {}));
  const std::string whole = contents(path);
  std::uint8_t mover[slots] = {}, opponent[slots] = {};
  mover[7] = opponent[20] = 1;
  for (std::size_t at = 0; at < whole.size(); at += 7) {
    std::string damaged = whole;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x40);
    std::ofstream(path, std::ios::binary) << damaged;
    const auto file = EquityFile::open(path);
    if (!file) continue;
    EXPECT_FALSE(file->value(EquityTable::equity, mover, opponent)) << "byte " << at;
    EXPECT_FALSE(verify_equities(*file, 1, {})) << "byte " << at;
  }
  std::ofstream(path, std::ios::binary) << whole.substr(0, whole.size() - 5);
  EXPECT_FALSE(EquityFile::open(path));
  std::ofstream(path, std::ios::binary) << "nothing of the kind";
  EXPECT_FALSE(EquityFile::open(path));
}

TEST(BackgammonEquities, ResumesAfterAStop) {
  const Folder folder("equities_resume");
  const EquityPlan wanted = plan(Payoff::single, 2, 1, 16);
  ASSERT_TRUE(build_equities(folder.file("whole.db"), wanted, {}));
  // Stopped in the second group: the checkpoints of both groups exist.
  std::stop_source stop;
  Control control;
  control.stop = stop.get_token();
  control.progress = [&](std::uint64_t done, std::uint64_t, std::string_view what) {
    if (done > 6 && what.find("2 against 1") != std::string_view::npos) stop.request_stop();
  };
  const std::string path = folder.file("part.db");
  const auto stopped = build_equities(path, wanted, control);
  ASSERT_TRUE(stopped);
  EXPECT_FALSE(stopped->complete);
  EXPECT_FALSE(fs::exists(path));
  EXPECT_TRUE(fs::exists(path + ".work-1v1"));
  EXPECT_TRUE(fs::exists(path + ".work-2v1"));
  const auto resumed = build_equities(path, wanted, {});
  ASSERT_TRUE(resumed);
  EXPECT_TRUE(resumed->complete);
  EXPECT_EQ(resumed->resumed, 1);
  EXPECT_FALSE(fs::exists(path + ".work-1v1"));
  const auto one = EquityFile::open(folder.file("whole.db")), two = EquityFile::open(path);
  ASSERT_TRUE(one && two);
  std::uint8_t mover[slots] = {}, opponent[slots] = {};
  for (int x = 1; x <= bar; ++x)
    for (int y = 1; y < bar; ++y) {
      std::fill_n(mover, slots, std::uint8_t{0});
      std::fill_n(opponent, slots, std::uint8_t{0});
      ++mover[x];
      ++mover[y];
      opponent[bar] = 1;
      ASSERT_EQ(*one->value(EquityTable::equity, mover, opponent), *two->value(EquityTable::equity, mover, opponent));
    }
  // Checkpoints of another game and damaged ones are not resumed.
  TierReport report;
  std::vector<double> values(10, 1.0), read(10);
  const Checkpoint mine(folder.file("x"), "mine"), other(folder.file("x"), "other");
  report.residual = 1e-14;
  ASSERT_TRUE(mine.save(1, 1, values, report));
  EXPECT_FALSE(other.load(1, 1, read, report));
  EXPECT_TRUE(mine.load(1, 1, read, report));
  EXPECT_EQ(read, values);
  std::string bytes = contents(mine.file(1, 1));
  bytes.back() = static_cast<char>(bytes.back() ^ 1);
  std::ofstream(mine.file(1, 1), std::ios::binary) << bytes;
  EXPECT_FALSE(mine.load(1, 1, read, report));
}

TEST(BackgammonEquities, TooLittleMemoryIsRefusedBeforehand) {
  const Folder folder("equities_memory");
  EquityPlan large = plan(Payoff::single, 4, 4, 16);
  large.memory = std::uint64_t{1} << 30;
  const auto refused = build_equities(folder.file("x.db"), large, {});
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message().find("GiB"), std::string::npos);
  EXPECT_TRUE(fs::is_empty(folder.path));
}

// Random endings of two checkers each: the agent with a database against exact values. It may differ by the rounding only.
TEST(BackgammonEquities, ExpectimaxPlaysEndingsPerfectly) {
  const Folder folder("equities_agent");
  const std::string path = folder.file("a.db");
  ASSERT_TRUE(build_equities(path, plan(Payoff::single, 2, 2, 32), {}));
  Endgames exact{Stakes{}};
  ASSERT_TRUE(exact.solve(2, 2, {}));
  Backgammon g;
  g.stakes = Backgammon::Payoff::single;
  const auto search = with_database(g, path);
  ASSERT_TRUE(search);
  Search<Backgammon>& agent = **search;
  std::vector<Backgammon::Move> storage(g.move_capacity());
  double worst = 0;
  int endings = 0, choices = 0;
  for (std::uint64_t round = 0; endings < 1000; ++round) {
    Random random(17, round);
    const std::uint32_t a = random.below(exact.sides(2).size()), b = random.below(exact.sides(2).size());
    if (!exact.possible(2, a, 2, b)) continue;
    ++endings;
    Backgammon::Position p = to_roll(g, exact.sides(2).side(a), exact.sides(2).side(b));
    // Every decision of the whole game from there.
    for (int ply = 0; ply < 2000 && g.turn(p) != over; ++ply) {
      MoveList<Backgammon::Move> list(storage.data(), g.move_capacity());
      g.moves(p, list);
      if (g.turn(p) == chance) {
        const int throws = static_cast<int>(random.below(36));
        int at = 0;
        for (int seen = static_cast<int>(g.weight(p, list[0])); seen <= throws;
             seen += static_cast<int>(g.weight(p, list[static_cast<std::uint32_t>(at)])))
          ++at;
        g.play(p, list[static_cast<std::uint32_t>(at)]);
        continue;
      }
      auto worth = [&](Backgammon::Move move) {
        Backgammon::Position next = p;
        g.play(next, move);
        if (g.turn(next) == over) return 1.0;
        return -exact.value(0, next.checkers[next.mover], next.checkers[1 - next.mover]);
      };
      double best = -2;
      for (const auto& move : list) best = std::max(best, worth(move));
      Question<Backgammon> question;
      question.position = p;
      const auto thought = agent.think(question);
      ASSERT_FALSE(thought.lines.empty());
      EXPECT_TRUE(thought.lines[0].exact);
      ASSERT_NEAR(thought.lines[0].value, best, 1e-9);
      worst = std::max(worst, best - worth(thought.lines[0].move));
      choices += list.size() > 1;
      g.play(p, thought.lines[0].move);
    }
    ASSERT_EQ(g.turn(p), over);
  }
  EXPECT_LT(worst, 1e-9);
  EXPECT_GT(choices, 1000);
}

// With the cube the database decides doubles, takes and drops.
TEST(BackgammonEquities, ExpectimaxTurnsTheCube) {
  const Folder folder("equities_cubes");
  ASSERT_TRUE(build_equities(folder.file("c.db"), plan(Payoff::cube, 2, 2, 32), {}));
  Backgammon g;
  g.stakes = Backgammon::Payoff::cube;
  const auto search = with_database(g, folder.file("c.db"));
  ASSERT_TRUE(search);
  Search<Backgammon>& agent = **search;
  auto best = [&](const std::string& text) {
    const auto p = g.read_position(text);
    EXPECT_TRUE(p) << p.error().message();
    Question<Backgammon> question;
    question.position = *p;
    const auto thought = agent.think(question);
    return g.text(*p, thought.lines[0].move);
  };
  // The manual's {5,2} against {3,2}: 67 % is a double and a take. {1,1} always gets off, so that is a drop.
  EXPECT_EQ(best("5,2/3,2/first"), "double");
  EXPECT_EQ(best("5,2/3,2/first:double"), "take");
  EXPECT_EQ(best("1x2/3,2/first:double"), "drop");
  EXPECT_EQ(best("6x2/1x2/first"), "roll");
}

}  // namespace banmen::backgammon
