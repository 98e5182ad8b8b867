// Matches between agents: schedule, play, statistics, records.
//
// Two sides (two seats, or two teams): every pair of agents plays `games` games, in pairs from the same random opening with sides
// exchanged. More sides: as many agents as seats play together and rotate by one seat from game to game; any other number of agents
// is paired, and each in turn sits alone among copies of the other, in every seat.
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
  std::uint64_t games = 100;    // per pair, or in all if all agents play together
  int opening = 0;              // random plies before the agents play
  std::uint32_t limit = 10000;  // plies after which a game is drawn
  double seconds = 0;           // per move; 0: the agents' own limits
  bool own_openings = false;    // every game has its own opening and dice; nothing is shared between exchanged seats
};

/// One game: seating, moves, result.
struct MatchGame {
  std::uint64_t index = 0;
  std::vector<int> seats;  // the agent of each seat
  std::vector<std::string> moves;
  std::vector<long> result;              // empty: not finished by play
  std::optional<Seat> forfeit;           // the seat that failed
  std::string verdict;                   // why
  std::vector<std::string> titles = {};  // by seat: an external program's own name
};

struct AgentScore {
  struct AtSeat {
    std::uint64_t games = 0, wins = 0, draws = 0;
  };

  std::string agent;
  std::string title;  // an external program's own name; else the agent's name
  std::uint64_t games = 0, wins = 0, draws = 0, losses = 0, forfeits = 0;
  double score = 0;  // per game: 1 won, ½ drawn; with more sides 1 for the first place, divided among those who share it
  ConfidenceInterval interval;
  double elo = 0;  // against the field, from the score of seat against seat
  ConfidenceInterval elo_interval;
  std::vector<AtSeat> by_seat;
  double mean_rank = 0, rank_error = 0;        // of its seats, ties sharing the better rank
  double mean_result = 0, result_error = 0;    // of its seats, in games played to the end
  std::vector<std::optional<double>> against;  // for each agent: the share of its seats beaten, ½ for ties
};

struct MatchReport {
  std::vector<AgentScore> agents;
  std::vector<SeatReport> seats;
  std::uint64_t games = 0;
  std::uint64_t distinct = 0;  // games that differ in moves or seating
  bool repeating = false;      // play is deterministic: games from one opening are one game
  bool repeatable = true;
  bool complete = true;
  std::vector<std::string> verdicts;  // of games not ended by play
  double seconds = 0;
  double mean_length = 0;
};

/// Makes agents by name, for every worker and seat. Agents given back are reused.
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

/// Storage of games. `find` returns a game already played, or an error if the stored one belongs to another match; it is called for
/// every game before any is played. Both may be empty.
struct MatchKeeper {
  std::function<Result<std::optional<MatchGame>>(std::uint64_t index, const std::vector<int>& seats)> find;
  std::function<Result<void>(const MatchGame&)> keep;  // called from several threads, one at a time
  std::shared_ptr<const void> hold;                    // resources of the keeper
};

/// Plays the games of a plan by number, in any order, each as `play_match` would. Owns a session and agents, so each thread needs
/// its own. A game with neither result nor forfeit was stopped.
using MatchPlayer = std::function<MatchGame(std::uint64_t index)>;
MatchPlayer match_player(const OpenGame& game, MatchPlan plan, AgentMaker make, Control control);

/// Makes an agent and starts it if it is an external program: one that never becomes ready, or plays another game, would lose every
/// game. A program that fails later loses the game at hand.
Result<std::unique_ptr<Agent>> agent_for_match(const AgentMaker& make, const std::string& name);

/// The number of sides: seats, or teams of seats.
std::size_t side_count(const OpenGame& game);

/// The number of consecutive games that share random plies or dice, so that their results are correlated; 1 if none is shared.
std::uint64_t games_per_opening(const OpenGame& game, const MatchPlan& plan);

/// A game of many plies whose end nothing proves, which makes a match slow.
struct LongGame {
  std::uint64_t index = 0;
  std::uint32_t plies = 0;
};

/// `tell`: called on this thread for the first such game, while it is played.
Result<MatchReport> play_match(const OpenGame& game, const MatchPlan& plan, const AgentMaker& make, const MatchKeeper& keeper,
                               const Control& control, const std::function<void(const LongGame&)>& tell = {});

/// Stores the games of a match as records in a folder, from which the match can be resumed. The folder belongs to one match:
/// records of another are refused, and results that do not follow from the moves. It is locked while the keeper exists.
Result<MatchKeeper> keep_records(const std::string& folder, const Catalog& catalog, const OpenGame& game, const MatchPlan& plan,
                                 std::uint64_t seed);

}  // namespace banmen::lab
