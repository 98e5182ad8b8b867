// The sheet against games with exactly known measures, and against the catalog's playouts.
#include "lab/measure.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "catalog/catalog.hpp"
#include "play/agents.hpp"

namespace banmen::lab {
namespace {

MeasureSheet sheet_of(const std::string& game, const MeasurePlan& plan, int threads = 1, std::uint64_t seed = 3) {
  static const Catalog catalog;
  const auto opened = catalog.open(game);
  EXPECT_TRUE(opened) << opened.error().message();
  Control control;
  control.threads = threads;
  control.seed = seed;
  const auto sheet = measure(
      **opened, plan, [&](const std::string& name) { return make_agent(**opened, name); }, control);
  EXPECT_TRUE(sheet) << sheet.error().message();
  return *sheet;
}

MeasurePlan without_ladder(std::uint64_t games) {
  MeasurePlan plan;
  plan.games = games;
  plan.ladder_games = 0;
  return plan;
}

/// Exact averages of random play of a two-player game: sums over decisions, shares of results.
struct Exact {
  double length = 0, moves = 0, first = 0, draw = 0;
};

Exact exactly(Session& session, std::map<std::string, Exact>& known) {
  const std::string here = session.position();
  if (const auto found = known.find(here); found != known.end()) return found->second;
  Exact sum;
  if (const auto result = session.result()) {
    sum.first = (*result)[0] > (*result)[1];
    sum.draw = (*result)[0] == (*result)[1];
  } else {
    const auto moves = session.moves();
    const auto n = static_cast<double>(moves.size());
    for (const std::string& move : moves) {
      EXPECT_TRUE(session.play(move));
      const Exact below = exactly(session, known);
      session.undo();
      sum.length += below.length / n;
      sum.moves += below.moves / n;
      sum.first += below.first / n;
      sum.draw += below.draw / n;
    }
    sum.length += 1;
    sum.moves += n;
  }
  known[here] = sum;
  return sum;
}

TEST(Measure, TicTacToeAgreesWithAllItsGames) {
  static const Catalog catalog;
  std::map<std::string, Exact> known;
  const auto game = catalog.open("tictactoe");
  const Exact exact = exactly(*(*game)->session(), known);
  EXPECT_NEAR(exact.first, 737.0 / 1260, 1e-12);
  EXPECT_NEAR(exact.draw, 8.0 / 63, 1e-12);
  const MeasureSheet sheet = sheet_of("tictactoe", without_ladder(4000));
  EXPECT_EQ(sheet.games, 4000u);
  EXPECT_NEAR(sheet.length.mean, exact.length, 4 * sheet.length.error);
  // Decisions of one game are correlated, so the error of the branching is somewhat larger than that of independent ones.
  EXPECT_NEAR(sheet.branching.mean, exact.moves / exact.length, 8 * sheet.branching.error);
  EXPECT_NEAR(sheet.draws.share, exact.draw, 4 * std::sqrt(exact.draw * (1 - exact.draw) / 4000));
  EXPECT_NEAR(sheet.first_wins.share, exact.first / (1 - exact.draw), 0.04);
  EXPECT_NEAR(sheet.first_score, exact.first + exact.draw / 2, 0.03);
  EXPECT_LT(sheet.first_interval.low, sheet.first_score);
  EXPECT_GT(sheet.first_interval.low, 0.6);
  EXPECT_DOUBLE_EQ(sheet.refinement, std::sqrt(sheet.branching.mean) / sheet.length.mean);
  EXPECT_EQ(sheet.draws.part + sheet.decided.part, 4000u);
  // The game has no score, and there is no judge.
  EXPECT_EQ(sheet.lead_by, "");
  EXPECT_NE(sheet.lead_why, "");
}

TEST(Measure, BestPlayOfTicTacToeIsDrawn) {
  MeasurePlan plan = without_ladder(20);
  plan.agent = "alphabeta:depth=9";
  const MeasureSheet sheet = sheet_of("tictactoe", plan);
  EXPECT_EQ(sheet.draws.part, 20u);
  EXPECT_EQ(sheet.length.mean, 9);
  EXPECT_EQ(sheet.length.variance, 0);
  EXPECT_DOUBLE_EQ(sheet.branching.mean, 5);
  EXPECT_DOUBLE_EQ(sheet.first_score, 0.5);
}

TEST(Measure, AgreesWithPlayoutsOverPassesAndDice) {
  static const Catalog catalog;
  for (const char* game : {"reversi:size=4", "yonin:size=4", "bao:holes=4", "backgammon:checkers=2"}) {
    const MeasureSheet sheet = sheet_of(game, without_ladder(1500));
    const auto report = (*catalog.open(game))->playout("", 20000, 100000, {});
    ASSERT_TRUE(report);
    EXPECT_NEAR(sheet.branching.mean, report->branching.mean, 10 * sheet.branching.error) << game;
    EXPECT_NEAR(sheet.branching.variance, report->branching.variance, 0.15 * report->branching.variance) << game;
    EXPECT_NEAR(sheet.length.mean, report->length.mean, 5 * sheet.length.error) << game;
  }
}

TEST(Measure, TheSameForAnyNumberOfThreads) {
  MeasurePlan plan;
  plan.games = 60;
  plan.ladder_games = 8;
  plan.ladder = {"uct:playouts=5", "uct:playouts=20"};
  const MeasureSheet one = sheet_of("yonin:size=4", plan, 1), three = sheet_of("yonin:size=4", plan, 3);
  EXPECT_EQ(one.branching.mean, three.branching.mean);
  EXPECT_EQ(one.length.variance, three.length.variance);
  EXPECT_EQ(one.lead_changes.mean, three.lead_changes.mean);
  EXPECT_EQ(one.settled.mean, three.settled.mean);
  EXPECT_EQ(one.draws.part, three.draws.part);
  ASSERT_EQ(one.seats.size(), 4u);
  for (std::size_t seat = 0; seat < 4; ++seat) {
    EXPECT_EQ(one.seats[seat].rank.mean, three.seats[seat].rank.mean);
    EXPECT_EQ(one.seats[seat].gain, three.seats[seat].gain);
  }
  ASSERT_EQ(one.ladder.size(), 1u);
  EXPECT_EQ(one.ladder[0].stronger.wins, three.ladder[0].stronger.wins);
  EXPECT_EQ(one.ladder[0].stronger.score, three.ladder[0].stronger.score);
}

TEST(Measure, CooperationNeedsIndependentSeats) {
  const MeasureSheet alone = sheet_of("yonin:size=4", without_ladder(50));
  EXPECT_TRUE(alone.seats[0].rank_when_facing_first);
  EXPECT_EQ(alone.lead_by, "score");
  const MeasureSheet team = sheet_of("yonin:size=4,mode=team", without_ladder(50));
  EXPECT_FALSE(team.seats[0].rank_when_facing_first);
  EXPECT_EQ(team.seats[0].wins, team.seats[2].wins);
}

/// Mean rank, and mean rank given that the facing seat came first, counted by hand from the games themselves.
TEST(Measure, CooperationIsCountedFromTheGames) {
  static const Catalog catalog;
  const auto opened = catalog.open("yonin:size=4");
  Control control;
  control.seed = 11;
  MatchPlan plan;
  plan.agents.assign(4, "random");
  plan.games = 80;
  plan.own_openings = true;
  std::vector<std::vector<long>> results;
  MatchKeeper keeper;
  keeper.keep = [&](const MatchGame& game) -> Result<void> {
    results.push_back(game.result);
    return {};
  };
  const auto make = [&](const std::string& name) { return make_agent(**opened, name); };
  ASSERT_TRUE(play_match(**opened, plan, make, keeper, control));
  const auto sheet = measure(**opened, without_ladder(80), make, control);
  ASSERT_TRUE(sheet);
  double sum = 0, given = 0, games = 0, beside = 0, beside_games = 0;
  for (const auto& result : results) {
    int mine = 1, facing = 1;
    for (int other = 0; other < 4; ++other) {
      mine += result[static_cast<std::size_t>(other)] > result[1];
      facing += result[static_cast<std::size_t>(other)] > result[3];
    }
    sum += mine;
    const long best = *std::max_element(result.begin(), result.end());
    if (result[0] == best || result[2] == best) {
      beside += mine;
      beside_games += 1;
    }
    if (facing != 1) continue;
    given += mine;
    games += 1;
  }
  EXPECT_DOUBLE_EQ(sheet->seats[1].rank.mean, sum / 80);
  ASSERT_GT(games, 0);
  EXPECT_DOUBLE_EQ(sheet->seats[1].rank_when_facing_first->mean, given / games);
  ASSERT_GT(beside_games, 0);
  EXPECT_NEAR(sheet->seats[1].gain, beside / beside_games - given / games, 1e-12);
}

TEST(Measure, UsesAJudgeForTheLead) {
  MeasurePlan plan = without_ladder(10);
  plan.judge = 30;
  const MeasureSheet sheet = sheet_of("tictactoe", plan);
  EXPECT_EQ(sheet.lead_by, "30 random games from each position");
  EXPECT_EQ(sheet.lead_changes.n, 10u);
  EXPECT_GT(sheet.settled.mean, 0);
  EXPECT_LE(sheet.settled.mean, 1);
}

TEST(Measure, OmitsTheLeadWithoutAnInformativeScore) {
  const MeasureSheet sheet = sheet_of("backgammon:checkers=1", without_ladder(20));
  EXPECT_EQ(sheet.lead_by, "");
  EXPECT_NE(sheet.lead_why.find("no side ever led"), std::string::npos);
}

TEST(Measure, UsualLadders) {
  static const Catalog catalog;
  EXPECT_EQ(usual_ladder(**catalog.open("reversi"))[0], "alphabeta:depth=1");
  EXPECT_EQ(usual_ladder(**catalog.open("reversi")).size(), 4u);
  EXPECT_EQ(usual_ladder(**catalog.open("backgammon")), (std::vector<std::string>{"expectimax:depth=1", "expectimax:depth=2"}));
  EXPECT_EQ(usual_ladder(**catalog.open("hichain"))[0], "uct:playouts=10");
  EXPECT_EQ(usual_ladder(**catalog.open("tictactoe"))[0], "uct:playouts=10");
  for (const GameEntry& entry : catalog.entries()) {
    const auto game = catalog.open(entry.id);
    ASSERT_TRUE(game);
    for (const std::string& name : usual_ladder(**game)) {
      const auto agent = make_agent(**game, name);
      EXPECT_TRUE(agent) << entry.id << ": " << agent.error().message();
    }
    EXPECT_GE(usual_ladder(**game).size(), 2u) << entry.id;
  }
}

}  // namespace
}  // namespace banmen::lab
