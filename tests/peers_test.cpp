// Engines of other protocols in a match: every misbehaviour has its verdict, and the engines that Debian has agree with our rules.
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <set>

#include "catalog/catalog.hpp"
#include "core/control.hpp"
#include "core/random.hpp"
#include "core/text.hpp"
#include "host/process.hpp"
#include "lab/match.hpp"
#include "play/agents.hpp"
#include "play/bridge.hpp"

namespace banmen {
namespace {

std::unique_ptr<OpenGame> opened(const std::string& name) {
  static const Catalog catalog;
  auto game = catalog.open(name);
  EXPECT_TRUE(game) << game.error().message();
  return std::move(*game);
}

Result<lab::MatchReport> match(const std::string& name, std::vector<std::string> agents, std::uint64_t games, double seconds = 0) {
  const auto game = opened(name);
  lab::MatchPlan plan;
  plan.agents = std::move(agents);
  plan.games = games;
  plan.seconds = seconds;
  return lab::play_match(*game, plan, [&](const std::string& agent) { return make_agent(*game, agent); }, {}, {});
}

std::string rude(const std::string& protocol, const std::string& fault, const std::string& options = "",
                 const std::string& more = "") {
  // Generous to those that answer: the machine may be busy.
  const std::string timeout = fault == "silent" ? "0.3" : fault == "slow" || fault == "chatter" ? "1.5" : "30";
  return protocol + ":" + options + "timeout=" + timeout +
         ",time=0.05,cmd=exec python3 -IS " BANMEN_SOURCE_DIR "/tests/rude_engine.py " + protocol + " '" + fault + "' " + more;
}

struct Fault {
  const char *protocol, *fault, *verdict;
};
const char* game_of(const Fault& fault) { return fault.protocol == std::string("uci") ? "chess" : "gomoku:size=5"; }

std::filesystem::path scratch(const char* name) {
  return std::filesystem::temp_directory_path() / ("banmen-peers-" + std::to_string(getpid()) + name);
}

TEST(Peers, MisbehaviourLosesTheGame) {
  const auto numbers = scratch("numbers");
  for (const Fault& one : {
           Fault{"uci", "slow", "no answer within 1.55 s"},
           Fault{"uci", "chatter", "no answer within 1.55 s"},
           Fault{"uci", "twice", "it sent a line without being asked: 'bestmove g1f3'"},
           Fault{"uci", "early", "it sent a line without being asked: 'bestmove g1f3'"},
           Fault{"uci", "illegal", "an illegal move: .e2e5. is not a legal move here"},
           Fault{"uci", "case", "an illegal move: .G1F3. is a move in the wrong case (write g1f3)"},
           Fault{"uci", "crash", "the program crashed: Segmentation fault"},
           Fault{"uci", "huge", "the program writes a line without end"},
           Fault{"uci", "null", "it has no move: 'bestmove 0000'"},
           Fault{"uci", "none", "it has no move: 'bestmove (none)'"},
           Fault{"uci", "exits", "the program ended with status 0"},
           Fault{"gtp", "slow", "no answer within 1.55 s"},
           Fault{"gtp", "twice", "it sent a line without being asked"},
           Fault{"gtp", "illegal", "an illegal move: .z9. is not a legal move here"},
           Fault{"gtp", "pass", "an illegal move: .pass. is not a legal move here"},
           Fault{"gtp", "crash", "the program crashed: Segmentation fault"},
           Fault{"gtp", "huge", "the program writes a line without end"},
           Fault{"gtp", "resign", "it resigned"},
           Fault{"gtp", "rough", "expected a GTP reply ('=' or '?'), got 'A1'"},
           Fault{"gtp", "exits", "the program ended with status 0"},
       }) {
    SCOPED_TRACE(std::string(one.protocol) + " " + one.fault);
    const auto report = match(game_of(one), {rude(one.protocol, one.fault, "", numbers.string()), rude(one.protocol, "good")}, 1);
    ASSERT_TRUE(report) << report.error().message();
    ASSERT_EQ(report->verdicts.size(), 1u);
    EXPECT_NE(report->verdicts[0].find(one.verdict), std::string::npos) << report->verdicts[0];
    EXPECT_EQ(report->agents[0].forfeits, 1u);
  }
  std::ifstream file(numbers);
  int number = 0, survivors = 0, all = 0;
  for (; file >> number; ++all) survivors += kill(number, 0) == 0;
  std::filesystem::remove(numbers);
  EXPECT_GE(all, 20);
  EXPECT_EQ(survivors, 0);
}

TEST(Peers, AFloodOnStderrAndAFreshStartAreNoMisbehaviour) {
  for (const char* protocol : {"uci", "gtp"})
    for (const char* fault : {"flood", "good"}) {
      testing::internal::CaptureStderr();
      const auto report = match(game_of({protocol, "", ""}), {rude(protocol, fault), rude(protocol, "good")}, 2);
      EXPECT_LT(testing::internal::GetCapturedStderr().size(), 8 * Process::most_errors);
      ASSERT_TRUE(report) << report.error().message();
      EXPECT_TRUE(report->verdicts.empty()) << report->verdicts[0];
      EXPECT_EQ(report->games, 2u);
      EXPECT_EQ(report->agents[0].title, "Rude");
    }
}

TEST(Peers, EnginesOfOtherGamesAreRefusedBeforeTheMatch) {
  struct Refused {
    const char* game;
    std::string agent, why;
  };
  for (const Refused& one : {
           Refused{"breakthrough", rude("uci", "good"), "does not play 'breakthrough'"},
           Refused{"breakthrough", rude("uci", "variants"), "does not play 'breakthrough' (one of: chess, atomic)"},
           Refused{"chess", rude("uci", "rules"), "has other rules: after 'a2a4' it counts 421 positions 2 plies later, not 420"},
           Refused{"chess", rude("uci", "good", "option.Skil Level=3,"),
                   "has no option 'Skil Level' (did you mean 'Skill Level'?)"},
           Refused{"gomoku:size=5", rude("gtp", "variants"), "does not play 'gomoku' (one of: Go, Othello)"},
           Refused{"gomoku:size=5", rude("gtp", "rules"), "has other rules: it has no move 'a1' at the start"},
           Refused{"gomoku:size=5", rude("gtp", "size"), "it refuses 'boardsize 5': unacceptable size"},
           Refused{"breakthrough:rows=6", rude("uci", "good"), "breakthrough:rows=6 is not the game that uci calls 'breakthrough'"},
           Refused{"tictactoe", rude("uci", "good"), "tictactoe has no bridge to uci"},
           Refused{"gomoku:size=5", rude("gtp", "good", "nodes=3,"), "gtp has no parameter 'nodes'"},
       }) {
    const auto report = match(one.game, {one.agent, one.agent}, 1);
    ASSERT_FALSE(report) << one.agent;
    EXPECT_EQ(report.error().kind, ErrorKind::bad_input);
    EXPECT_NE(report.error().message().find(one.why), std::string::npos) << report.error().message();
  }
  for (const char* protocol : {"uci", "gtp"}) {
    const auto report = match(game_of({protocol, "", ""}), {rude(protocol, "silent"), rude(protocol, "good")}, 1);
    ASSERT_FALSE(report);
    EXPECT_NE(report.error().message().find("it never got ready: no answer within"), std::string::npos) << report.error().message();
  }
}

TEST(Peers, AnEngineWithoutPerftPlays) {
  const auto report = match("chess", {rude("uci", "no perft"), rude("uci", "good")}, 1);
  ASSERT_TRUE(report) << report.error().message();
  EXPECT_TRUE(report->verdicts.empty());
}

TEST(Peers, AnalysisHasTheEnginesLines) {
  const auto game = opened("chess");
  const auto agent = *make_agent(*game, rude("uci", "good"));
  const auto answer = agent->think(*game->session(), {});
  ASSERT_TRUE(answer) << answer.error().message();
  EXPECT_EQ(answer->lines[0].move, "g1f3");
  EXPECT_EQ(answer->lines[0].value, 12);
  EXPECT_EQ(answer->depth, 3);
  EXPECT_EQ(answer->nodes, 40u);
}

TEST(Peers, NamesAreChecked) {
  for (const char* name : {"uci", "uci:cmd=", "gtp:nodes=3,cmd=x", "uci:time=-1,cmd=x", "uci:timeout=x,cmd=x"})
    EXPECT_FALSE(check_program(name)) << name;
  EXPECT_TRUE(check_program("uci:variant=chess,nodes=1000,option.Skill Level=3,cmd=stockfish -x, y"));
  for (const char* name : {"uci:cmd=x", "gtp:cmd=x", "engine:cmd=x", "uci", "gtp"}) EXPECT_TRUE(is_program(name)) << name;
  EXPECT_FALSE(is_program("uct"));
}

// ---- Engines of Debian.

bool is_installed(const std::string& program) { return std::ifstream("/usr/games/" + program).good(); }

/// Talks to Fairy-Stockfish.
class Fairy {
 public:
  explicit Fairy(const std::string& variant) : process_(std::move(*Process::start("fairy-stockfish"))) {
    say("setoption name UCI_Variant value " + variant);
  }
  void say(const std::string& line) { EXPECT_TRUE(process_->write_line(line)); }
  std::uint64_t perft(const std::string& position, int depth) {
    say("position " + position);
    say("go perft " + std::to_string(depth));
    for (;;) {
      const auto line = process_->read_line(120);
      if (!line) break;
      if (line->starts_with("Nodes searched: ")) return std::stoull(line->substr(16));
    }
    ADD_FAILURE() << position;
    return 0;
  }

