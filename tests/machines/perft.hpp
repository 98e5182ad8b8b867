// The golden counts of a game (tests/golden/README.md), without the catalog.
#pragma once

#include <fstream>
#include <sstream>

#include "conformance/conformance.hpp"
#include "solve/perft.hpp"

namespace banmen::tests {

template <NativeGame G>
class PerftTest : public ::testing::Test {
 public:
  void TestBody() override {
    std::ifstream file(BANMEN_SOURCE_DIR "/tests/golden/" + std::string(G::id()) + ".txt");
    ASSERT_TRUE(file);
    int counted = 0;
    for (std::string line; std::getline(file, line);) {
      std::istringstream words(line);
      std::string word, text;
      if (!(words >> word >> text) || word != "perft") continue;
      SCOPED_TRACE(text);
      const auto name = read_name(text);
      ASSERT_TRUE(name) << name.error().message();
      const auto values = check_values(G::id(), G::parameters(), name->given);
      ASSERT_TRUE(values) << values.error().message();
      if (!fits<G>(*values)) continue;
      const auto g = G::make(*values);
      ASSERT_TRUE(g) << g.error().message();
      // "-" means no count.
      std::vector<std::string> leaves;
      while (words >> word) leaves.push_back(word);
      const auto report = perft(*g, g->initial(), static_cast<int>(leaves.size()), Control{});
      for (std::size_t depth = 0; depth < leaves.size(); ++depth)
        if (leaves[depth] != "-") {
          EXPECT_EQ(std::to_string(report.leaves[depth]), leaves[depth]) << "at depth " << depth + 1;
        }
      ++counted;
    }
    if (counted == 0) GTEST_SKIP() << "no count of this class of " << G::id();
  }
};

template <NativeGame G>
bool register_perft(const char* game) {
  ::testing::RegisterTest("Perft", game, nullptr, nullptr, __FILE__, __LINE__,
                          []() -> ::testing::Test* { return new PerftTest<G>; });
  return true;
}

}  // namespace banmen::tests
