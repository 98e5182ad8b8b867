// Every count of tests/golden/amazons-perft.json; the large ones only with BANMEN_LONG=1.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "catalog/catalog.hpp"

namespace banmen {

namespace {
struct LeftOut {
  const char* board;
  int depth;
  std::uint64_t ended;  // games, counted over all lines of play
};
constexpr LeftOut left_out[] = {{".....o/....../....../....../....../x.....", 3, 4},
                                {"......o/......./......./......./......./......./x......", 3, 4},
                                {"...o../....../....../....../....../..x...", 4, 972}};
}  // namespace

TEST(AmazonsGolden, EveryCountOfTheFile) {
  std::ifstream file(BANMEN_SOURCE_DIR "/tests/golden/amazons-perft.json");
  ASSERT_TRUE(file);
  const auto entries = nlohmann::json::parse(file);
  const char* setting = std::getenv("BANMEN_LONG");
  const std::uint64_t most = setting != nullptr && std::string(setting) == "1" ? ~0ULL : 20'000'000;
  const Catalog catalog;
  Control control;
  control.threads = 2;
  // The deepest expected count of a board yields all the shallower ones.
  std::map<std::string, std::map<int, std::uint64_t>> wanted;
  int checked = 0;
  for (const auto& entry : entries) {
    if (entry["leaves"].get<std::uint64_t>() > most) continue;
    const std::string variant = entry["variant"];
    const std::string name = "amazons:board=" + entry["board"].get<std::string>() +
                             (variant == "amazons"  ? ""
                              : variant == "knight" ? ",piece=knight"
                                                    : ",piece=knight,arrow=knight");
    const int depth = entry["depth"];
    std::uint64_t leaves = entry["leaves"];
    // Three rows omit games that ended earlier, which count as one leaf each everywhere else.
    for (const auto& [board, plies, ended] : left_out)
      if (variant == "amazons" && entry["board"] == board && depth == plies) leaves += ended;
    wanted[name][depth] = leaves;
  }
  for (const auto& [name, depths] : wanted) {
    const auto game = catalog.open(name);
    ASSERT_TRUE(game) << game.error().message();
    const auto report = (*game)->perft("", depths.rbegin()->first, control);
    ASSERT_TRUE(report);
    for (const auto& [depth, leaves] : depths) {
      EXPECT_EQ(report->leaves[static_cast<std::size_t>(depth - 1)], leaves) << name << " depth " << depth;
      ++checked;
    }
  }
  EXPECT_GT(checked, most == ~0ULL ? 213 : 190);
}

}  // namespace banmen
