// Expected length of games, in throws, when both sides play optimally; ties go to the first play listed.
//
// Up to 3 v 3 exactly (ExactLengths, lengths.cpp) by iterative policy evaluation: length = Σ p(throw) (1 + length after the best
// play), 0 at the end. The best plays are computed once and kept, 84 bytes a position. For 5 v 5 they would take 520 GB, so lengths
// are sampled (play_to_the_end, played_lengths.cpp, which banmen-wide uses on a GPU without the program's libraries): a backend
// finds the best plays of a batch of positions of one group of tiers, so games proceed group by group, the largest first.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "core/control.hpp"
#include "engines/backgammon/wide/rules.hpp"
#include "solve/wide/cpu.hpp"

namespace banmen::backgammon {

/// Lengths of one tier.
struct TierLengths {
  int n = 0, m = 0;
  std::uint64_t positions = 0;
  double mean = 0, longest = 0;  // over all positions before the throw
  wide::Pair where{};            // of `longest`
};

class ExactLengths {
 public:
  ExactLengths(const WideRules& rules, const wide::Layout& layout, int threads);
  /// Computes values and lengths of all tiers in order. Returns false when stopped; finished tiers stay valid.
  bool find(const Control& control);

  [[nodiscard]] const std::vector<TierLengths>& tiers() const { return tiers_; }
  [[nodiscard]] double length(int n, std::uint32_t a, int m, std::uint32_t b) const { return lengths_[layout_.at(n, a, m, b)]; }
  [[nodiscard]] wide::Cpu& backend() { return cpu_; }

 private:
  template <class Work>
  void over(int n, int m, Work work) const;
  bool find_group(int n, int m, const Control& control);

  const WideRules& rules_;
  const wide::Layout& layout_;
  wide::Cpu cpu_;
  std::vector<double> lengths_;
  std::vector<TierLengths> tiers_;
};

/// A position and statistics of the games played from it.
struct PlayedLength {
  int n = 0, m = 0;
  wide::Pair pair{};
  std::uint64_t games = 0, turns = 0, squares = 0;

  [[nodiscard]] double mean() const { return static_cast<double>(turns) / static_cast<double>(games); }
  [[nodiscard]] double error() const {
    const double count = static_cast<double>(games);
    return std::sqrt(std::max(0.0, static_cast<double>(squares) / count - mean() * mean()) / count);
  }
};

/// Plays `games` games from each position and resets its statistics. The backend must have solved all tiers of the layout.
void play_to_the_end(wide::Backend& backend, const WideRules& rules, const wide::Layout& layout, std::span<PlayedLength> starts,
                     std::uint64_t games, std::uint64_t seed, int threads);

/// Options of the search for the longest games of a tier.
struct LengthSearch {
  std::uint64_t sampled = 100'000, games = 4;  // positions spread over the tier; games from each
  std::uint32_t farthest = 40;          // configurations of each side with the most pips, all pairs of which are examined too
  std::uint64_t kept = 30;              // longest positions kept after each round
  std::uint64_t neighbour_games = 500;  // from each of those and their neighbours (a checker moved by one point)
  int rounds = 8;
  std::uint64_t last_games = 100'000;  // from the winner, with new dice
};

struct LongestGames {
  double mean = 0, error = 0;  // over the sampled positions
  std::uint64_t sampled = 0;
  PlayedLength longest;
};
LongestGames longest_games(wide::Backend& backend, const WideRules& rules, const wide::Layout& layout, int n, int m,
                           const LengthSearch& search, std::uint64_t seed, int threads);

}  // namespace banmen::backgammon
