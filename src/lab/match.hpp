// Matches between agents: who plays whom from where, and what came of it.
//
// Two sides (two seats, or two teams): every pair of agents plays `games` games, in twos from the same random opening with sides
// exchanged. More sides: as many agents as seats play together and move on by one seat from game to game; any other number of
// agents is paired, each in turn alone among the other, in every seat.
#pragma once

#include <concepts>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "catalog/catalog.hpp"
#include "core/statistics.hpp"

namespace banmen::lab {

struct MatchPlan {
  std::vector<std::string> agents;
  std::uint64_t games = 100;    // per pair, or in all where all agents sit at one table
  int opening = 0;              // random plies before the agents play
  std::uint32_t limit = 10000;  // plies after which a game is drawn
  double seconds = 0;           // per move; 0: the agents' own limits
  bool own_openings = false;    // every game from an opening, and with dice, of its own: nothing is shared by seats exchanged
};

/// One game: who sat where, what was played, how it ended.
struct MatchGame {
  std::uint64_t index = 0;
  std::vector<int> seats;  // the agent of each seat
  std::vector<std::string> moves;
  std::vector<long> result;     // empty: not finished by play
  std::optional<Seat> forfeit;  // the seat that failed
  std::string verdict;          // why
};

struct AgentScore {
  struct AtSeat {
    std::uint64_t games = 0, wins = 0, draws = 0;
  };

  std::string agent;
  std::string title;  // what a program from outside calls itself; else the agent's name
  std::uint64_t games = 0, wins = 0, draws = 0, losses = 0, forfeits = 0;
  double score = 0;  // of a game: 1 won, ½ drawn; at a table of more sides 1 for the first place, shared among those who share it
  ConfidenceInterval interval;
  double elo = 0;  // against the field: from the score of seat against seat
  ConfidenceInterval elo_interval;
  std::vector<AtSeat> by_seat;
  double mean_rank = 0, rank_error = 0;        // of its seats, ties sharing the better rank
  double mean_result = 0, result_error = 0;    // what its seats got, of games that were played to their end
  std::vector<std::optional<double>> against;  // each agent: the share of seats that its own came before, ½ where they were equal
};

struct MatchReport {
  std::vector<AgentScore> agents;
  std::vector<SeatReport> seats;
  std::uint64_t games = 0;
  std::uint64_t distinct = 0;  // games that differ in their moves or in who sat where
  bool repeating = false;      // after the opening play goes the same way every time: games from one opening are one game
  bool repeatable = true;
  bool complete = true;
  std::vector<std::string> verdicts;  // of games that were not ended by play
  double seconds = 0;
  double mean_length = 0;
};

/// Makes the agent of a name, for every worker and seat. An agent that is given back is the next one of its name.
class AgentMaker {
 public:
  using Function = std::function<Result<std::unique_ptr<Agent>>(const std::string&)>;
  template <std::convertible_to<Function> Make>
  AgentMaker(Make make) : make_(std::move(make)) {}

  Result<std::unique_ptr<Agent>> operator()(const std::string& name) const;
  void give_back(const std::string& name, std::unique_ptr<Agent> agent) const;

 private:
  struct Made {
    std::mutex mutex;
    std::multimap<std::string, std::unique_ptr<Agent>> spare;
  };
  Function make_;
  std::shared_ptr<Made> made_ = std::make_shared<Made>();
};

/// Where games are kept. `find` gives a game that was played already, or says why what is kept in its place can't be this match's;
/// it is asked for every game before any is played. Both may be empty.
struct MatchKeeper {
  std::function<Result<std::optional<MatchGame>>(std::uint64_t index, const std::vector<int>& seats)> find;
  std::function<Result<void>(const MatchGame&)> keep;  // called from several threads, one at a time
  std::shared_ptr<const void> hold;                    // what must last as long as the keeper does
};

/// Plays the games of a plan one by one, in any order and on any thread, each as `play_match` would. Owns a session and the agents.
class MatchPlayer {
 public:
  MatchPlayer(const OpenGame& game, MatchPlan plan, AgentMaker make, Control control);
  ~MatchPlayer();
  /// Neither result nor forfeit: it was stopped in the middle.
  MatchGame play(std::uint64_t index);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// The agent of a name, after a program from outside has become ready: one that never does, or plays another game, would lose every
/// game. A program that fails later does so at the board, where it costs it the game.
Result<std::unique_ptr<Agent>> agent_for_match(const AgentMaker& make, const std::string& name);

/// How many sides there are: seats, or teams of seats.
std::size_t side_count(const OpenGame& game);

/// How many games, one after the other, begin with the same random plies or have the same dice: what they come to hangs together.
/// 1 where games have nothing in common but the rules.
std::uint64_t games_per_opening(const OpenGame& game, const MatchPlan& plan);

/// How many games a plan makes, or what is wrong with it.
Result<std::uint64_t> match_size(const OpenGame& game, const MatchPlan& plan);

Result<MatchReport> play_match(const OpenGame& game, const MatchPlan& plan, const AgentMaker& make, const MatchKeeper& keeper,
                               const Control& control);

/// Keeps the games of a match as records in a folder, one file each, from which the match can be resumed. A folder holds the
/// records of one match: those of another are refused, as is a result that does not follow from its moves. The folder stays locked
/// as long as the keeper is there.
Result<MatchKeeper> keep_records(const std::string& folder, const Catalog& catalog, const OpenGame& game, const MatchPlan& plan,
                                 std::uint64_t seed);

}  // namespace banmen::lab
