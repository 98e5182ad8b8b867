// Measures of an experiment: figures with their uncertainty, computed from games.
//
//   moves, moves.variance, moves.deviation   moves to choose from, over decisions (a forced pass counts 0)
//   moves.SEAT                               the same over one seat's decisions, seats taking turns (needs keep_choices)
//   choices.SEAT@K                           mean moves at a seat's K-th decision (needs keep_choices)
//   peak.SEAT, peak.SEAT.at                  the largest of these, and at which K
//   length, length.variance, length.deviation
//   result.SEAT, result.SEAT.deviation       gains plus payoff
//   win.SEAT, draw                           the seat's side alone is best; the best result is shared by sides
//   rank.SEAT                                1 + seats strictly better
//   facing.SEAT                              the same over games in which the facing seat came first
//   facing_gain.SEAT                         rank.SEAT - facing.SEAT: what it is worth to sit opposite the winner
//   least.SEAT, most.SEAT                    best and worst rank over all ways to break ties (ties = "all")
//   score.K, score.K.SEAT, elo.K             agent K (1, 2, …): won 1, drawn ½; only where it sits in SEAT; as a rating
//   place.K, place.K.alone                   mean rank of agent K's seats; only where it sits alone among others
//   partner.K.alone                          mean rank of the seat that faces it then
//   forfeits, unfinished                     shares
// SEAT is a seat's name, or its number where games with different names are compared.
//
// The independent unit is an opening with the games that begin with it (a single game if none is shared): two games of equal
// players from one opening tend to be won by the same seat. So errors of means come from sums over openings, those of ratios and
// variances from the jackknife over openings. Means have Student's intervals, shares exact ones (Clopper and Pearson) with the
// effective number of independent games (Korn and Graubard, Survey Methodology 24, 1998). If seats are exchanged, an agent's luck
// with an opening evens out, so its score can be more certain than that of independent games; a seat's share never is.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "core/statistics.hpp"
#include "lab/experiment.hpp"
#include "lab/job.hpp"

namespace banmen::lab {

struct Estimate {
  double value = 0;
  std::optional<double> error;                 // standard error; nothing: exact, or unknown
  std::optional<ConfidenceInterval> interval;  // 95 %
  std::uint64_t n = 0;                         // number of games or other values
  bool exact = false;
  std::string words;
};

/// Input of measures.
struct Sample {
  std::vector<Observation> games;
  std::vector<std::string> seats;
  std::vector<int> sides;
  std::size_t agents = 0;               // number of agents; 0: no match
  std::uint64_t games_per_opening = 1;  // games 0 to n-1 share an opening, n to 2n-1 the next

  /// The opening of a game. Games of one opening are adjacent.
  [[nodiscard]] std::uint64_t opening(const Observation& game) const {
    return games_per_opening > 1 ? game.number / games_per_opening : static_cast<std::uint64_t>(&game - games.data());
  }
};

Result<Estimate> estimate(const std::string& measure, const Sample& sample);

/// Checks a measure before any game is played, on made-up games.
Result<void> check_measure(const std::string& measure, const Job& job, bool choices_kept, bool all_ties);

/// Mean moves at each decision with standard errors, for choices and peak. Seats take turns; -1: all seats.
struct CurvePoint {
  double mean = 0, error = 0;  // error: 0 for a single opening
  std::uint64_t n = 0, openings = 0;
};
std::vector<CurvePoint> choices_curve(const Sample& sample, int seat);

/// The standard error of measure - times · other over the same games: the jackknife over some fifty runs of openings. Nothing if
/// all runs are equal or there are too few games.
std::optional<double> error_over_same_games(const std::string& measure, const std::string& other, double times,
                                            const Sample& sample);

/// Difference of two estimates, in standard errors, and the two-sided probability of such a difference by chance. The estimates are
/// independent unless the error is given.
struct Difference {
  double value = 0;
  std::optional<double> error, in_errors, chance;
};
Difference difference(const Estimate& a, const Estimate& b, double times = 1, std::optional<double> error = {});

// Wald's sequential test of a match. Games count in the order of their numbers, and the first number of games that decides is the
// whole match, so the answer does not depend on threads.
//
// The likelihood ratio is that of the generalised test for a mean score (as used for testing chess programs): with N games of mean
// s and variance v, LLR = N (t1 - t0)(2s - t0 - t1) / 2v, where t0 and t1 are the scores that elo0 and elo1 make likely.

class SequentialMatch {
 public:
  SequentialMatch(const Sequential& test, std::vector<int> sides) : test_(test), sides_(std::move(sides)) {}

  void add(std::uint64_t number, const Observation& game);

  [[nodiscard]] bool decided() const { return decision_ != 0; }
  [[nodiscard]] int decision() const { return decision_; }       // 1: elo1, -1: elo0, 0: neither yet
  [[nodiscard]] std::uint64_t games() const { return looked_; }  // counted so far
  [[nodiscard]] double ratio() const { return ratio_; }
  [[nodiscard]] double lower() const;
  [[nodiscard]] double upper() const;

 private:
  Sequential test_;
  std::vector<int> sides_;
  std::map<std::uint64_t, std::optional<double>> waiting_;  // games that arrived early
  std::uint64_t looked_ = 0;
  double n_ = 0, sum_ = 0, squares_ = 0, ratio_ = 0;
  int decision_ = 0;
};

}  // namespace banmen::lab
