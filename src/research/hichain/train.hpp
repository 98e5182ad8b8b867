// The expert's weights, fitted to how its own games end.
//
// Rounds of games against itself, one look at every move and no second one. The first round knows the score alone; after each the
// weights are fitted anew to the games of the later half of the rounds so far, and the next round plays with them. A game begins
// with a few random cards, so that no two are alike.
//
// The fit is that of temporal differences by least squares, LSTD(λ) (Bradtke and Barto 1996, Boyan 1999): expectations along a game
// shall agree with one another and with its end. What is expected is the final lead less the lead at the time, so that the score
// itself counts in full. A ridge keeps down what few positions speak for.
//
// Numbers by seed and game, sums in the order of the games: the same seed gives the same weights, whatever the threads.
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
  std::uint64_t games = 0, positions = 0, royal = 0;  // royal: games that CHAIN ended
  // How far the final lead was from what was expected, as the root of the mean square in points: by the lead at the time, by the
  // weights that the round was played with (which had not seen it).
  double by_lead = 0, by_weights = 0;
};

struct TrainReport {
  std::vector<TrainRound> rounds;  // fewer than wanted: stopped
  WeightTable weights{};
};

TrainReport train(const HichainRules& g, const TrainOptions& options, const Control& control);

/// A position of a game: who has just moved, and what the terms should amount to, the final lead less the lead now.
struct TrainSample {
  int mover, cards_left;
  float wanted;
  std::array<float, term::count> terms;
};
/// The weights, rounded, that fit the games best.
WeightTable fit_weights(const std::vector<const std::vector<TrainSample>*>& games);

}  // namespace banmen::hichain
