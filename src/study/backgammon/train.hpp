// The network taught by playing against itself (temporal differences, Tesauro 1992): after every play the chances before it are
// moved towards those after it, seen from the other side; a game ends for the learner when contact does, with the chances of the
// race, or with a result. Both sides take the play that leaves them the most points, cubeless with gammons.
//
// One thread, numbers by seed, game and turn: the same seed and number of games give the same weights.
#pragma once

#include <functional>
#include <stop_token>

#include "study/backgammon/net.hpp"

namespace banmen::backgammon {

struct TrainOptions {
  std::uint64_t games = 100'000, seed = 1;
  // The step falls from the first to the last by the same factor in every game.
  double first_rate = 0.2, last_rate = 0.01;
  std::stop_token stop;
  std::function<void(std::uint64_t games, double error)> progress;  // error: mean |change| of the winning chance, lately
};

struct TrainReport {
  std::uint64_t games = 0, turns = 0;
  double error = 0;
};

TrainReport train(Net& net, const TrainOptions& options);

}  // namespace banmen::backgammon
