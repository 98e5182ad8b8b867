// Does a seat of Yonin have fewer moves when the one facing it does badly (§3.4 of the paper)? Decisions of many games, each with
// the moves there were and how all four seats stood.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "research/reversi/seating.hpp"

namespace banmen::reversi {

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

struct Slope {
  double value = 0, error = 0;
};

/// Least squares of y on four x with a constant for every group of rows, and errors that allow rows of one cluster to depend on
/// each other: y and x less their group's means, slopes b = (X'X)⁻¹X'y, their covariance (X'X)⁻¹ (Σ over clusters s s') (X'X)⁻¹
/// times C/(C-1), where s is the sum of x times residual over a cluster's rows and C the number of clusters (Liang and Zeger 1986).
/// Slow twin: studies_test.cpp has the constants as columns of their own.
class WithinRegression {
 public:
  explicit WithinRegression(std::vector<GroupedRow> rows);

  /// With the other three held fixed.
  [[nodiscard]] Slope slope(std::size_t k) const;
  /// Of a sum of slopes, each with its weight.
  [[nodiscard]] Slope combined(const std::array<double, 4>& weights) const;
  /// Of y on this x alone.
  [[nodiscard]] Slope alone(std::size_t k) const;
  /// False where the four x, or the rows, don't determine the slopes.
  [[nodiscard]] bool determined() const { return determined_; }
  [[nodiscard]] std::uint64_t clusters() const { return clusters_; }

 private:
  std::array<double, 4> slopes_{};
  std::array<Slope, 4> alone_{};
  FourByFour covariance_{};
  bool determined_ = false;
  std::uint64_t clusters_ = 0;
};

enum class FacedOutcome : std::uint8_t { places, pass };

/// The outcome by the four standings, ply by ply (with it goes the seat: the turn never jumps), over plies from … to.
WithinRegression by_standing(const std::vector<std::vector<FacedDecision>>& games, FacedOutcome outcome, bool at_end, int from,
                             int to);

}  // namespace banmen::reversi
