// Matches: seating, the same result with any number of threads, records from which a match resumes, and external engines, both
// correct and broken.
#include "lab/match.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cinttypes>
#include <cstdio>
#include <filesystem>

#include "catalog/catalog.hpp"
#include "core/hash.hpp"
#include "play/agents.hpp"
#include "play/record.hpp"

namespace banmen::lab {
namespace {

const Catalog& catalog() {
  static const Catalog all;
  return all;
}

MatchReport play(const std::string& game, const MatchPlan& plan, int threads = 1, const MatchKeeper& keeper = {},
                 std::uint64_t seed = 5) {
  const auto opened = catalog().open(game);
  EXPECT_TRUE(opened) << opened.error().message();
  Control control;
  control.threads = threads;
  control.seed = seed;
  const auto report = play_match(
      **opened, plan, [&](const std::string& name) { return make_agent(**opened, name); }, keeper, control);
  EXPECT_TRUE(report) << report.error().message();
  return *report;
}

MatchPlan plan_of(std::vector<std::string> agents, std::uint64_t games, int opening = 0) {
  MatchPlan plan;
  plan.agents = std::move(agents);
  plan.games = games;
  plan.opening = opening;
  return plan;
}

void expect_same(const MatchReport& a, const MatchReport& b) {
  ASSERT_EQ(a.agents.size(), b.agents.size());
  for (std::size_t k = 0; k < a.agents.size(); ++k) {
    EXPECT_EQ(a.agents[k].wins, b.agents[k].wins);
    EXPECT_EQ(a.agents[k].draws, b.agents[k].draws);
    EXPECT_EQ(a.agents[k].losses, b.agents[k].losses);
    EXPECT_EQ(a.agents[k].mean_rank, b.agents[k].mean_rank);
    EXPECT_EQ(a.agents[k].mean_result, b.agents[k].mean_result);
    EXPECT_EQ(a.agents[k].result_error, b.agents[k].result_error);
  }
  for (std::size_t seat = 0; seat < a.seats.size(); ++seat) EXPECT_EQ(a.seats[seat].mean, b.seats[seat].mean);
  EXPECT_EQ(a.mean_length, b.mean_length);
}

std::string python_bot() { return "engine:cmd=python3 " BANMEN_SOURCE_DIR "/examples/bot.py"; }
std::string program() { return BANMEN_PROGRAM; }

struct Folder {
  std::filesystem::path path = std::filesystem::temp_directory_path() / ("banmen_match_" + std::to_string(::getpid()));
  Folder() { std::filesystem::remove_all(path); }
  ~Folder() { std::filesystem::remove_all(path); }
};

TEST(Match, MakesAnAgentOnceForEachSeatAndWorker) {
  const auto opened = *catalog().open("tictactoe");
  int made = 0;
  const AgentMaker make = [&](const std::string& name) {
    ++made;
    return make_agent(*opened, name);
  };
  ASSERT_TRUE(play_match(*opened, plan_of({"greedy", "random"}, 10), make, {}, {}));
  EXPECT_EQ(made, 4);
}

TEST(Match, EveryPairPlaysBothSeatings) {
  const MatchReport report = play("tictactoe", plan_of({"random", "greedy", "alphabeta:depth=9"}, 20, 1));
  EXPECT_EQ(report.games, 60u);
  for (const AgentScore& a : report.agents) {
    EXPECT_EQ(a.games, 40u);
    EXPECT_EQ(a.wins + a.draws + a.losses, a.games);
    EXPECT_LE(a.interval.low, a.score);
    EXPECT_GE(a.interval.high, a.score);
  }
  EXPECT_TRUE(report.repeatable);
  EXPECT_GT(report.agents[2].score, report.agents[0].score);
}

TEST(Match, IsZeroSumWithTwoAgents) {
  const MatchReport report = play("backgammon:checkers=3,payoff=money", plan_of({"greedy", "random"}, 40));
  const AgentScore &a = report.agents[0], &b = report.agents[1];
  EXPECT_GT(a.mean_result, 0);
  EXPECT_EQ(a.mean_result, -b.mean_result);
  EXPECT_EQ(a.result_error, b.result_error);
  EXPECT_GT(a.result_error, 0);
  // More than wins minus losses: some are gammons.
  EXPECT_GE(a.mean_result * 40, static_cast<double>(a.wins) - static_cast<double>(a.losses));
}

TEST(Match, GamesHangTogetherByOpeningsAndDice) {
  const auto tied = [](const std::string& game, const MatchPlan& plan) { return games_per_opening(**catalog().open(game), plan); };
  const MatchPlan from_start = plan_of({"random", "random"}, 8), from_openings = plan_of({"random", "random"}, 8, 4);
  EXPECT_EQ(tied("reversi", from_start), 1u);
  EXPECT_EQ(tied("reversi", from_openings), 2u);
  EXPECT_EQ(tied("backgammon", from_start), 2u) << "the same dice for both seatings";
  EXPECT_EQ(tied("yonin:mode=team", from_openings), 2u);
  EXPECT_EQ(tied("yonin", from_openings), 8u) << "each alone in every seat";
  EXPECT_EQ(tied("yonin", plan_of({"random", "random", "random", "random"}, 8, 4)), 4u);
  MatchPlan own = from_openings;
  own.own_openings = true;
  EXPECT_EQ(tied("reversi", own), 1u);
}

TEST(Match, ThreadsDoNotMatter) {
  const MatchPlan plan = plan_of({"uct:playouts=50", "alphabeta:depth=2,noise=30"}, 8, 4);
  expect_same(play("reversi:size=6", plan, 1), play("reversi:size=6", plan, 3));
  const MatchPlan four = plan_of({"maxn:depth=1", "random", "greedy", "brs:depth=1"}, 8, 4);
  expect_same(play("yonin:size=6", four, 1), play("yonin:size=6", four, 2));
}

TEST(Match, FourSeatsMoveOnByOne) {
  const MatchReport report = play("yonin:size=4", plan_of({"greedy", "random", "random", "random"}, 8));
  EXPECT_EQ(report.games, 8u);
  for (const AgentScore& a : report.agents) EXPECT_EQ(a.games, 8u);
  const MatchReport pairs = play("yonin:size=4", plan_of({"greedy", "random"}, 16));
  EXPECT_EQ(pairs.games, 16u);
  EXPECT_EQ(pairs.agents[0].wins, pairs.agents[1].losses);
}

TEST(Match, ResumesFromItsRecords) {
  Folder folder;
  const MatchPlan plan = plan_of({"uct:playouts=30", "random"}, 10, 2);
  const auto opened = catalog().open("reversi:size=4");
  const MatchReport whole = play("reversi:size=4", plan);
  auto keeper = keep_records(folder.path.string(), catalog(), **opened, plan, 5);
  ASSERT_TRUE(keeper) << keeper.error().message();
  expect_same(whole, play("reversi:size=4", plan, 2, *keeper));
  // Every record can be replayed.
  int records = 0;
  for (const auto& file : std::filesystem::directory_iterator(folder.path)) {
    if (file.path().extension() != ".record") continue;
    FILE* in = fopen(file.path().c_str(), "r");
    std::string text(1 << 16, '\0');
    text.resize(fread(text.data(), 1, text.size(), in));
    fclose(in);
    const auto record = read_record(text);
    ASSERT_TRUE(record) << record.error().message();
    EXPECT_TRUE(replay(catalog(), *record));
    ++records;
  }
  EXPECT_EQ(records, 10);
  // With half of them lost, the rest is reused and the match has the same result.
  for (int k = 1; k <= 10; k += 2) std::filesystem::remove(folder.path / ("00000" + std::to_string(k) + ".record"));
  int kept = 0;
  MatchKeeper counting = *keeper;
  counting.keep = [&](const MatchGame& game) {
    ++kept;
    return keeper->keep(game);
  };
  expect_same(whole, play("reversi:size=4", plan, 1, counting));
  EXPECT_EQ(kept, 5);
  // Only one match at a time may write there.
  EXPECT_FALSE(keep_records(folder.path.string(), catalog(), **opened, plan, 5));
  *keeper = counting = {};
  // Another seed is another match and leaves them alone.
  const auto other = keep_records(folder.path.string(), catalog(), **opened, plan, 6);
  ASSERT_TRUE(other) << other.error().message();
  const auto refused = other->find(0, {0, 1});
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message().find("another match"), std::string::npos) << refused.error().message();
}

TEST(Engine, TwoProcessesPlayAWholeMatch) {
  const MatchReport report =
      play("reversi:size=6", plan_of({"engine:cmd=" + program() + " engine reversi:size=6 alphabeta:depth=3", python_bot()}, 4));
  EXPECT_EQ(report.games, 4u);
  EXPECT_TRUE(report.verdicts.empty()) << report.verdicts.front();
  EXPECT_FALSE(report.repeatable);
  EXPECT_GE(report.agents[0].wins, 3u);
}

TEST(Engine, OurOwnEngineAnswersAsTheAgentItself) {
  const auto game = catalog().open("reversi");
  const auto inside = make_agent(**game, "uct:playouts=200");
  const auto outside = make_agent(**game, "engine:cmd=" + program() + " engine reversi uct:playouts=200");
  auto session = (*game)->session();
  Random random(3);
  for (int k = 0; k < 4; ++k) {
    (void)session->play_random(random);
    AnyQuestion ask;
    ask.seed = 11;
    ask.game = 2;
    ASSERT_TRUE((*inside)->new_game());
    ASSERT_TRUE((*outside)->new_game());
    const auto b = (*outside)->think(*session, ask);
    ask.seed = EngineReferee::told_seed(ask.seed);
    const auto a = (*inside)->think(*session, ask);
    ASSERT_TRUE(a);
    ASSERT_TRUE(b) << b.error().message();
    EXPECT_EQ(a->lines[0].move, b->lines[0].move);
  }
}

TEST(Engine, BadProgramsLoseWithoutEndingTheMatch) {
  struct Bad {
    const char* command;
    const char* verdict;
  };
  const Bad bad[] = {
      {"engine:timeout=20,cmd=echo ready; read x; exit 3", "ended with status 3"},
      {"engine:timeout=20,cmd=echo ready; read x; this-program-does-not-exist 2>/dev/null", "ended with status 127"},
      {"engine:timeout=20,cmd=echo ready; read x; kill -SEGV $$", "crashed"},
      {"engine:timeout=0.3,cmd=echo ready; exec sleep 60", "no answer within"},
      {"engine:timeout=20,cmd=echo ready; while read x; do echo bananas; done", "'bananas'"},
      {"engine:timeout=20,cmd=read x; echo ready; while read x; do echo bestmove z9; done", "illegal move"},
  };
  for (const Bad& b : bad) {
    const MatchReport report = play("tictactoe", plan_of({b.command, "random"}, 2));
    EXPECT_EQ(report.games, 2u) << b.command;
    EXPECT_EQ(report.agents[0].losses, 2u) << b.command;
    EXPECT_EQ(report.agents[0].forfeits, 2u) << b.command;
    ASSERT_EQ(report.verdicts.size(), 2u) << b.command;
    EXPECT_NE(report.verdicts[0].find(b.verdict), std::string::npos) << report.verdicts[0];
  }
}

TEST(Engine, ASecondAnswerDoesNotAnswerTheNextQuestion) {
  const MatchReport report =
      play("tictactoe",
           plan_of({"engine:timeout=20,cmd=read x; printf 'wants choices\\nready\\n'; while read word rest; do case $word in "
                    "choice) last=$rest;; go) printf \"bestmove $last\\nbestmove $last\\n\";; esac; done",
                    "random"},
                   2));
  EXPECT_EQ(report.agents[0].forfeits, 2u);
  ASSERT_EQ(report.verdicts.size(), 2u);
  EXPECT_NE(report.verdicts[0].find("it sent a line without being asked: 'bestmove "), std::string::npos) << report.verdicts[0];
}

/// The seeds of a table's seats are invertible mixes of the seed that gives its dice.
TEST(Engine, AProgramIsNotToldASeedOfTheDice) {
  const auto game = catalog().open("tictactoe");
  const auto session = (*game)->session();
  const auto told = [&](std::uint64_t seed) {
    AnyQuestion question;
    question.seed = seed;
    question.game = 7;
    const std::string line = EngineReferee("program", "tictactoe").ask(*session, question)->front();
    std::uint64_t number = 0;
    EXPECT_EQ(std::sscanf(line.c_str(), "newgame %" SCNu64 " 7", &number), 1) << line;
    return number;
  };
  for (const std::uint64_t seed : {0u, 1u, 12345u}) {
    EXPECT_EQ(told(seed), told(seed));
    EXPECT_NE(told(seed), seed);
    EXPECT_NE(told(seed), told(seed + 1));
    for (std::uint64_t seat = 0; seat < 8; ++seat) EXPECT_NE(told(mix(seed, seat)), mix(seed, seat));
  }
  EXPECT_EQ(told(11), 14755682771078642955u);  // the same in every version: programs repeat their games
}

TEST(Engine, ProgramsThatNeverGetReadyPlayNoMatch) {
  const auto game = catalog().open("tictactoe");
  for (const char* command :
       {"exit 3", "this-program-does-not-exist 2>/dev/null", "kill -SEGV $$", "echo steady; exec cat >/dev/null"}) {
    const std::string name = std::string("engine:timeout=0.3,cmd=") + command;
    const auto agent = agent_for_match([&](const std::string& asked) { return make_agent(**game, asked); }, name);
    ASSERT_FALSE(agent) << command;
    EXPECT_NE(agent.error().message().find(name + ": it never got ready"), std::string::npos) << agent.error().message();
  }
}

TEST(Engine, NamesAreChecked) {
  const auto game = catalog().open("tictactoe");
  EXPECT_FALSE(make_agent(**game, "engine"));
  EXPECT_FALSE(make_agent(**game, "engine:cmd="));
  EXPECT_FALSE(make_agent(**game, "engine:timeout=-1,cmd=true"));
  EXPECT_EQ(make_agent(**game, "engin:cmd=x").error().hint, "did you mean 'engine'?");
}

}  // namespace
}  // namespace banmen::lab
