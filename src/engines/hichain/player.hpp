// Players of HICHAIN; extensions.cpp makes agents of them.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/limits.hpp"
#include "engines/hichain/judgement.hpp"
#include "games/hichain/rules.hpp"

namespace banmen::hichain {

/// Chooses a move where there is one. It may try moves on the board, which is as before afterwards. Without a limit of time the
/// same random numbers give the same move.
class Player {
 public:
  using Board = HichainRules::Board;
  using Move = HichainRules::Move;

  /// A move, and the final lead in points that the player expects of it, where it judges.
  struct Opinion {
    Move move;
    std::optional<double> lead;
  };

  virtual ~Player() = default;
  virtual Move choose(const HichainRules& g, Board& board, Random& random) const = 0;
  /// Its choice and, of a player that judges moves, the next best ones: `most` at most. Adds to `nodes` the moves it looked at.
  virtual std::vector<Opinion> opinions(const HichainRules& g, Board& board, Random& random, std::size_t most,
                                        std::uint64_t& nodes) const;
};

/// Any legal placement; the pass where it is forced.
class RandomPlayer final : public Player {
 public:
  Move choose(const HichainRules& g, Board& board, Random& random) const override;
};

/// The placement that gains the most now, at random among equals.
class GreedyPlayer final : public Player {
 public:
  Move choose(const HichainRules& g, Board& board, Random& random) const override;
};

/// Greedy play that, among equal gains, leaves the opponent the fewest placements (or the most): the paper's guess that few are
/// good, as a strategy.
class MobilityPlayer final : public Player {
 public:
  explicit MobilityPlayer(bool fewest) : fewest_(fewest) {}
  Move choose(const HichainRules& g, Board& board, Random& random) const override;

 private:
  bool fewest_;
};

/// HICHAIN's own player: CHAIN when it can be forced, a block when it must be, and otherwise the move that a linear judgement of
/// both sides' offers, cards and freedom likes best, after a second look at the opponent's best reply to each of the first choices.
///
/// It goes through the paper's four skills (section 7.1) from the last to the first: CHAIN (royal.hpp), opening new chains and
/// hindering the opponent's (the second-best offers, the cards kept), extending the longest (the best offer). What is judged is
/// in judgement.hpp.
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

/// The names that studies know the players by.
const std::vector<std::string>& player_names();
/// The player of that name. Limits matter to the one who reads ahead.
std::unique_ptr<const Player> make_player(std::string_view name, const Limits& limits = {});

}  // namespace banmen::hichain
