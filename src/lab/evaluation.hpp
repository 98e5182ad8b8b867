// Results of a campaign: every measure of every cell with its uncertainty, compared with the printed figure.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lab/campaign.hpp"
#include "lab/estimate.hpp"
#include "lab/store.hpp"

namespace banmen::lab {

/// A printed figure is reproduced if ours lies within this many standard errors (sampling of both, beyond rounding), or is equal if
/// nothing was sampled. One correct figure in 370 fails this by chance.
inline constexpr double tolerance_in_errors = 3;

enum class Verdict { none, reproduced, differs, undecided };
const char* text_of(Verdict verdict);

struct Finding {
  std::size_t cell = 0;
  std::string measure;
  Estimate estimate;
  std::optional<Printed> printed;
  std::optional<double> difference, in_errors;
  Verdict verdict = Verdict::none;
};

struct Compared {
  std::size_t experiment = 0;
  Comparison comparison;
  Factors of, to;  // of the compared cells
  Estimate a, b;
  Difference difference;
  std::string holds;  // "holds", "fails", "not settled", or empty if nothing was expected
};

// Charts: curves with error bands, log-log plots, histograms.

struct ChartPoint {
  double x = 0, y = 0;
  std::optional<double> low, high;  // an error band or bar
};

struct ChartSeries {
  std::string name;
  std::vector<ChartPoint> points;
  bool printed = false;  // a paper's figures: hollow marks on a dashed line
  int colour = 0;        // shared by related series
};

struct Chart {
  enum class Kind { curve, bars };
  Kind kind = Kind::curve;
  std::string title, note, x_label, y_label;
  bool log_x = false, log_y = false;
  std::vector<ChartSeries> series;
};

/// The outcome of a sequential test.
struct Decided {
  std::size_t cell = 0;
  std::string words;
};

struct Evaluation {
  const Campaign* campaign = nullptr;
  std::string store, command;
  std::vector<std::uint64_t> games;  // of each cell, played so far
  bool complete = true;
  std::uint64_t of_other_code = 0;
  std::vector<Finding> findings;
  std::vector<Compared> compared;
  std::vector<Decided> decided;
  std::vector<Failure> failures;
  std::vector<std::pair<std::size_t, Chart>> charts;  // with the number of their experiment

  /// Null if there is none.
  [[nodiscard]] const Finding* find(std::size_t cell, const std::string& measure) const;
};

/// `failures`: of the preceding run.
Result<Evaluation> evaluate(const Campaign& campaign, const Store& store, std::vector<Failure> failures = {});

struct Tally {
  std::size_t reproduced = 0, differs = 0, undecided = 0;
};
Tally tally(const std::vector<Evaluation>& all);

}  // namespace banmen::lab
