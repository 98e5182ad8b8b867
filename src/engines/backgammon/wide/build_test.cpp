#include "engines/backgammon/wide/build.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "engines/backgammon/equities/equities.hpp"
#include "engines/backgammon/equities/test_files.hpp"
#include "engines/backgammon/wide/queries.hpp"
#include "solve/wide/cpu.hpp"

namespace banmen::backgammon {
namespace {

namespace fs = std::filesystem;

EquityPlan plan(int n, int m, int bits, const std::string& device) {
  EquityPlan out;
  out.game = "backgammon";
  out.mover = n;
  out.opponent = m;
  out.bits = bits;
  out.device = device;
  return out;
}

}  // namespace

TEST(WideDatabase, ValuesAreWithinTheProvedError) {
  const Folder folder("wide_values");
  Endgames exact{Stakes{}};
  ASSERT_TRUE(exact.solve(2, 1, {}));
  for (const int bits : {16, 32}) {
    const std::string path = folder.file(std::to_string(bits) + ".db");
    const auto built = build_equities(path, plan(2, 1, bits, "cpu"), {});
    ASSERT_TRUE(built) << built.error().message();
    ASSERT_TRUE(built->complete);
    const auto file = EquityFile::open(path);
    ASSERT_TRUE(file) << file.error().message();
    ASSERT_GE(file->proved(), 0);
    EXPECT_LT(file->proved(), 2e-8);
    for (const auto& [n, m] : {std::pair{1, 1}, {2, 1}, {1, 2}})
      for (std::uint32_t a = 0; a < exact.sides(n).size(); ++a)
        for (std::uint32_t b = 0; b < exact.sides(m).size(); ++b) {
          if (!exact.possible(n, a, m, b)) continue;
          const auto value = file->value(EquityTable::equity, exact.sides(n).side(a), exact.sides(m).side(b));
          ASSERT_TRUE(value);
          ASSERT_NEAR(*value, exact.value(0, n, a, m, b), file->rounding() + file->proved());
        }
    const auto check = verify_equities(*file, 5, {});
    ASSERT_TRUE(check) << check.error().message();
    EXPECT_EQ(check->wrong, 0u);
    EXPECT_NE(contents(path).find("no interval grows in sweep"), std::string::npos);
    EXPECT_EQ(std::distance(fs::directory_iterator(folder.path), {}), bits == 16 ? 1 : 2) << "work files are removed";
  }
}

// Checkpoints are resumed; invalid ones are reported and left untouched.
TEST(WideDatabase, ResumesFromKeptSweeps) {
  const Folder folder("wide_kept");
  const std::string path = folder.file("k.db"), kept = path + ".work-1v1";
  {
    auto tables = WideTables::prepare(plan(1, 1, 16, "cpu"), true, {});
    ASSERT_TRUE(tables) << tables.error().message();
    const auto solved = tables->solve(path, {});
    ASSERT_TRUE(solved && *solved);
  }
  ASSERT_TRUE(fs::exists(kept));
  const std::string whole = contents(kept);
  const auto refused = [&](const std::string& bytes, const std::string& words) {
    std::ofstream(kept, std::ios::binary) << bytes;
    const auto built = build_equities(path, plan(2, 1, 16, "cpu"), {});
    ASSERT_FALSE(built);
    EXPECT_NE(built.error().message().find(words), std::string::npos) << built.error().message();
    EXPECT_EQ(contents(kept), bytes);
    EXPECT_FALSE(fs::exists(path));
  };
  refused("something else", "is not a checkpoint of this solver");
  refused(whole.substr(0, whole.size() - 1), "is truncated");
  std::string other = whole;
  other[8] = 2;  // the number of checkers
  refused(other, "holds 2 against 1 checkers, not 1 against 1");
  other = whole;
  other[24] = 20;  // the scale
  refused(other, "on a scale of 2^20");
  other = whole;
  other[other.size() / 2] = static_cast<char>(other[other.size() / 2] + 1);
  refused(other, "does not match its checksum");
  std::ofstream(kept, std::ios::binary) << whole;
  const auto built = build_equities(path, plan(2, 1, 16, "cpu"), {});
  ASSERT_TRUE(built) << built.error().message();
  EXPECT_EQ(built->resumed, 1);
  EXPECT_TRUE(built->complete);
  EXPECT_FALSE(fs::exists(kept));
  const Folder fresh("wide_fresh");
  ASSERT_TRUE(build_equities(fresh.file("k.db"), plan(2, 1, 16, "cpu"), {}));
  EXPECT_EQ(contents(path), contents(fresh.file("k.db"))) << "the same file, however it was made";
}

// A group is also saved after whole sweeps and resumes as if never stopped.
TEST(WideDatabase, ResumesInsideAGroup) {
  const Folder folder("wide_inside");
  const std::string fresh = folder.file("fresh.db");
  EquityPlan often = plan(2, 1, 32, "cpu");
  int all = 0;
  Control counting;
  counting.progress = [&](std::uint64_t sweeps, std::uint64_t total, std::string_view) {
    if (total == 0) all = std::max(all, static_cast<int>(sweeps));
  };
  ASSERT_TRUE(build_equities(fresh, often, counting));
  often.keep_every = 0;
  const std::string path = folder.file("k.db");
  int runs = 0, sweeps_done = 0;
  for (bool complete = false; !complete && runs < 40; ++runs) {
    std::stop_source stop;
    Control control;
    control.stop = stop.get_token();
    control.progress = [&](std::uint64_t sweeps, std::uint64_t total, std::string_view) {
      if (total != 0) return;
      if (sweeps > 0) ++sweeps_done;
      if (sweeps == 7) stop.request_stop();  // after this sweep, before it is kept
    };
    const auto built = build_equities(path, often, control);
    ASSERT_TRUE(built) << built.error().message();
    complete = built->complete;
  }
  EXPECT_GT(runs, 4);
  EXPECT_LE(sweeps_done, all + 4 * runs) << "only a sweep, or those that show that games end, is done again";
  EXPECT_EQ(contents(path), contents(fresh));
}

TEST(WideDatabase, AStoppedRunLeavesNothingHalfWritten) {
  const Folder folder("wide_stopped");
  std::stop_source stop;
  Control control;
  control.stop = stop.get_token();
  control.progress = [&](std::uint64_t sweeps, std::uint64_t, std::string_view) {
    if (sweeps == 25) stop.request_stop();
  };
  const std::string path = folder.file("s.db");
  const auto built = build_equities(path, plan(2, 1, 16, "cpu"), control);
  ASSERT_TRUE(built) << built.error().message();
  EXPECT_FALSE(built->complete);
  EXPECT_FALSE(fs::exists(path));
  EXPECT_TRUE(fs::exists(path + ".work-1v1"));
  EXPECT_FALSE(fs::exists(path + ".work-2v1"));
}

TEST(WideDatabase, NamesMissingMemoryFilesAndDevices) {
  const Folder folder("wide_missing");
  const auto words = [&](const EquityPlan& asked) {
    const auto built = build_equities(folder.file("m.db"), asked, {});
    return built ? std::string("built") : built.error().message();
  };
  EquityPlan small = plan(2, 2, 16, "cpu");
  small.memory = 1 << 20;
  EXPECT_NE(words(small).find("2 against 2 checkers take"), std::string::npos) << words(small);
  EquityPlan asking = plan(1, 1, 16, "cpu");
  asking.queries = folder.file("nowhere.bin");
  EXPECT_NE(words(asking).find("nowhere.bin"), std::string::npos) << words(asking);
  EXPECT_NE(words(plan(1, 1, 16, "nothing")).find("no nothing device available"), std::string::npos);
  EXPECT_TRUE(fs::is_empty(folder.path));
}

TEST(WideQueries, AreAnsweredFromTheTable) {
  const WideRules rules(2, 1);
  const wide::Layout layout(rules.rules, 2, 1);
  wide::Cpu cpu(rules.rules, layout, true, 1);
  for (const auto& [n, m] : layout.groups()) {
    wide::GroupReport report;
    report.n = n;
    report.m = m;
    cpu.begin(n, m);
    ASSERT_TRUE(wide::find_values(cpu, report, {}) && wide::prove_values(cpu, report, {}));
  }
  const auto list = [](std::initializer_list<std::array<char, 10>> positions) {
    std::string out = "bnmnqry1";
    out += static_cast<char>(positions.size());
    out.append(7, '\0');
    for (const auto& position : positions) out.append(position.data(), position.size());
    return out;
  };
  // 3, 2 against 24; the reverse in another order; two on the bar; both on one point; empty; too many; no such point.
  const std::string asked = list({{2, 3, 0, 0, 0, 24},
                                  {0, 24, 0, 0, 0, 0, 3, 0, 2},
                                  {25, 25, 0, 0, 0, 1},
                                  {24, 0, 0, 0, 0, 1},
                                  {0, 0, 0, 0, 0, 1},
                                  {1, 1, 1, 0, 0, 5},
                                  {26, 0, 0, 0, 0, 5}});
  ASSERT_EQ(count_queries(asked), 7u);
  const std::string answers = answered_queries(cpu, rules, layout, asked);
  ASSERT_EQ(answers.size(), 16u + 7 * 5);
  EXPECT_EQ(answers.substr(0, 9), std::string("bnmnans1\7"));
  const auto value = [&](std::size_t k) {
    wide::Word out = 0;
    std::memcpy(&out, answers.data() + 16 + 4 * k, 4);
    return static_cast<double>(out) / wide::one;
  };
  const auto radius = [&](std::size_t k) { return static_cast<int>(static_cast<unsigned char>(answers[16 + 4 * 7 + k])); };
  EXPECT_NEAR(value(0), 0.92347341, 1e-8);
  EXPECT_NEAR(value(1), -0.12116560, 1e-8);
  EXPECT_LT(value(2), -0.8);
  for (std::size_t k = 0; k < 7; ++k) EXPECT_EQ(radius(k) == 255, k >= 3) << k;
  for (const std::string& bad : {std::string("bnmnqry1"), std::string("something else it is"), asked + 'x', asked.substr(0, 40)})
    EXPECT_THROW(static_cast<void>(count_queries(bad)), wide::Trouble);
}

#if defined(BANMEN_WIDE_STAND_IN)
// Killed while the next group is swept: the proved groups are stored, and the resulting file is identical.
TEST(WideDatabase, ResumesAfterAKill) {
  const Folder folder("wide_killed");
  const std::string path = folder.file("k.db"), fresh = folder.file("fresh.db");
  setenv("BANMEN_STANDIN", BANMEN_WIDE_STAND_IN, 1);
  ASSERT_TRUE(build_equities(fresh, plan(2, 2, 16, "standin"), {}));
  const pid_t child = fork();
  if (child == 0) {
    Control control;
    control.progress = [&](std::uint64_t, std::uint64_t total, std::string_view what) {
      if (total == 0 && what.find("2 against 2") != std::string_view::npos && fs::exists(path + ".work-2v1")) raise(SIGKILL);
    };
    static_cast<void>(build_equities(path, plan(2, 2, 16, "standin"), control));
    _exit(0);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
  EXPECT_FALSE(fs::exists(path));
  const auto built = build_equities(path, plan(2, 2, 16, "standin"), {});
  ASSERT_TRUE(built) << built.error().message();
  EXPECT_EQ(built->resumed, 2);
  EXPECT_EQ(contents(path), contents(fresh));
}

TEST(WideDatabase, ADeviceMakesTheSameFile) {
  setenv("BANMEN_STANDIN", BANMEN_WIDE_STAND_IN, 1);
  const Folder folder("wide_device");
  const std::string here = folder.file("cpu.db"), there = folder.file("device.db");
  ASSERT_TRUE(build_equities(here, plan(2, 1, 16, "cpu"), {}));
  const auto built = build_equities(there, plan(2, 1, 16, "standin"), {});
  ASSERT_TRUE(built) << built.error().message();
  EXPECT_EQ(contents(here), contents(there));
  const auto large = build_equities(folder.file("large.db"), plan(3, 3, 16, "standin"), {});
  ASSERT_FALSE(large);
  EXPECT_NE(large.error().message().find("64 MiB are free"), std::string::npos) << large.error().message();
  EXPECT_NE(large.error().message().find("--device cpu --memory 1"), std::string::npos) << large.error().message();
}
#endif

}  // namespace banmen::backgammon
