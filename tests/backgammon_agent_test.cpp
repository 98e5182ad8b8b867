// Playing strength in backgammon against random play and GNU Backgammon, and handling of corrupt databases.
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

#include "catalog/catalog.hpp"
#include "lab/match.hpp"
#include "play/agents.hpp"

namespace banmen {
namespace {

lab::MatchReport play(const std::string& game, std::vector<std::string> agents, std::uint64_t games) {
  static const Catalog catalog;
  const auto opened = catalog.open(game);
  EXPECT_TRUE(opened) << opened.error().message();
  Control control;
  control.threads = 2;
  control.seed = 3;
  lab::MatchPlan plan;
  plan.agents = std::move(agents);
  plan.games = games;
  const auto report = lab::play_match(
      **opened, plan, [&](const std::string& name) { return make_agent(**opened, name); }, {}, control);
  EXPECT_TRUE(report) << report.error().message();
  return *report;
}

}  // namespace

TEST(BackgammonAgent, CrushesRandomPlay) {
  const auto report = play("backgammon", {"expectimax:depth=1", "random"}, 100);
  EXPECT_GE(report.agents[0].wins, 99u);
}

// Through its command line. Winning rates are in docs/games/backgammon/findings.md; here every answer must be understood and legal.
TEST(BackgammonAgent, PlaysGnubg) {
  if (std::ifstream("/usr/games/gnubg").fail()) GTEST_SKIP() << "gnubg is not installed";
  const auto report =
      play("backgammon:payoff=money", {"expectimax:depth=1", "engine:cmd=python3 " BANMEN_SOURCE_DIR "/examples/gnubg.py"}, 4);
  EXPECT_EQ(report.games, 4u);
  for (const lab::AgentScore& agent : report.agents) EXPECT_EQ(agent.forfeits, 0u);
  for (const std::string& verdict : report.verdicts) ADD_FAILURE() << verdict;
}

TEST(BackgammonAgent, DatabasesThatDoNotFitAreRefused) {
  const Catalog catalog;
  const auto backgammon = catalog.open("backgammon");
  EXPECT_FALSE(make_agent(**backgammon, "expectimax:db=/nonexistent/file.db"));
  const auto tictactoe = catalog.open("tictactoe");
  const auto refused = make_agent(**tictactoe, "expectimax:db=x.db");
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message().find("expectimax has no parameter 'db'"), std::string::npos) << refused.error().message();
}

// The file may be deleted once the agent exists: probabilities come from the open database, not from reopening its path.
TEST(BackgammonAgent, OpensItsDatabaseOnce) {
  const Catalog catalog;
  const auto game = catalog.open("backgammon:checkers=1,payoff=money");
  ASSERT_TRUE(game) << game.error().message();
  const std::string path = testing::TempDir() + "banmen_opened_once" + std::to_string(getpid()) + ".db";
  std::remove(path.c_str());
  const auto built =
      (*game)->solver().build_database(path, {{"mover", "1"}, {"opponent", "1"}, {"payoff", "hyper"}}, std::uint64_t{1} << 30, {});
  ASSERT_TRUE(built) << built.error().message();
  const auto agent = make_agent(**game, "expectimax:db=" + path);
  ASSERT_TRUE(agent) << agent.error().message();
  std::remove(path.c_str());
  const auto session = (*game)->session();
  ASSERT_TRUE(session->restart("20/20/first:6-5"));
  AnyQuestion ask;
  ask.lines = 3;
  const auto answer = (*agent)->think(*session, ask);
  ASSERT_TRUE(answer) << answer.error().message();
  for (const AnyAnswerLine& line : answer->lines) {
    EXPECT_TRUE(line.exact);
    ASSERT_EQ(line.more.size(), 2u);
    EXPECT_EQ(line.more[0].name, "win");
    EXPECT_EQ(line.more[1].name, "chances");
    EXPECT_EQ(std::get<Datum::List>(line.more[1].value.value).size(), 5u);
  }
}

}  // namespace banmen
