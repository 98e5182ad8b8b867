// Experiment files: mistakes are reported with file, line, key and hint; factors expand.
#include "lab/experiment.hpp"

#include <gtest/gtest.h>

#include "lab/campaign.hpp"
#include "lab/run.hpp"
#include "research/studies.hpp"

namespace banmen::lab {
namespace {

const std::string good = R"(name = "t"
[[experiment]]
id = "one"
kind = "playout"
game = "{game}:size={size}"
games = 100
quick = 10
measures = ["moves", "length"]
[experiment.factors]
game = ["reversi", "yonin"]
size = [6, 8]
[[experiment.printed]]
at = { game = "yonin", size = 6 }
games = 50
values = { moves = 3.87, length = "33.50" }
)";

Result<ExperimentFile> read(const std::string& text) {
  const auto toml = TomlFile::parse(text, "x.toml");
  if (!toml) return fail(toml.error());
  return read_experiments(*toml, "x.toml");
}

std::string mistake(std::string text, const std::string& old, const std::string& other) {
  const std::size_t at = text.find(old);
  EXPECT_NE(at, std::string::npos) << old;
  text.replace(at, old.size(), other);
  const auto file = read(text);
  if (!file) return file.error().message();
  const Catalog catalog;
  const auto campaign = prepare(catalog, *file, true);
  return campaign ? "" : campaign.error().message();
}

TEST(Experiments, FactorsExpandInTheOrderOfTheFile) {
  const auto file = read(good);
  ASSERT_TRUE(file) << file.error().message();
  const auto cells = expand(*file, true);
  ASSERT_EQ(cells.size(), 4u);
  EXPECT_EQ(text_of(cells[1].factors), "game=reversi, size=8");
  EXPECT_EQ(cells[2].texts.at("game"), "yonin:size=6");
  EXPECT_EQ(cells[2].games, 100u);
  EXPECT_EQ(expand(*file, false)[2].games, 10u);
  ASSERT_EQ(file->experiments[0].printed.size(), 2u);
  // A figure printed with two decimals has half a unit of the second as its rounding error.
  for (const Printed& p : file->experiments[0].printed) EXPECT_DOUBLE_EQ(p.half_unit, 0.005) << p.measure;
}

TEST(Experiments, ReportFileLineKeyAndHint) {
  EXPECT_EQ(mistake(good, "games = 100", "gmaes = 100"),
            "x.toml: line 2, column 1: experiment: 'games' is missing (is 'gmaes' in line 6 a misspelling?)");
  EXPECT_EQ(mistake(good, "quick = 10", "qiuck = 10"),
            "x.toml: line 7, column 1: there is no key 'qiuck' in experiment (did you mean 'quick'?)");
  EXPECT_EQ(mistake(good, "kind = \"playout\"", "kind = \"playuot\""),
            "x.toml: line 4, column 8: experiment.kind: there is no 'playuot' (did you mean 'playout'?)");
  EXPECT_EQ(mistake(good, "size={size}", "size={sise}"),
            "x.toml: line 5, column 8: experiment.game: there is no factor 'sise' (did you mean 'size'?)");
  EXPECT_EQ(mistake(good, "games = 100", "games = 0"),
            "x.toml: line 6, column 9: experiment.games: 0 is out of range (1..1000000000)");
  EXPECT_EQ(mistake(good, "at = { game = \"yonin\"", "at = { game = \"yonim\""),
            "x.toml: line 13, column 15: experiment.printed.at.game: the factor has no value 'yonim' (did you mean 'yonin'?)");
  EXPECT_EQ(mistake(good, "values = { moves", "values = { movs"),
            "x.toml: line 15, column 19: experiment.printed.values.movs: there is no such measure in this experiment (did you mean "
            "'moves'?)");
}

TEST(Experiments, RefuseFactorsUsedNowhere) {
  EXPECT_EQ(
      mistake(good, "size={size}", "size=8"),
      "x.toml: line 11, column 8: experiment.factors.size: the factor is used nowhere, so every game would be played once for "
      "each of its values (write {size} where its values belong, or name the factor 'seed' to play other games)");
  // A factor that only selects the value of a lookup is used, if the lookup is.
  const std::string looked_up =
      "[experiment.factors]\nlayout = [\"a\", \"b\"]\n[experiment.lookup.board]\nby = \"layout\"\na = "
      "\"6\"\nb = \"8\"\n";
  std::string by_lookup = good;
  by_lookup.replace(by_lookup.find("[experiment.factors]\n"), 21, looked_up).erase(by_lookup.find("[[experiment.printed]]"));
  by_lookup.erase(by_lookup.find("game = [\"rev"));
  const auto wrong = [&](const std::string& game) { return mistake(by_lookup, "{game}:size={size}", game); };
  EXPECT_EQ(wrong("reversi:size={board}"), "");
  EXPECT_NE(wrong("reversi").find("experiment.factors.layout: the factor is used nowhere"), std::string::npos);
}

TEST(Experiments, SeedsAreFactors) {
  std::string text = good;
  text.replace(text.find("size = [6, 8]"), 13, "size = [6, 8]\nseed = \"1..2\"");
  const auto file = read(text);
  ASSERT_TRUE(file) << file.error().message();
  const auto cells = expand(*file, true);
  ASSERT_EQ(cells.size(), 8U);
  EXPECT_EQ(cells[0].seed, 1U);
  EXPECT_EQ(cells[1].seed, 2U);
  // The games of a cell are those of an experiment with its seed.
  const Catalog catalog;
  const auto by_factor = prepare(catalog, *file, true), plain = prepare(catalog, *read(good), true, 2);
  ASSERT_TRUE(by_factor && plain);
  EXPECT_EQ(by_factor->ids[1], plain->ids[0]);
  EXPECT_NE(mistake(text, "\"1..2\"", "[\"one\"]").find("experiment.factors.seed: expected whole numbers, 0 or more"),
            std::string::npos);
  // Nothing is random in a job that runs once.
  const std::string once =
      "name = \"t\"\n[[experiment]]\nid = \"one\"\nkind = \"perft\"\ngame = \"reversi\"\ndepth = "
      "2\n[experiment.factors]\nseed = [1, 2]\n";
  EXPECT_NE(mistake(once, "[1, 2]", "[1, 3]").find("a job of this kind has no seed"), std::string::npos);
}

TEST(Experiments, CheckGamesAndAgentsBeforeRunning) {
  const std::string said = mistake(good, "\"reversi\"", "\"revresi\"");
  EXPECT_NE(said.find("x.toml: line 5: one (game=revresi, size=6): game: there is no game 'revresi' (did you mean 'reversi'?)"),
            std::string::npos)
      << said;
  EXPECT_NE(mistake(good, "size = [6, 8]", "size = [6, 7]").find("x.toml: line 5: one (game=reversi, size=7): game: "),
            std::string::npos);
}

TEST(Experiments, PapersAreValid) {
  const Catalog catalog(studies_of);
  std::size_t printed = 0;
  EXPECT_EQ(embedded_papers().size(), 5u);
  for (const EmbeddedFile& paper : embedded_papers()) {
    const auto toml = TomlFile::parse(paper.content, std::string(paper.name));
    ASSERT_TRUE(toml) << toml.error().message();
    const auto file = read_experiments(*toml, std::string(paper.name));
    ASSERT_TRUE(file) << file.error().message();
    for (const bool full : {false, true}) {
      const auto campaign = prepare(catalog, *file, full);
      ASSERT_TRUE(campaign) << campaign.error().message();
    }
    for (const Experiment& e : file->experiments) printed += e.printed.size();
  }
  EXPECT_GT(printed, 200u);
}

TEST(Experiments, CellIdsDependOnEverySetting) {
  const Catalog catalog;
  const auto file = read(good);
  ASSERT_TRUE(file);
  const auto a = prepare(catalog, *file, true), quick = prepare(catalog, *file, false), other = prepare(catalog, *file, true, 2);
  ASSERT_TRUE(a && quick && other);
  EXPECT_EQ(a->ids, quick->ids);  // the number of games is no setting
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t j = 0; j < 4; ++j) {
      EXPECT_NE(a->ids[i], other->ids[j]);
      if (i != j) {
        EXPECT_NE(a->ids[i], a->ids[j]);
      }
    }
}

}  // namespace
}  // namespace banmen::lab
