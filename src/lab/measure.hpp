// Game measures for inventors, from games in which one agent plays all seats.
//
// Branching and length count decisions of seats (a forced pass is a ply with 0 moves, dice are none), as in reports.hpp. Game
// refinement is √B/D (Iida, Takeshita, Yoshimura, "A metric for entertainment of boardgames", 2002). Intervals are Clopper and
// Pearson's at 95 %. Sums are over the games in their order, so a sheet does not depend on the number of threads.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "catalog/open_game.hpp"
#include "core/statistics.hpp"
#include "lab/match.hpp"

namespace banmen::lab {

struct MeasurePlan {
  std::string agent = "random";  // plays all seats
  std::uint64_t games = 1000;
  int opening = 0;                   // random plies before the agent plays
  std::uint32_t limit = 10000;       // plies after which a game counts only as `unfinished`
  std::vector<std::string> ladder;   // agents from weak to strong, each plays the one before it; empty: usual_ladder
  std::uint64_t ladder_games = 200;  // per step of the ladder; 0: no ladder
  int ladder_opening = 2;
  int judge = 0;  // random games from each position that decide the leader if the game has no score; 0: none
};

/// A mean with the variance of one value and the standard error of the mean.
struct Measured {
  std::uint64_t n = 0;
  double mean = 0, variance = 0, error = 0;
};

/// A share of a number of games.
struct Share {
  std::uint64_t part = 0, of = 0;
  double share = 0;
  ConfidenceInterval interval;
};

struct MeasureSheet {
  std::uint64_t games = 0, unfinished = 0;
  bool repeatable = true, complete = true;

  Measured branching, length;
  double refinement = 0;  // √B/D

  Share draws;    // no side was strictly best
  Share decided;  // the others
  /// The first side's share of the decided games, and its score with ½ for a draw (with more sides, shared first places are
  /// divided).
  std::string first_seat;
  Share first_wins;
  double first_score = 0;
  ConfidenceInterval first_interval;

  struct SeatSheet {
    std::string seat;
    std::uint64_t wins = 0, shared = 0;
    Measured rank;                                      // 1 + the seats strictly better
    std::optional<Measured> rank_when_facing_first;     // in games where each seat is a side and faces another seat
    std::optional<Measured> rank_when_neighbour_first;  // the same for the other seats
    /// Mean rank given that a neighbour came first minus mean rank given that the facing seat did: the value of sitting opposite
    /// the winner. Games with a shared first place may count in both means, so the error is slightly too large.
    double gain = 0, gain_error = 0;
  };
  std::vector<SeatSheet> seats;

  /// The leader has strictly the best standing by the game's score, by gains so far, or by the judge.
  std::string lead_by;   // "score", "gains", a description of the judge, or empty …
  std::string lead_why;  // … for this reason
  Measured lead_changes;
  Measured settled;  // the share of a decided game after which its winner led to the end

  struct Step {
    AgentScore stronger;
    std::string weaker;
  };
  std::vector<Step> ladder;
  double seconds = 0;
};

/// The default ladder of a game: deeper alpha-beta, expectimax or Max^N if it has an evaluation and few enough moves, else more
/// playouts.
std::vector<std::string> usual_ladder(const OpenGame& game, const std::stop_token& stop = {});

Result<MeasureSheet> measure(const OpenGame& game, const MeasurePlan& plan, const AgentMaker& make, const Control& control);

}  // namespace banmen::lab
