// The catalog's interfaces for every game and parameter set: sessions in text, and jobs with any number of threads.
#include "catalog/catalog.hpp"

#include <gtest/gtest.h>

#include <set>

#include "parameter_sets.hpp"

namespace banmen::tests {
namespace {

TEST(Catalog, EveryGameHasParameterSets) {
  const Catalog catalog;
  for (const GameEntry& entry : catalog.entries())
    EXPECT_FALSE(parameter_sets_of(entry.id).empty()) << "tests/parameter_sets.txt has no line for " << entry.id;
}

TEST(Catalog, EveryParameterSetOpens) {
  const Catalog catalog;
  for (const ParameterSet& set : parameter_sets()) {
    const auto game = catalog.open(set.name);
    ASSERT_TRUE(game) << set.name << ": " << game.error().message();
    const auto again = catalog.open((*game)->name());
    ASSERT_TRUE(again) << "the canonical name " << (*game)->name() << " is refused: " << again.error().message();
    EXPECT_EQ((*again)->name(), (*game)->name());
  }
}

// A game has one canonical name, so stored results are found under any spelling.
TEST(Catalog, OneNameForOneGame) {
  const Catalog catalog;
  const auto name = [&](const char* written) { return (*catalog.open(written))->name(); };
  EXPECT_EQ(name("amazons:size=8x8"), "amazons:size=8");
  EXPECT_EQ(name("amazons:size=10x10"), "amazons");
  EXPECT_EQ(name("amazons:size=8x10"), "amazons:size=8x10");
  EXPECT_EQ(name("reversi:size=6x6"), "reversi:size=6");
  EXPECT_EQ(name("reversi:size=06"), "reversi:size=6");
  EXPECT_EQ(name("reversi:size=8x8"), "reversi");
  EXPECT_EQ(name("yonin:size=8x8"), "yonin");
  EXPECT_EQ(name("bao:holes=04"), "bao:holes=4");
  const auto reversi = catalog.open("reversi");
  EXPECT_EQ((*(*reversi)->search().agent("uct:c=1.50,playouts=0500"))->name(), "uct:playouts=500,c=1.5");
}

TEST(Catalog, EntriesAreDescribed) {
  std::set<std::string> ids;
  const Catalog catalog;
  for (const GameEntry& entry : catalog.entries()) {
    EXPECT_TRUE(ids.insert(entry.id).second) << entry.id << " twice";
    EXPECT_FALSE(entry.title.empty()) << entry.id;
    std::set<std::string> names;
    for (const Parameter& parameter : entry.parameters) {
      EXPECT_TRUE(names.insert(parameter.name).second) << entry.id << ": " << parameter.name << " twice";
      EXPECT_FALSE(parameter.help.empty()) << entry.id << ": " << parameter.name << " has no line of help";
      EXPECT_FALSE(parameter.range().empty()) << entry.id << ": " << parameter.name << " has no range";
      EXPECT_TRUE(check_values(entry.id, entry.parameters, {{parameter.name, parameter.fallback}}))
          << entry.id << ": the default " << parameter.name << "=" << parameter.fallback << " is refused";
    }
  }
}

class EverySet : public ::testing::TestWithParam<ParameterSet> {
 protected:
  void SetUp() override {
    auto opened = Catalog().open(GetParam().name);
    ASSERT_TRUE(opened) << opened.error().message();
    game_ = std::move(*opened);
  }
  std::unique_ptr<OpenGame> game_;
};

TEST_P(EverySet, SessionsReplayAndUndo) {
  for (std::uint64_t game = 0; game < 3; ++game) {
    const auto session = game_->session();
    Random random(5, game);
    std::vector<std::string> positions{session->position()};
    for (int ply = 0; ply < 200 && !session->is_over(); ++ply) {
      EXPECT_FALSE(session->result());
      const auto moves = session->moves();
      const auto played = session->play_random(random);
      ASSERT_TRUE(played);
      EXPECT_NE(std::find(moves.begin(), moves.end(), *played), moves.end()) << *played << " is not among the moves";
      positions.push_back(session->position());
    }
    if (session->is_over()) {
      ASSERT_TRUE(session->result());
      EXPECT_EQ(session->result()->size(), static_cast<std::size_t>(game_->players()));
      EXPECT_EQ(session->turn_name(), "over");
      EXPECT_FALSE(session->play("a1")) << "a move after the end";
    }
    EXPECT_EQ(session->score().size(), static_cast<std::size_t>(game_->players()));

    const auto replay = game_->session();
    for (const std::string& move : session->history()) {
      const auto played = replay->play(move);
      ASSERT_TRUE(played) << move << ": " << played.error().message();
    }
    EXPECT_EQ(replay->position(), session->position());
    EXPECT_EQ(replay->score(), session->score());
    EXPECT_EQ(replay->result(), session->result());
    for (std::size_t i = positions.size(); i-- > 1;) {
      EXPECT_EQ(replay->position(), positions[i]);
      ASSERT_TRUE(replay->undo());
    }
    EXPECT_EQ(replay->position(), positions.front());
    EXPECT_FALSE(replay->undo()) << "undo before the start";

    ASSERT_TRUE(replay->restart(positions[positions.size() / 2])) << positions[positions.size() / 2];
    EXPECT_EQ(replay->position(), positions[positions.size() / 2]);
  }
}

TEST_P(EverySet, RefusedInputChangesNothing) {
  const auto session = game_->session();
  const std::string before = session->position();
  for (const char* bad : {"", "?", "no such move", "zz99", "\xff\xff"}) {
    const auto played = session->play(bad);
    ASSERT_FALSE(played) << "'" << bad << "' was played";
    EXPECT_FALSE(played.error().message().empty());
    EXPECT_FALSE(session->restart(bad)) << "'" << bad << "' is a position?";
  }
  EXPECT_EQ(session->position(), before);
  EXPECT_TRUE(session->history().empty());
}

TEST_P(EverySet, JobsDoNotDependOnThreads) {
  Control one, three;
  one.seed = three.seed = 17;
  three.threads = 3;
  const auto a = game_->playout("", 600, 1000, one), b = game_->playout("", 600, 1000, three);
  ASSERT_TRUE(a && b);
  EXPECT_EQ(a->games + a->unfinished, 600u);
  EXPECT_EQ(a->checksum, b->checksum);
  EXPECT_EQ(a->games, b->games);
  EXPECT_EQ(a->branching.mean, b->branching.mean);
  EXPECT_EQ(a->branching.variance, b->branching.variance);
  EXPECT_EQ(a->length.variance, b->length.variance);
  EXPECT_EQ(a->by_ply, b->by_ply);
  for (std::size_t seat = 0; seat < a->results.size(); ++seat) {
    EXPECT_EQ(a->results[seat].mean, b->results[seat].mean);
    EXPECT_EQ(a->results[seat].wins, b->results[seat].wins);
    EXPECT_EQ(a->results[seat].draws, b->results[seat].draws);
  }
  const auto p = game_->perft("", 2, one), q = game_->perft("", 2, three);
  ASSERT_TRUE(p && q);
  EXPECT_EQ(p->leaves, q->leaves);
  EXPECT_EQ(p->leaves.at(0), game_->session()->moves().size());
}

std::string test_name(const ::testing::TestParamInfo<ParameterSet>& info) {
  std::string name = std::to_string(info.index) + "_" + info.param.name;
  for (char& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  return name;
}

INSTANTIATE_TEST_SUITE_P(ParameterSets, EverySet, ::testing::ValuesIn(parameter_sets()), test_name);

}  // namespace
}  // namespace banmen::tests
