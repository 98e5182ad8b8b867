// SPIN as an independent check: it accepts the exported models, and finds the same number of states and the same verdicts as the
// census.
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>

#include "catalog/catalog.hpp"

namespace banmen {
namespace {

std::string output_of(const std::string& command) {
  std::string out;
  FILE* pipe = popen((command + " 2>&1").c_str(), "r");
  if (!pipe) return out;
  char buffer[4096];
  while (const std::size_t got = std::fread(buffer, 1, sizeof buffer, pipe)) out.append(buffer, got);
  pclose(pipe);
  return out;
}

bool spin_is_here() { return std::system("command -v spin >/dev/null 2>&1 && command -v gcc >/dev/null 2>&1") == 0; }

class Spin {
 public:
  Spin() : folder_(std::filesystem::temp_directory_path() / ("banmen-spin-" + std::to_string(getpid()))) {
    std::filesystem::create_directories(folder_);
  }
  ~Spin() { std::filesystem::remove_all(folder_); }

  /// Compiles a model; the flags are pan's.
  void model(const std::string& text, const std::string& flags) {
    std::ofstream(folder_ / "model.pml") << text;
    const std::string in = "cd " + folder_.string() + " && ";
    const std::string made = output_of(in + "spin -a model.pml");
    ASSERT_EQ(made.find("rror"), std::string::npos) << made;
    const std::string compiled = output_of(in + "gcc -w " + flags + " pan.c -o pan");
    ASSERT_TRUE(std::filesystem::exists(folder_ / "pan")) << compiled;
  }
  std::string run(const std::string& arguments) { return output_of("cd " + folder_.string() + " && ./pan " + arguments); }

  static long stored(const std::string& report) {
    std::smatch found;
    if (!std::regex_search(report, found, std::regex("([0-9.e+]+) states, stored"))) return -1;
    return static_cast<long>(std::stod(found[1]) + 0.5);
  }
  static long errors(const std::string& report) {
    std::smatch found;
    if (!std::regex_search(report, found, std::regex("errors: ([0-9]+)"))) return -1;
    return std::stol(found[1]);
  }

 private:
  std::filesystem::path folder_;
};

/// One state before play begins, one per position, one more per ended position and per move that never ends.
void compare(const std::string& game, const std::string& search) {
  const Catalog catalog;
  const auto opened = catalog.open(game);
  ASSERT_TRUE(opened);
  const auto census = (*opened)->solver().census("", {}, {});
  ASSERT_TRUE(census);
  const auto model = (*opened)->solver().promela("compact", {});
  ASSERT_TRUE(model) << model.error().message();
  Spin spin;
  spin.model(*model, "-O1 -DSAFETY -DNOREDUCE -DNOCLAIM");
  const std::string report = spin.run(search);
  EXPECT_EQ(Spin::stored(report), static_cast<long>(1 + census->all.positions + census->all.terminal + census->all.endless_moves))
      << report;
  EXPECT_EQ(Spin::errors(report), 0) << report;
}

TEST(Spin, CountsTheSamePositions) {
  if (!spin_is_here()) GTEST_SKIP() << "spin or gcc is not installed: no second opinion (scripts/setup installs them)";
  compare("bao:holes=2", "-m100000");
  compare("bao:holes=4", "-m1000000");
}

TEST(Spin, CountsTheSameOnFiveByTwo) {
  if (!std::getenv("BANMEN_LONG")) GTEST_SKIP() << "long: set BANMEN_LONG=1";
  if (!spin_is_here()) GTEST_SKIP() << "spin or gcc is not installed: no second opinion";
  compare("bao:holes=5", "-m10000000 -w24");
}

TEST(Spin, GivesTheSameVerdicts) {
  if (!spin_is_here()) GTEST_SKIP() << "spin or gcc is not installed: no second opinion (scripts/setup installs them)";
  const Catalog catalog;
  for (const std::string style : {"compact", "paper"}) {
    const auto game = catalog.open("bao:holes=4");
    const auto model = (*game)->solver().promela(style, {});
    ASSERT_TRUE(model);
    Spin spin;
    spin.model(*model, "-O1 -DNOREDUCE");
    for (const auto& [claim, property] : {std::pair{"ends", "ends"}, std::pair{"passes", "passes-turn"}}) {
      VerifyOptions options;
      options.property = property;
      const auto ours = (*game)->solver().verify("", options, {});
      ASSERT_TRUE(ours);
      const std::string report = spin.run(std::string("-a -m1000000 -N ") + claim);
      EXPECT_EQ(Spin::errors(report) == 0, ours->holds) << style << " " << claim << "\n" << report;
    }
  }
}

}  // namespace
}  // namespace banmen
