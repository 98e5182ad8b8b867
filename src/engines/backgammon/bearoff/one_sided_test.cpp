#include "engines/backgammon/bearoff/one_sided.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include "engines/backgammon/bearoff/bearoff.hpp"

namespace banmen::backgammon {
namespace {

std::string contents(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

bool run(const std::string& command) { return std::system((command + " >/dev/null 2>&1").c_str()) == 0; }

constexpr const char* makebearoff = "/usr/games/makebearoff";

}  // namespace

TEST(BackgammonOneSided, FilesAreReadBack) {
  OneSided table(3);
  ASSERT_TRUE(table.solve());
  const std::string path = testing::TempDir() + "banmen_os3_" + std::to_string(::getpid()) + ".bd";
  for (const OneSided::Form form : {OneSided::Form{true, true}, {true, false}, {false, true}, {false, false}}) {
    ASSERT_TRUE(table.write(path, form));
    const auto file = OneSidedFile::open(path);
    ASSERT_TRUE(file) << file.error().message();
    EXPECT_EQ(file->points(), 3);
    EXPECT_EQ(file->size(), 816u);
    for (std::uint32_t i = 0; i < table.size(); ++i) {
      ASSERT_EQ(file->record(i).off, table.record(i).off);
      ASSERT_EQ(file->record(i).gammon, form.gammons ? table.record(i).gammon : RollWords{});
    }
    const std::string whole = contents(path);
    std::ofstream(path, std::ios::binary) << whole.substr(0, whole.size() - 3);
    EXPECT_FALSE(OneSidedFile::open(path));
  }
  std::remove(path.c_str());
}

// By hand: one checker on point 1 needs one roll; on point 6, 27 of 36 throws bring it off at once.
TEST(BackgammonOneSided, SingleCheckers) {
  OneSided table(6);
  ASSERT_TRUE(table.solve());
  EXPECT_EQ(table.size(), 54264u);
  const std::string path = testing::TempDir() + "banmen_os6_" + std::to_string(::getpid()) + ".bd";
  ASSERT_TRUE(table.write(path, {}));
  const auto file = OneSidedFile::open(path);
  ASSERT_TRUE(file);
  std::uint8_t side[slots] = {};
  side[1] = 1;
  EXPECT_EQ(file->record(side).off[1], 65535);
  side[1] = 0;
  side[6] = 1;
  EXPECT_NEAR(file->record(side).off[1] / 65535.0, 27.0 / 36, 1e-4);
  const std::string ours = contents(path), installed = contents("/usr/share/gnubg/gnubg_os0.bd");
  std::remove(path.c_str());
  if (installed.empty()) GTEST_SKIP() << "GNU Backgammon's one-sided database is not installed";
  EXPECT_TRUE(ours == installed);
}

// Sizes and forms other than those of the installed files.
TEST(BackgammonGnubg, OtherFilesOfMakebearoffAreEqualToTheLastBit) {
  if (std::ifstream(makebearoff).fail()) GTEST_SKIP() << makebearoff << " is not installed";
  const std::string path = testing::TempDir() + "banmen_makebearoff_" + std::to_string(::getpid()) + ".bd";
  struct {
    const char* options;
    OneSided::Form form;
  } const forms[] = {{"", {true, true}}, {"-c", {true, false}}, {"-g", {false, true}}, {"-g -c", {false, false}}};
  OneSided one(4);
  ASSERT_TRUE(one.solve());
  for (const auto& [options, form] : forms) {
    ASSERT_TRUE(run(fmt::format("{} -o 4 {} -f {}", makebearoff, options, path)));
    EXPECT_TRUE(contents(path) == one.bytes(form)) << options;
  }
  for (const auto& [points, checkers] : {std::pair{5, 3}, {3, 5}, {7, 2}}) {
    for (const bool cube : {true, false}) {
      ASSERT_TRUE(run(fmt::format("{} -t {}x{}{} -f {}", makebearoff, points, checkers, cube ? "" : " -C", path)));
      BearOff two(points, checkers);
      two.solve_rounded(cube);
      EXPECT_TRUE(contents(path) == two_sided_bytes(two)) << points << "x" << checkers;
    }
  }
  std::remove(path.c_str());
}

}  // namespace banmen::backgammon
