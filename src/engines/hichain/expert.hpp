// HICHAIN's own player: CHAIN when it can be forced, a block when it must be, and otherwise the move that a linear judgement of
// both sides' offers, cards and freedom likes best, after a second look at the opponent's best reply to each of the first choices.
//
// It goes through the paper's four skills (section 7.1) from the last to the first: CHAIN (royal.hpp), opening new chains and
// hindering the opponent's (the second-best offers, the cards kept), extending the longest (the best offer). What is judged stands
// in judgement.hpp, its weights in weights.hpp.
#pragma once

#include "engines/hichain/player.hpp"
#include "engines/hichain/weights.hpp"

namespace banmen::hichain {

class ExpertPlayer final : public Player {
 public:
  /// Weights: those of the program where none are given. Without limits a fixed number of moves gets a second look, so that play
  /// repeats itself.
  explicit ExpertPlayer(const Limits& limits = {}, std::shared_ptr<const WeightTable> weights = {});
  Move choose(const HichainRules& g, Board& board, Random& random) const override;
  std::vector<Opinion> opinions(const HichainRules& g, Board& board, Random& random, std::size_t most,
                                std::uint64_t& nodes) const override;

 private:
  Limits limits_;
  std::shared_ptr<const WeightTable> own_weights_;  // or none
  const WeightTable* weights_;
};

}  // namespace banmen::hichain
