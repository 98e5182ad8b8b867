// Four players of Yonin, each for itself.
//
// Seating: what their ranks owe to the seat and to their neighbours, from games in all 24 orders. An order is one of six
// arrangements (who follows whom round the table) in one of four turns. A game gives a vector, the rank of each player. Where the
// turn does not matter, the mean vectors of an arrangement's four turns differ by chance alone: the sum of N (m - m̄)' S⁻¹ (m - m̄)
// over them, S the covariance inside orders, is χ² with 12 degrees of freedom, 72 over all arrangements. Likewise the six
// arrangements, turns taken together: 20 degrees.
//
// Facing: whether a seat has fewer moves when the one facing it does badly (§3.4 of the paper), from the decisions of many games,
// each with the moves there were and how all four seats stood.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/control.hpp"
#include "games/reversi/reversi.hpp"
#include "search/search.hpp"

namespace banmen::reversi {

using YoninPlayer = std::unique_ptr<Search<Yonin>>;

/// One for each seat: random, greedy, maxn or uct with their parameters, as everywhere.
using FourPlayers = std::array<YoninPlayer, 4>;
Result<FourPlayers> make_yonin_players(const Yonin& g, const std::string& name);

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

/// A mean or a slope, with its standard error.
struct Estimate {
  double value = 0, error = 0;
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
  [[nodiscard]] Estimate seat(std::size_t seat) const;
  [[nodiscard]] ChiSquare seats() const;

  enum class By : std::uint8_t { seat, arrangement, facing, next, before };
  /// Means of one player over the groups of orders: four seats, six arrangements, or the other players in that place, in their
  /// order.
  [[nodiscard]] std::vector<Estimate> means(std::size_t player, By by) const;
  [[nodiscard]] ChiSquare differ(std::size_t player, By by) const;
  [[nodiscard]] Estimate overall(std::size_t player) const;
  /// Share of the variance of the player's rank that lies between the groups, chance taken off.
  [[nodiscard]] double share(std::size_t player, By by) const;

 private:
  [[nodiscard]] std::size_t group(std::size_t order, std::size_t player, By by) const;
  template <class Pick>
  [[nodiscard]] Estimate over(std::size_t player, Pick pick) const;

  std::vector<SeatOrder> orders_ = all_orders();
  std::array<Four, 24> mean_{};      // by player
  std::array<Four, 24> variance_{};  // of one game
  FourByFour within_{}, inverse_{};  // covariance of players' ranks inside orders, pooled
  FourByFour seats_within_{};        // the same of seats' ranks
  double games_ = 0;                 // in each order
  bool determined_ = false;
};

/// Seats as the one on turn sees them: itself, who moves next, who faces it, who moved before.
enum Relation : std::size_t { own_seat, next_seat_on, facing_seat, seat_before };

/// How a seat stands: by its discs at home, which is what counts, or by how many more they are than the other colour's there. The
/// first says also how full its quadrant is, and with it how much room is left elsewhere.
enum class Standing : std::uint8_t { discs, lead };
std::array<std::int8_t, 4> standings(const Yonin& g, const DiscPosition& p, Standing standing);

struct FacedDecision {
  std::uint8_t ply = 0, places = 0;            // 0: a pass
  std::array<std::int8_t, 4> now{}, at_end{};  // standings, by Relation
};

/// The decisions of each game, in its order, with players by thread; games that were stopped are empty.
std::vector<std::vector<FacedDecision>> faced_decisions(const Yonin& g, const std::vector<FourPlayers>& players, int opening,
                                                        Standing standing, std::uint64_t games, const Control& control);

struct GroupedRow {
  std::uint32_t group, cluster;  // clusters count up from row to row
  double y;
  std::array<double, 4> x;
};

/// Least squares of y on four x with a constant for every group of rows, and errors that allow rows of one cluster to depend on
/// each other: y and x less their group's means, slopes b = (X'X)⁻¹X'y, their covariance (X'X)⁻¹ (Σ over clusters s s') (X'X)⁻¹
/// times C/(C-1), where s is the sum of x times residual over a cluster's rows and C the number of clusters (Liang and Zeger 1986).
/// Slow twin: studies_test.cpp has the constants as columns of their own.
class WithinRegression {
 public:
  explicit WithinRegression(std::vector<GroupedRow> rows);

  /// With the other three held fixed.
  [[nodiscard]] Estimate slope(std::size_t k) const;
  /// Of a sum of slopes, each with its weight.
  [[nodiscard]] Estimate combined(const std::array<double, 4>& weights) const;
  /// Of y on this x alone.
  [[nodiscard]] Estimate alone(std::size_t k) const;
  /// False where the four x, or the rows, don't determine the slopes.
  [[nodiscard]] bool determined() const { return determined_; }
  [[nodiscard]] std::uint64_t clusters() const { return clusters_; }

 private:
  std::array<double, 4> slopes_{};
  std::array<Estimate, 4> alone_{};
  FourByFour covariance_{};
  bool determined_ = false;
  std::uint64_t clusters_ = 0;
};

}  // namespace banmen::reversi
