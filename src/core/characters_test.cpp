#include "core/characters.hpp"

#include <gtest/gtest.h>

namespace banmen {
namespace {

TEST(Characters, WideCharactersTakeTwoColumnsAndAccentsNone) {
  EXPECT_EQ(columns("game"), 4u);
  EXPECT_EQ(columns("盤面 ±½"), 7u);
  EXPECT_EQ(columns("e\u0301"), 1u);
  EXPECT_EQ(columns("が한😀"), 6u);
  EXPECT_EQ(columns(""), 0u);
}

TEST(Characters, HarmlessHasNoControlSequences) {
  EXPECT_EQ(harmless("盤面 bot"), "盤面 bot");
  EXPECT_EQ(harmless("a\033[2Jb\r\x7f"), "a.[2Jb..");
  EXPECT_EQ(harmless("\xc2\x9b"
                     "31m \x9b"
                     "31m"),
            ".31m .31m");  // one command, in two bytes and in one
  EXPECT_EQ(harmless("\xe7\x9b\xe7"), "...");
}

TEST(Characters, HarmlessShowsInvisibleCharacters) {
  EXPECT_EQ(harmless("a\u202eb\u2066c\u200bd\u200de\ufefff\u00adg\u061ch"), "a.b.c.d.e.f.g.h");
  EXPECT_EQ(harmless("\u2800\u3164\uffa0\U000e0041\U0001d173"), ".....");
  EXPECT_EQ(harmless("e\u0301 ½ 盤 😀"), "e\u0301 ½ 盤 😀");
  EXPECT_EQ(harmless("\xc0\xaf \xf8\x88\x80\x80 \xed\xa0\x80"), ". .... .");  // overlong, beyond Unicode, a surrogate
}

}  // namespace
}  // namespace banmen