 private:
  std::unique_ptr<Process> process_;
};

/// As engines count them: a game that has ended before has no leaf.
std::uint64_t leaves(const OpenGame& game, const std::string& position, int depth) {
  const auto nodes = [&](int plies) { return plies == 0 ? 0 : game.perft(position, plies, {})->nodes; };
  return nodes(depth) - nodes(depth - 1);
}

TEST(Peers, FairyStockfishCountsTheSamePositions) {
  if (!is_installed("fairy-stockfish")) GTEST_SKIP() << "fairy-stockfish is not installed";
  for (const char* name : {"chess", "chess:setup=kiwipete", "gardner", "losalamos", "breakthrough"}) {
    const auto game = opened(name);
    const Bridge bridge = *Bridge::of(*game, Protocol::uci);
    Fairy fairy(bridge.variant());
    const auto session = game->session();
    const std::string start = "fen " + *bridge.their_position(session->position());
    std::uint64_t own = 0;
    for (int depth = 1; own < 1'000'000; ++depth) {
      own = leaves(*game, "", depth);
      EXPECT_EQ(own, fairy.perft(bridge.same_start() ? "startpos" : start, depth)) << name << " at depth " << depth;
    }
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {  // and after random moves, from positions and from moves
      Random random(seed);
      session->restart();
      std::string moves = " moves";
      for (std::uint64_t ply = 0; ply < 8 * seed && !session->is_over(); ++ply) {
        moves += " " + *bridge.their_move(*session, *session->play_random(random));
        const auto theirs = bridge.their_position(session->position());
        ASSERT_TRUE(theirs) << theirs.error().message();
        const auto again = game->session();
        ASSERT_TRUE(again->restart(*bridge.our_position(*theirs)));
        EXPECT_EQ(again->position(), session->position());
      }
      own = leaves(*game, session->position(), 3);
      EXPECT_EQ(own, fairy.perft(start + moves, 3)) << name << moves;
      EXPECT_EQ(own, fairy.perft("fen " + *bridge.their_position(session->position()), 3)) << session->position();
    }
  }
}

TEST(Peers, DebiansEnginesPlayEachOther) {
  struct Pair {
    const char *game, *first, *second, *program;
  };
  for (const Pair& one : {
           Pair{"chess", "uci:nodes=300,cmd=stockfish", "uci:nodes=300,cmd=fairy-stockfish", "stockfish"},
           Pair{"losalamos", "uci:nodes=300,option.Skill Level=3,cmd=fairy-stockfish", "greedy", "fairy-stockfish"},
           Pair{"gardner", "uci:nodes=300,cmd=fairy-stockfish", "greedy", "fairy-stockfish"},
           Pair{"breakthrough", "uci:nodes=300,cmd=fairy-stockfish", "greedy", "fairy-stockfish"},
           Pair{"reversi", "gtp:cmd=gtp-rhino -l 1", "greedy", "gtp-rhino"},
       }) {
    if (!is_installed(one.program) || !is_installed("fairy-stockfish")) GTEST_SKIP() << one.program << " is not installed";
    const auto report = match(one.game, {one.first, one.second}, 2);
    ASSERT_TRUE(report) << report.error().message();
    for (const std::string& verdict : report->verdicts) ADD_FAILURE() << verdict;
    EXPECT_EQ(report->games, 2u);
    EXPECT_NE(report->agents[0].title, one.first);
  }
}

TEST(Peers, OtherGamesOfDebiansEnginesAreRefused) {
  if (!is_installed("stockfish") || !is_installed("gtp-rhino")) GTEST_SKIP() << "stockfish or gtp-rhino is not installed";
  const auto stockfish = match("breakthrough", {"uci:cmd=stockfish", "greedy"}, 1);
  ASSERT_FALSE(stockfish);
  EXPECT_EQ(stockfish.error().message(), "uci:cmd=stockfish does not play 'breakthrough'");
  const auto rhino = match("gomoku:size=8", {"gtp:cmd=gtp-rhino", "random"}, 1);
  ASSERT_FALSE(rhino);
  EXPECT_NE(rhino.error().message().find("gtp:cmd=gtp-rhino does not play 'gomoku'"), std::string::npos);
}

}  // namespace
}  // namespace banmen
