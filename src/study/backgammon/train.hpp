// The network taught by playing against itself (temporal differences, Tesauro 1992): after every play the chances before it are
// moved towards those after it, seen from the other side; a game ends for the learner when contact does, with the chances of the
// race, or with a result. Both sides take the play that leaves them the most points, cubeless with gammons.
//
// One thread, numbers by seed, game and turn: the same seed and number of games give the same weights.
#pragma once

#include "core/control.hpp"
#include "study/backgammon/net.hpp"

namespace banmen::backgammon {

struct TrainOptions {
  std::uint64_t games = 100'000;
  // The step falls from the first to the last by the same factor in every game.
  double first_rate = 0.2, last_rate = 0.01;
};

struct TrainReport {
  std::uint64_t games = 0, turns = 0;  // fewer games than wanted: stopped
  double error = 0;                    // mean |change| of the winning chance, lately
};

TrainReport train(Net& net, const TrainOptions& options, const Control& control);

}  // namespace banmen::backgammon
