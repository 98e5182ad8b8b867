// Four players of Yonin, each for itself: how a game goes, and who sits where. They play in all 24 orders, and what their ranks owe
// to the seat and to their neighbours.
//
// An order is a way to seat them; it is one of six arrangements (who follows whom round the table) in one of four turns. A game
// gives a vector, the rank of each player. Where the turn does not matter, the mean vectors of an arrangement's four turns differ
// by chance alone: the sum of N (m - m̄)' S⁻¹ (m - m̄) over them, S the covariance inside orders, is χ² with 12 degrees of freedom,
// 72 over all arrangements. Likewise the six arrangements, turns taken together: 20 degrees.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/control.hpp"
#include "games/reversi/reversi.hpp"
#include "search/search.hpp"

namespace banmen::reversi {

using YoninPlayer = std::unique_ptr<Search<Yonin>>;

Parameter yonin_rules_parameter();
Parameter yonin_opening_parameter(int plies);
/// Rules under which every seat has a standing of its own.
Result<Yonin> read_yonin_rules(const Values& values);

/// One for each seat: random, greedy, maxn or uct with their parameters, as everywhere.
using FourPlayers = std::array<YoninPlayer, 4>;
Result<FourPlayers> make_yonin_players(const Yonin& g, const std::string& name);

/// Plays one game: `opening` random plies, then the players by seat. `seen` is told every position in which a seat is on turn,
/// passes included. The final position; nothing where it was stopped.
std::optional<DiscPosition> play_four(const Yonin& g, const std::array<Search<Yonin>*, 4>& players, int opening, std::uint64_t game,
                                      const Control& control, const std::function<void(const DiscPosition&, int ply)>& seen);

using Four = std::array<double, 4>;
using FourByFour = std::array<Four, 4>;

/// Gauss and Jordan with pivots; false where there is no inverse.
bool invert(FourByFour m, FourByFour& inverse);

/// The player of each seat.
using SeatOrder = std::array<std::uint8_t, 4>;
/// All 24, in lexicographic order.
std::vector<SeatOrder> all_orders();
/// 0 … 5, the same for the four turns of an arrangement.
int arrangement_of(const SeatOrder& order);

/// Ranks by player, ties sharing the better one.
using PlayerRanks = std::array<std::uint8_t, 4>;

struct ChiSquare {
  double value = 0;
  int freedom = 0;
  /// Of as much or more by chance.
  [[nodiscard]] double chance() const;
};

struct GroupMean {
  double mean = 0, error = 0;
};

/// Ranks of `games` games in each order.
class Seating {
 public:
  /// games[k] are those of all_orders()[k]; every order has the same number, at least two.
  explicit Seating(const std::vector<std::vector<PlayerRanks>>& games);

  [[nodiscard]] bool determined() const { return determined_; }
  [[nodiscard]] ChiSquare turns() const;
  [[nodiscard]] ChiSquare arrangements() const;
  /// Mean rank of a seat, whoever sits there, and whether the four differ.
  [[nodiscard]] GroupMean seat(std::size_t seat) const;
  [[nodiscard]] ChiSquare seats() const;

  enum class By : std::uint8_t { seat, arrangement, facing, next, before };
  /// Means of one player over the groups of orders: four seats, six arrangements, or the other players in that place, in their
  /// order.
  [[nodiscard]] std::vector<GroupMean> means(std::size_t player, By by) const;
  [[nodiscard]] ChiSquare differ(std::size_t player, By by) const;
  [[nodiscard]] GroupMean overall(std::size_t player) const;
  /// Share of the variance of the player's rank that lies between the groups, chance taken off.
  [[nodiscard]] double share(std::size_t player, By by) const;

 private:
  [[nodiscard]] std::size_t group(std::size_t order, std::size_t player, By by) const;
  template <class Pick>
  [[nodiscard]] GroupMean over(std::size_t player, Pick pick) const;

  std::vector<SeatOrder> orders_ = all_orders();
  std::array<Four, 24> mean_{};      // by player
  std::array<Four, 24> variance_{};  // of one game
  FourByFour within_{}, inverse_{};  // covariance of players' ranks inside orders, pooled
  FourByFour seats_within_{};        // the same of seats' ranks
  double games_ = 0;                 // in each order
  bool determined_ = false;
};

/// Plays them, with players by thread, player and seat; fewer games in some orders where it was stopped.
std::vector<std::vector<PlayerRanks>> seated_games(const Yonin& g, const std::vector<std::array<FourPlayers, 4>>& players,
                                                   int opening, std::uint64_t games, const Control& control);

}  // namespace banmen::reversi
