// How long games last when both sides play the best plays of a solved database: throws, each before the mover's.
//
// Up to 3 v 3 exactly (ExactLengths, lengths.cpp), a linear recursion over all positions: length = Σ p(throw) (1 + length after the
// best play), 0 once a side has finished. The best plays are found once and kept, 84 bytes a position; sweeps in the order of the
// shells then converge as values do. For 5 v 5 those plays would take 520 GB, so there games are played out to their end, many at a
// time (play_to_the_end, played_lengths.cpp, without the program's libraries: banmen-wide uses it on a GPU): a backend finds the
// best plays of a batch of positions of one group of tiers, so games are taken group by group, the largest first, and one that
// leaves a group waits for the next. Both play the first of the list where several plays are best.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "core/control.hpp"
#include "engines/backgammon/wide/rules.hpp"
#include "solve/wide/cpu.hpp"

namespace banmen::backgammon {

/// The lengths of one tier.
struct TierLengths {
  int n = 0, m = 0;
  std::uint64_t positions = 0;
  double mean = 0, longest = 0;  // over all positions, each before the mover's throw
  wide::Pair where{};            // the longest
};

class ExactLengths {
 public:
  ExactLengths(const WideRules& rules, const wide::Layout& layout, int threads);
  /// Values and lengths of all tiers, in order. False when stopped; the tiers that are there hold.
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

/// A position and the games played from it.
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

/// Plays so many games from each position, counted anew. The backend has solved all tiers up to those of the layout.
void play_to_the_end(wide::Backend& backend, const WideRules& rules, const wide::Layout& layout, std::span<PlayedLength> starts,
                     std::uint64_t games, std::uint64_t seed, int threads);

/// What a search for the longest games of a tier looks at.
struct LengthSearch {
  std::uint64_t sampled = 100'000, games = 4;  // positions spread over the tier, and games from each
  std::uint32_t farthest = 40;                 // of the configurations of each side, by pips: their pairs are looked at too
  std::uint64_t kept = 30;                     // of the longest, which go on
  std::uint64_t neighbour_games = 500;         // from each of those and their neighbours, by one checker moved by one point
  int rounds = 8;
  std::uint64_t last_games = 100'000;  // from the position that is left, thrown anew
};

struct LongestGames {
  double mean = 0, error = 0;  // over the sampled positions
  std::uint64_t sampled = 0;
  PlayedLength longest;
};
LongestGames longest_games(wide::Backend& backend, const WideRules& rules, const wide::Layout& layout, int n, int m,
                           const LengthSearch& search, std::uint64_t seed, int threads);

}  // namespace banmen::backgammon
