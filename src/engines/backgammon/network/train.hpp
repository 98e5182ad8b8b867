// Training by self-play (self_play.hpp), one game at a time: after each, every position is trained towards its target.
//
// Single-threaded and reproducible: seed and number of games determine the weights.
#pragma once

#include "core/control.hpp"
#include "engines/backgammon/network/net.hpp"

namespace banmen::backgammon {

struct TrainOptions {
  std::uint64_t games = 100'000;
  // The learning rate falls geometrically.
  double first_rate = 0.02, last_rate = 0.001;
  double decay = 0.7;
};

struct TrainReport {
  std::uint64_t games = 0, turns = 0;  // fewer than requested if stopped
  double error = 0;                    // mean error of the winning chance over the last games
};

TrainReport train(Nets& nets, const TrainOptions& options, const Control& control);

}  // namespace banmen::backgammon
