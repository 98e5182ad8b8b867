// Wald's sequential test of a match: games are looked at in their order, whatever order they ended in, and the first number of
// games that decides is the whole match, so that the answer does not depend on threads.
//
// The likelihood ratio is that of the generalised test for a mean score (as used for testing chess programs): with N games of mean
// s and variance v, LLR = N (t1 - t0)(2s - t0 - t1) / 2v, where t0 and t1 are the scores that elo0 and elo1 make likely.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "lab/experiment.hpp"
#include "lab/job.hpp"

namespace banmen::lab {

/// The score of agent 0 in a game: 1, 0.5 or 0 of its side against the best other; nothing where it sat on both sides or on none.
std::optional<double> score_of_agent(const Observation& game, const std::vector<int>& sides, long agent = 0);

class SequentialMatch {
 public:
  SequentialMatch(const Sequential& test, std::vector<int> sides) : test_(test), sides_(std::move(sides)) {}

  void add(std::uint64_t number, const Observation& game);

  [[nodiscard]] bool decided() const { return decision_ != 0; }
  [[nodiscard]] int decision() const { return decision_; }       // 1: elo1, -1: elo0, 0: neither yet
  [[nodiscard]] std::uint64_t games() const { return looked_; }  // that the decision rests on
  [[nodiscard]] double ratio() const { return ratio_; }
  [[nodiscard]] double lower() const;
  [[nodiscard]] double upper() const;

 private:
  Sequential test_;
  std::vector<int> sides_;
  std::map<std::uint64_t, std::optional<double>> waiting_;  // games that came before their turn
  std::uint64_t looked_ = 0;
  double n_ = 0, sum_ = 0, squares_ = 0, ratio_ = 0;
  int decision_ = 0;
};

}  // namespace banmen::lab
