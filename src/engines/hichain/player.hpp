// Players of HICHAIN. The strong one is in expert.hpp; agents.cpp makes agents of them.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/limits.hpp"
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

/// The names that studies know the players by.
const std::vector<std::string>& player_names();
/// The player of that name. Limits matter to the one who reads ahead.
std::unique_ptr<const Player> make_player(std::string_view name, const Limits& limits = {});

}  // namespace banmen::hichain
