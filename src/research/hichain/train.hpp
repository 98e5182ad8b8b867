// Fits the expert's weights to the results of its own games.
//
// Training runs in rounds of self-play with a one-ply search. The first round knows only the score; after each round the weights
// are refitted to the games of the later half of all rounds so far. Games begin with a few random cards to be distinct.
//
// The fit is least-squares temporal differences, LSTD(λ) (Bradtke and Barto 1996, Boyan 1999), with ridge regularisation. The
// target is the final lead minus the current lead, so that the score counts in full.
//
// Random numbers depend on seed and game, sums run in game order: results do not depend on the number of threads.
#pragma once

#include <vector>

#include "core/control.hpp"
#include "engines/hichain/judgement.hpp"
#include "games/hichain/rules.hpp"

namespace banmen::hichain {

struct TrainOptions {
  std::uint64_t games = 800;  // of all rounds together
  std::uint64_t rounds = 4;
};

struct TrainRound {
  std::uint64_t games = 0, positions = 0, royal = 0;  // royal: games won by CHAIN
  // Root mean square error in points of predicting the final lead: by the current lead, and by the weights used in the round.
  double by_lead = 0, by_weights = 0;
};

struct TrainReport {
  std::vector<TrainRound> rounds;  // fewer than requested when stopped
  WeightTable weights{};
};

TrainReport train(const HichainRules& g, const TrainOptions& options, const Control& control);

/// A position of a game: `target` is the final lead minus the current lead of the side that has just moved.
struct TrainSample {
  int mover, cards_left;
  float target;
  std::array<float, term::count> terms;
};
/// Rounded weights of the best fit.
WeightTable fit_weights(const std::vector<const std::vector<TrainSample>*>& games);

}  // namespace banmen::hichain
