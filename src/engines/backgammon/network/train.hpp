// The networks taught by playing against themselves (self_play.hpp), one game after the other: after each, the chances of every
// position of it are moved towards its lesson.
//
// One thread, numbers by seed, game and turn: the same seed and number of games give the same weights.
#pragma once

#include "core/control.hpp"
#include "engines/backgammon/network/net.hpp"

namespace banmen::backgammon {

struct TrainOptions {
  std::uint64_t games = 100'000;
  // The step falls from the first to the last by the same factor in every game.
  double first_rate = 0.02, last_rate = 0.001;
  double decay = 0.7;
};

struct TrainReport {
  std::uint64_t games = 0, turns = 0;  // fewer games than wanted: stopped
  double error = 0;                    // mean distance of the winning chance from its lesson, lately
};

TrainReport train(Nets& nets, const TrainOptions& options, const Control& control);

}  // namespace banmen::backgammon
