// Reports of many games. Plain data, which the command line formats as text or JSON.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace banmen {

/// Draws of random moves: uniform over all moves, or stage by stage (StagedGame). `steps` is staged without counting the moves,
/// sufficient for speeds and winners.
enum class Draw { uniform, staged, steps };

struct Moments {
  double mean = 0;
  double variance = 0;
};

struct SeatReport {
  std::string seat;
  double mean = 0;  // of the seat's result: gains plus payoff
  double variance = 0;
  std::uint64_t wins = 0;   // the seat's team is strictly best
  std::uint64_t draws = 0;  // the seat's team shares the best result
};

struct PlayoutReport {
  std::uint64_t games = 0;       // finished
  std::uint64_t unfinished = 0;  // cut off at the ply limit: they count in nothing else
  Moments branching;             // over decisions of seats; a forced pass counts as 0 moves
  std::uint64_t decisions = 0;
  std::vector<double> by_ply;  // mean moves at the k-th decision of a game, over games that got there
  std::vector<double> by_ply_variance;
  Moments length;  // decisions and passes, not dice
  std::vector<SeatReport> results;
  std::uint64_t checksum = 0;  // of the games played: the same for any number of threads
  double seconds = 0;
  double games_per_second = 0;
};

/// One random game, for callers that keep games instead of sums.
struct PlayedGame {
  std::uint64_t number = 0;
  bool finished = true;                // false: cut off at the ply limit
  std::vector<std::int32_t> result;    // of each seat: gains plus payoff
  std::vector<std::uint32_t> choices;  // moves at each decision; 0 for a forced pass
};

/// One game of random play followed by exact search (Exact in search/maxn.hpp).
struct ExactGame {
  std::vector<long> result;      // of each seat; empty under ties=all
  std::vector<int> least, most;  // ties=all: the best and the worst rank over all ways to break ties
};

}  // namespace banmen
