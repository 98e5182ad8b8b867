// Recorded dialogues with the servers that search on a thread of their own. Those of GTP are in tests/cli/protocols.test.
#include <gtest/gtest.h>

#include <chrono>
#include <condition_variable>
#include <deque>

#include "play/agents.hpp"
#include "play/engine_server.hpp"

namespace banmen {
namespace {

/// The lines of a server.
class Heard {
 public:
  LineServer::Say say() {
    return [this](std::string_view line) {
      const std::lock_guard lock(mutex_);
      lines_.emplace_back(line);
      more_.notify_all();
    };
  }
  /// Waits for a line that begins like this; drops those before it.
  std::string wait(const std::string& begin) {
    std::unique_lock lock(mutex_);
    for (;;) {
      if (!more_.wait_for(lock, std::chrono::seconds(60), [&] { return !lines_.empty(); })) return "nothing";
      std::string line = std::move(lines_.front());
      lines_.pop_front();
      if (line.starts_with(begin)) return line;
    }
  }
  std::vector<std::string> all() {
    const std::lock_guard lock(mutex_);
    std::vector<std::string> out(lines_.begin(), lines_.end());
    lines_.clear();
    return out;
  }

 private:
  std::mutex mutex_;
  std::condition_variable more_;
  std::deque<std::string> lines_;
};

class Uci {
 public:
  explicit Uci(const std::string& agent, const std::string& name = "chess")
      : game_(*Catalog().open(name)),
        server_(uci_server(*game_, *Bridge::of(*game_, Protocol::uci), agent, "Banmen", 1, heard.say())) {}
  bool tell(const std::string& line) { return server_->obey(line); }
  std::string ask(const std::string& line, const std::string& begin) {
    EXPECT_TRUE(tell(line));
    return heard.wait(begin);
  }
  Heard heard;

