// Mistakes are reported with file, line, column and the nearest key; only the first counts.
#include "lab/toml.hpp"

#include <gtest/gtest.h>

namespace banmen::lab {
namespace {

/// Reads a small schema; returns the first mistake, or an empty text.
std::string mistake(std::string_view text) {
  const auto file = TomlFile::parse(text, "x.toml");
  if (!file) return file.error().message();
  TomlTable top = file->top();
  (void)top["name"].text();
  (void)top.integer("games", 10, 1, 100);
  (void)top.real("share", 0.5, 0, 1);
  (void)top.flag("quick", false);
  (void)top.choice("kind", {"playout", "match"});
  if (const auto factors = top.find("factors"))
    for (const auto& [key, value] : factors->table().all()) (void)value.plain();
  for (TomlTable row : top.tables("row")) {
    (void)row["depth"].integer(1, 20);
    row.done();
  }
  top.done();
  const auto verdict = file->verdict();
  return verdict ? "" : verdict.error().message();
}

TEST(Toml, ReportsPlaceAndNearestKey) {
  EXPECT_EQ(mistake("name = 'a'\ngames = 3\nshare = 1\n[[row]]\ndepth = 2\n"), "");
  EXPECT_EQ(mistake("name = 'a'\n  gmaes = 3\n"), "x.toml: line 2, column 3: there is no key 'gmaes' (did you mean 'games'?)");
  EXPECT_EQ(mistake("name = 'a'\n[[row]]\ndepth = 2\n[[row]]\ndepth = 2\ndepht = 3\n"),
            "x.toml: line 6, column 1: there is no key 'depht' in row (did you mean 'depth'?)");
  EXPECT_EQ(mistake("games = 3\nnme = 'a'\n"), "x.toml: line 1, column 1: 'name' is missing (is 'nme' in line 2 a misspelling?)");
  EXPECT_EQ(mistake("name = 'a'\nkind = 'matsch'\n"),
            "x.toml: line 2, column 8: kind: there is no 'matsch' (did you mean 'match'?)");
}

TEST(Toml, WrongTypesAndRanges) {
  EXPECT_EQ(mistake("name = 3\n"), "x.toml: line 1, column 8: name: expected a text, got a whole number (write \"3\")");
  EXPECT_EQ(mistake("name = ''\n"), "x.toml: line 1, column 8: name: the text is empty");
  EXPECT_EQ(mistake("name = \"\\u001b[2J\"\n"),
            "x.toml: line 1, column 8: name: the text has a control character or an invisible one");
  EXPECT_EQ(mistake("name = 'a'\nfactors = {a = \"\\u202e\"}\n"),
            "x.toml: line 2, column 16: factors.a: the text has a control character or an invisible one");
  EXPECT_EQ(mistake("name = 'a'\nfactors = {\"\\u001b\" = 1}\n"),
            "x.toml: line 2, column 23: factors.\u001b: the key has a control character or an invisible one");
  EXPECT_EQ(mistake("name = \"\"\"盤面\nin two lines\"\"\"\n"), "");
  EXPECT_EQ(mistake("name = 'a'\ngames = 0\n"), "x.toml: line 2, column 9: games: 0 is out of range (1..100)");
  EXPECT_EQ(mistake("name = 'a'\ngames = 1.5\n"), "x.toml: line 2, column 9: games: expected a whole number, got a number");
  EXPECT_EQ(mistake("name = 'a'\nshare = nan\n"), "x.toml: line 2, column 9: share: nan is out of range (0..1)");
  EXPECT_EQ(mistake("name = 'a'\nquick = 'yes'\n"), "x.toml: line 2, column 9: quick: expected true or false, got a text");
  EXPECT_EQ(mistake("name = 'a'\nrow = 3\n"), "x.toml: line 2, column 7: row: expected a list, got a whole number");
  EXPECT_EQ(mistake("name = 'a'\n[row]\ndepth = 2\n"),
            "x.toml: line 2, column 1: row: expected a list of tables, not a single one (write [[row]])");
}

TEST(Toml, OnlyTheFirstMistakeCounts) {
  EXPECT_EQ(mistake("name = 3\ngames = 0\nfoo = 1\n"),
            "x.toml: line 1, column 8: name: expected a text, got a whole number (write \"3\")");
}

TEST(Toml, ReportsThePlaceOfSyntaxErrors) {
  const std::string said = mistake("name = 'a'\ngames = = 3\n");
  EXPECT_EQ(said.find("x.toml: line 2, column 9"), 0u) << said;
}

TEST(Toml, ArbitraryKeysKeepTheOrderOfTheFile) {
  const auto file = TomlFile::parse("[factors]\nzeta = [1, 'b', true, 0.5]\nalpha = [2]\n", "x.toml");
  ASSERT_TRUE(file);
  TomlTable top = file->top();
  const auto all = top["factors"].table().all();
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].first, "zeta");
  std::string plain;
  for (const TomlValue& v : all[0].second.list()) plain += v.plain() + " ";
  EXPECT_EQ(plain, "1 b true 0.5 ");
  EXPECT_EQ(all[1].second.line(), 3);
  all[1].second.wrong("there is no such board", "one of: a, b");
  EXPECT_EQ(file->verdict().error().message(), "x.toml: line 3, column 9: factors.alpha: there is no such board (one of: a, b)");
}

}  // namespace
}  // namespace banmen::lab
