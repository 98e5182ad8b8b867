// Dice at tables: chi-squared test of throws over random seeds.
#include <gtest/gtest.h>

#include <map>

#include "catalog/catalog.hpp"
#include "core/random.hpp"
#include "play/live_game.hpp"
#include "serve/guard.hpp"

namespace banmen::serve {
namespace {

TEST(Throws, AreUniformOverManyTables) {
  const Catalog catalog;
  const std::shared_ptr<const OpenGame> backgammon = *catalog.open("backgammon");
  std::uint64_t drawn = 0;
  const RandomBytes random = [&](std::size_t count) {
    std::string bytes(count, '\0');
    Random stream(20261116, ++drawn);
    for (char& byte : bytes) byte = static_cast<char>(stream.below(256));
    return bytes;
  };
  std::map<std::string, int> thrown;
  int throws = 0;
  while (throws < 100'000) {
    LiveGame game({backgammon, backgammon->session()}, {"human", "human"}, new_seed(random));
    while (!game.is_over() && throws < 100'000) {
      if (game.session().turn() != chance) {
        ASSERT_TRUE(game.settle(game.session().moves().front()));
        continue;
      }
      const bool opening = game.session().history().empty();  // the opening throw is never a double
      const auto text = game.roll();
      ASSERT_TRUE(text);
      if (opening) continue;
      ++thrown[*text];
      ++throws;
    }
  }
  ASSERT_EQ(thrown.size(), 21U);
  double chi = 0;
  for (const auto& [text, count] : thrown) {
    const double expected = throws * (text.front() == text.back() ? 1.0 : 2.0) / 36;
    chi += (count - expected) * (count - expected) / expected;
  }
  EXPECT_LT(chi, 65.4);  // 20 degrees of freedom, p = 1e-6
}

}  // namespace
}  // namespace banmen::serve