 private:
  std::unique_ptr<OpenGame> game_;
  std::unique_ptr<LineServer> server_;
};

TEST(UciServer, AnswersRecordedDialogues) {
  struct Turn {
    const char* sent;
    const char* begin;  // of the expected line; empty: no answer
    const char* line;
  };
  const std::vector<Turn> turns{
      {"isready", "readyok", "readyok"},
      {"position startpos moves f2f3 e7e5 g2g4", "", ""},
      {"go depth 2", "bestmove", "bestmove d8h4"},
      {"position startpos moves f2f3 e7e5 g2g4 d8h4", "", ""},
      {"go", "bestmove", "bestmove 0000"},
      {"position fen 7k/R7/1R6/8/8/8/8/K7 w - - 0 1", "", ""},
      {"go movetime 200", "bestmove", "bestmove b6b8"},
      {"go wtime 1000 btime 1000 winc 0 binc 0 movestogo 1", "bestmove", "bestmove b6b8"},
      {"go nodes 5000", "bestmove", "bestmove b6b8"},
      {"go depth 1 searchmoves b6b8", "info string", "info string searchmoves is ignored"},
      {"stop", "bestmove", "bestmove b6b8"},
      {"stop", "", ""},
      {"ponderhit", "info string", "info string there is nothing to ponder on: this program does not ponder"},
      {"joho debug on", "", ""},
      {"quark", "", ""},
      {"", "", ""},
      {"  isready", "readyok", "readyok"},
      {"setoption name depth value 201", "info string", nullptr},
      {"setoption name Depth value 1", "", ""},
      {"setoption name db value a,nodes=3", "info string", "info string 'a,nodes=3' can't be a value of db"},
      {"setoption name Hash value 16", "info string", "info string there is no option 'Hash'"},
      {"setoption name UCI_Variant value atomic", "info string", "info string this program plays chess only"},
      {"setoption", "info string", "info string there is no option ''"},
      {"position startpos moves e2e5", "info string", nullptr},
      {"go", "bestmove", "bestmove 0000"},
      {"position fen nonsense", "info string", nullptr},
      {"position", "info string", "info string expected 'position startpos' or 'position fen'"},
      {"ucinewgame", "", ""},
      {"position startpos moves f2f3 e7e5 g2g4", "", ""},
      {"go perft 2", "d8h4", "d8h4: 0"},
      {"position fen 7k/R7/1R6/8/8/8/8/K7 w - - 0 1", "", ""},
      {"go", "bestmove", "bestmove b6b8"},
  };
  Uci uci("alphabeta");
  for (const auto& [sent, begin, line] : turns) {
    if (*begin == '\0') {
      uci.heard.all();
      EXPECT_TRUE(uci.tell(sent));
      EXPECT_EQ(uci.heard.all(), std::vector<std::string>{}) << sent;
    } else {
      const std::string heard = uci.ask(sent, begin);
      EXPECT_TRUE(line == nullptr ? heard.starts_with(begin) : heard == line) << sent << ": " << heard;
    }
  }
  EXPECT_FALSE(uci.tell("quit"));
}

TEST(UciServer, DescribesTheParametersOfTheAgent) {
  Uci uci("uct:c=1.5");
  uci.tell("uci");
  const auto lines = uci.heard.all();
  for (const char* line :
       {"id name Banmen", "option name UCI_Variant type combo default chess var chess",
        "option name MultiPV type spin default 1 min 1 max 500", "option name playouts type spin default 1000 min 1 max 1000000000",
        "option name c type string default 1.5", "option name solve type check default false",
        "option name backup type combo default own var own var paper", "option name nodes type spin default 0 min 0 max 2147483647",
        "option name aim type string default own"})
    EXPECT_EQ(std::count(lines.begin(), lines.end(), line), 1) << line;
  EXPECT_EQ(lines.back(), "uciok");
}

TEST(UciServer, ReportsScoresInCentipawnsOrAsMate) {
  const std::vector<std::array<const char*, 3>> cases{
      {"alphabeta", "position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", " score cp 100 "},
      {"alphabeta", "position startpos moves f2f3 e7e5 g2g4", " score mate 1 "},
      {"alphabeta:depth=3", "position fen 7k/8/1R6/R7/8/8/8/K7 w - - 0 1", " score mate 2 "},
      {"alphabeta:depth=3", "position fen 7k/R7/1R6/8/8/8/8/K7 b - - 0 1", " score mate -1 "},
  };
  for (const auto& [agent, position, score] : cases) {
    Uci uci(agent);
    uci.tell(position);
    uci.tell(std::string("go") + (agent == std::string("alphabeta") ? " depth 1" : ""));
    std::string last;
    for (std::string line; !(line = uci.heard.wait("")).starts_with("bestmove");) last = line;
    EXPECT_NE(last.find(score), std::string::npos) << position << ": " << last;
    EXPECT_NE(last.find(" nodes "), std::string::npos);
    EXPECT_NE(last.find(" pv "), std::string::npos);
  }
}

TEST(UciServer, ListsSeveralLines) {
  Uci uci("alphabeta:depth=2");
  uci.tell("setoption name MultiPV value 3");
  uci.tell("go");
  std::vector<std::string> lines;
  for (std::string line; !(line = uci.heard.wait("")).starts_with("bestmove");)
    if (line.find(" multipv ") != std::string::npos) lines.push_back(line);
  EXPECT_EQ(lines.size(), 3U);
}

TEST(UciServer, AnswersAnInfiniteSearchOnlyAfterStop) {
  for (const char* agent : {"alphabeta", "alphabeta:depth=1", "uct"}) {  // one that goes on, and one that has long ended
    Uci uci(agent);
    uci.tell("go infinite");
    EXPECT_NE(uci.heard.wait("info depth 1 "), "nothing");
    EXPECT_EQ(uci.ask("isready", "readyok"), "readyok");
    EXPECT_TRUE(uci.ask("stop", "bestmove").starts_with("bestmove "));
    EXPECT_EQ(uci.heard.all().size(), 0U);
    uci.tell("go infinite");
    EXPECT_TRUE(uci.ask("position startpos", "bestmove").starts_with("bestmove "));  // nothing is left unanswered
    uci.tell("go infinite");                                                         // and the destructor stops a search
  }
}

TEST(EngineServer, StopsAProgramThatDoesNotAnswer) {
  Heard heard;
  const auto game = *Catalog().open("tictactoe");
  const auto agent = *make_agent(*game, "engine:cmd=echo id name Mute; echo ready; exec cat >/dev/null");
  ASSERT_TRUE(agent->new_game());
  EngineServer server(*game, *agent, 1, heard.say());
  server.obey("banmen 1");
  EXPECT_EQ(heard.wait("id name"), "id name Mute");
  server.obey("go");
  server.obey("stop");
  EXPECT_TRUE(heard.wait("bestmove").starts_with("bestmove "));
}

}  // namespace
}  // namespace banmen
