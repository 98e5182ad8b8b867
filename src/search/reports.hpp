// What many games played report. Plain data: the command line turns it into text or JSON.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace banmen {

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

/// What random play followed by exact reading gives (Yonin's Tables 3 and 4), by seat. Rank 1 is best; ties share the better rank.
struct ExactPlayReport {
  struct Mean {
    std::uint64_t games = 0;
    double mean = 0;
    double error = 0;  // standard error
  };
  std::uint64_t games = 0;
  std::vector<Mean> rank;
  std::vector<Mean> rank_when_facing_first;  // of those games in which the facing seat came first; empty without facing seats
  std::vector<Mean> least_rank, most_rank;   // ties=all: means of the best and the worst rank over all ways to break ties
  std::uint64_t shared_firsts = 0;           // games whose first place was shared
  double seconds = 0;
};

/// One such game by itself.
struct ExactGame {
  std::vector<long> result;      // of each seat; empty under ties=all
  std::vector<int> least, most;  // ties=all: the best and the worst rank over all ways to break ties
};

}  // namespace banmen
