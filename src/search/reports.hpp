// What many games played report. Plain data: the command line turns it into text or JSON.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace banmen {

/// How a random player draws its move: uniformly among all moves, or stage by stage (StagedGame). `steps` is staged without
/// counting the moves, which is all that a speed or a winner needs.
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

/// One random game by itself, for whoever keeps games and not sums.
struct PlayedGame {
  std::uint64_t number = 0;
  bool finished = true;                // false: cut off at the ply limit
  std::vector<std::int32_t> result;    // of each seat: gains plus payoff
  std::vector<std::uint32_t> choices;  // moves at each decision; 0 for a forced pass
};

/// One game of random play followed by exact reading (Exact in search/maxn.hpp).
struct ExactGame {
  std::vector<long> result;      // of each seat; empty under ties=all
  std::vector<int> least, most;  // ties=all: the best and the worst rank over all ways to break ties
};

}  // namespace banmen
