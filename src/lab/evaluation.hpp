// What a campaign has found: every measure of every cell with its uncertainty, the printed figure beside it, and what that says.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lab/campaign.hpp"
#include "lab/estimate.hpp"
#include "lab/report/chart.hpp"
#include "lab/store.hpp"

namespace banmen::lab {

/// A printed figure is reproduced when ours lies within this many standard errors (both sides' sampling, and rounding) of it, or is
/// equal where nothing was sampled. One right figure in 370 fails this by chance.
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
  Factors of, to;  // of the cells that were compared
  Estimate a, b;
  Difference difference;
  std::string holds;  // "holds", "fails", "not settled", or empty where nothing was expected
};

/// The outcome of a sequential test.
struct Decided {
  std::size_t cell = 0;
  std::string words;
};

struct Evaluation {
  const Campaign* campaign = nullptr;
  std::string store, command;
  std::vector<std::uint64_t> games;  // of each cell, as far as played
  bool complete = true;
  std::uint64_t of_other_code = 0;
  std::vector<Finding> findings;
  std::vector<Compared> compared;
  std::vector<Decided> decided;
  std::vector<Failure> failures;
  std::vector<std::pair<std::size_t, Chart>> charts;  // with their experiment
};

/// `failures`: of the run before it.
Result<Evaluation> evaluate(const Campaign& campaign, const Store& store, std::vector<Failure> failures = {});

struct Tally {
  std::size_t reproduced = 0, differs = 0, undecided = 0;
};
Tally tally(const std::vector<Evaluation>& all);

}  // namespace banmen::lab
