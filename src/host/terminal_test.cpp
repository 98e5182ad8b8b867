#include "host/terminal.hpp"

#include <gtest/gtest.h>

namespace banmen {
namespace {

TEST(Terminal, CutsOnlyTextThatDoesNotFit) {
  EXPECT_EQ(cut("abcdef", 6), "abcdef");
  EXPECT_EQ(cut("abcdef", 5), "abcd…");
  EXPECT_EQ(cut("盤面盤面", 8), "盤面盤面");
  EXPECT_EQ(cut("盤面盤面", 6), "盤面…");  // half a character counts as none: five columns
  EXPECT_EQ(cut("盤面", 1), "…");
  EXPECT_EQ(cut("盤面", 0), "");
  for (std::size_t width = 0; width < 20; ++width) EXPECT_LE(columns(cut("10 of 盤面 ── ½ games, 3 s", width)), width);
}

TEST(Terminal, BytesThatAreNoTextHarmNothing) {
  EXPECT_EQ(cut("\xe7\x9b", 10), "\xe7\x9b");
  EXPECT_EQ(columns("\xff\xfe"), 2u);
}

TEST(Terminal, WrapsBetweenWords) {
  EXPECT_EQ(wrapped("a board  of 盤面", 8), (std::vector<std::string>{"a board", "of 盤面"}));
  EXPECT_EQ(wrapped("extraordinary", 5), (std::vector<std::string>{"extraordinary"}));
  EXPECT_EQ(wrapped("", 5), (std::vector<std::string>{""}));
}

TEST(Terminal, HasADefaultWidth) { EXPECT_EQ(terminal_size(-1).columns, 80u); }

}  // namespace
}  // namespace banmen
