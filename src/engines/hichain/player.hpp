// Players of HICHAIN; extensions.cpp makes agents of them.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/control.hpp"
#include "engines/hichain/judgement.hpp"
#include "games/hichain/rules.hpp"

namespace banmen::hichain {

/// Chooses a move. It may try moves on the board, which is restored afterwards. Without a time limit the same random numbers give
/// the same move.
class Player {
 public:
  using Board = HichainRules::Board;
  using Move = HichainRules::Move;

  /// A move and its expected final lead in points, ±royal_value with CHAIN, if the player evaluates and no mate decides.
  struct Opinion {
    Move move;
    std::optional<double> lead;
  };

  virtual ~Player() = default;
  virtual Move choose(const HichainRules& g, Board& board, Random& random) const = 0;
  /// The choice and, for players that evaluate, the next best moves, at most `most`, in the order of their leads. Adds the number
  /// of examined moves to `nodes`.
  virtual std::vector<Opinion> opinions(const HichainRules& g, Board& board, Random& random, std::size_t most,
                                        std::uint64_t& nodes) const;
};

/// Names of the players in studies:
///   random     any legal placement; the pass if forced
///   greedy     the placement with the largest gain now, at random among equals
///   few, many  greedy play that, among equal gains, leaves the opponent the fewest placements (or the most), which tests the
///              paper's guess that few are good
///   expert     CHAIN when it can be forced, a block when it must be, and otherwise the move that a linear judgement of both sides'
///              offers, cards and freedom likes best, after a second look at the opponent's best reply to each of the first choices
///
/// The expert applies the paper's four skills (section 7.1) from the last to the first: CHAIN (royal.hpp), opening new chains and
/// hindering the opponent's (the second-best offers, the cards kept), extending the longest (the best offer). judgement.hpp lists
/// the terms of its evaluation. Without limits a fixed number of moves gets a second look, so play is reproducible.
const std::vector<std::string>& player_names();
/// The player with that name. Limits and weights apply to the expert only; null weights are the built-in ones.
std::unique_ptr<const Player> make_player(std::string_view name, const Limits& limits = {},
                                          std::shared_ptr<const WeightTable> weights = {});

}  // namespace banmen::hichain
