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

/// The names that studies know the players by:
///   random     any legal placement; the pass where it is forced
///   greedy     the placement that gains the most now, at random among equals
///   few, many  greedy play that, among equal gains, leaves the opponent the fewest placements (or the most): the paper's guess
///   that
///              few are good, as a strategy
///   expert     CHAIN when it can be forced, a block when it must be, and otherwise the move that a linear judgement of both sides'
///              offers, cards and freedom likes best, after a second look at the opponent's best reply to each of the first choices
///
/// The expert goes through the paper's four skills (section 7.1) from the last to the first: CHAIN (royal.hpp), opening new chains
/// and hindering the opponent's (the second-best offers, the cards kept), extending the longest (the best offer). The terms of its
/// judgement are in judgement.hpp. Without limits a fixed number of moves gets a second look, so that play repeats itself.
const std::vector<std::string>& player_names();
/// The player of that name. Limits and weights matter to the expert alone; without weights it has those of the program.
std::unique_ptr<const Player> make_player(std::string_view name, const Limits& limits = {},
                                          std::shared_ptr<const WeightTable> weights = {});

}  // namespace banmen::hichain
