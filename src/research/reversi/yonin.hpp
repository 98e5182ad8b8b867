// Games of four individual players of Yonin, and two analyses of them.
//
// Seating: the effect of seat and neighbours on ranks, from games in all 24 seating orders. An order is one of six cyclic
// arrangements in one of four rotations. A game gives the vector of the players' ranks. Under the null hypothesis that rotation has
// no effect, the sum of N (m - m̄)' S⁻¹ (m - m̄) over the mean vectors m of an arrangement's four rotations, S the covariance inside
// orders, is χ² with 12 degrees of freedom, 72 over all arrangements; likewise 20 for the pooled six arrangements.
//
// Facing: regression of the number of moves of a seat on the standings of all four (§3.4 of the paper).
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

/// One instance per seat of the agent that `name` describes: random, greedy, maxn or uct with parameters.
using FourPlayers = std::array<YoninPlayer, 4>;
Result<FourPlayers> make_yonin_players(const Yonin& g, const std::string& name);

using Four = std::array<double, 4>;
using FourByFour = std::array<Four, 4>;

/// Gauss-Jordan elimination with partial pivoting; false if the matrix is singular.
bool invert(FourByFour m, FourByFour& inverse);

/// The player of each seat.
using SeatOrder = std::array<std::uint8_t, 4>;
/// All 24, in lexicographic order.
std::vector<SeatOrder> all_orders();
/// 0 … 5, equal for the four rotations of an arrangement.
int arrangement_of(const SeatOrder& order);

/// Ranks by player; ties share the better rank.
using PlayerRanks = std::array<std::uint8_t, 4>;

struct ChiSquare {
  double value = 0;
  int freedom = 0;
  /// The p-value.
  [[nodiscard]] double chance() const;
};

/// A mean or a slope, with its standard error.
struct Estimate {
  double value = 0, error = 0;
};

/// Analysis of the ranks of games in each order.
class Seating {
 public:
  /// games[k] belongs to all_orders()[k]; every order has the same number of games, at least two.
  explicit Seating(const std::vector<std::vector<PlayerRanks>>& games);

  [[nodiscard]] bool determined() const { return determined_; }
  [[nodiscard]] ChiSquare turns() const;
  [[nodiscard]] ChiSquare arrangements() const;
  /// Mean rank of a seat over all players, and the test of equal means.
  [[nodiscard]] Estimate seat(std::size_t seat) const;
  [[nodiscard]] ChiSquare seats() const;

  enum class By : std::uint8_t { seat, arrangement, facing, next, before };
  /// Mean ranks of a player by group of orders: four seats, six arrangements, or the three other players in that relation to it.
  [[nodiscard]] std::vector<Estimate> means(std::size_t player, By by) const;
  [[nodiscard]] ChiSquare differ(std::size_t player, By by) const;
  [[nodiscard]] Estimate overall(std::size_t player) const;
  /// Share of the variance of the player's rank between groups, corrected for chance.
  [[nodiscard]] double share(std::size_t player, By by) const;

 private:
  [[nodiscard]] std::size_t group(std::size_t order, std::size_t player, By by) const;
  template <class Pick>
  [[nodiscard]] Estimate over(std::size_t player, Pick pick) const;

  std::vector<SeatOrder> orders_ = all_orders();
  std::array<Four, 24> mean_{};      // by player
  std::array<Four, 24> variance_{};  // of one game
  FourByFour within_{}, inverse_{};  // pooled covariance of players' ranks inside orders
  FourByFour seats_within_{};        // of seats' ranks
  double games_ = 0;                 // in each order
  bool determined_ = false;
};

/// Seats relative to the seat on turn.
enum Relation : std::size_t { own_seat, next_seat_on, facing_seat, seat_before };

/// Standing of a seat: its discs in its own quadrant, which is the score, or their lead over the other colour's there. The first
/// also correlates with the number of empty cells elsewhere.
enum class Standing : std::uint8_t { discs, lead };
std::array<std::int8_t, 4> standings(const Yonin& g, const DiscPosition& p, Standing standing);

struct FacedDecision {
  std::uint8_t ply = 0, places = 0;            // 0: a pass
  std::array<std::int8_t, 4> now{}, at_end{};  // standings, by Relation
};

/// The decisions of each game in order. `players`: by thread. Games that were stopped are empty.
std::vector<std::vector<FacedDecision>> faced_decisions(const Yonin& g, const std::vector<FourPlayers>& players, int opening,
                                                        Standing standing, std::uint64_t games, const Control& control);

struct GroupedRow {
  std::uint32_t group, cluster;  // clusters ascend from row to row
  double y;
  std::array<double, 4> x;
};

/// Fixed-effects least squares of y on four x, a constant per group, with cluster-robust standard errors (Liang and Zeger 1986): y
/// and x minus their group means, slopes b = (X'X)⁻¹X'y, covariance (X'X)⁻¹ (Σ over clusters s s') (X'X)⁻¹ times C/(C-1), where s
/// is the sum of x times residual over a cluster's rows and C the number of clusters. Slow twin: studies_test.cpp.
class WithinRegression {
 public:
  explicit WithinRegression(std::vector<GroupedRow> rows);

  /// Partial slope, the other three x held fixed.
  [[nodiscard]] Estimate slope(std::size_t k) const;
  /// Weighted sum of slopes.
  [[nodiscard]] Estimate combined(const std::array<double, 4>& weights) const;
  /// Slope of y on this x alone.
  [[nodiscard]] Estimate alone(std::size_t k) const;
  /// False if X'X is singular or there are fewer than two clusters.
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
