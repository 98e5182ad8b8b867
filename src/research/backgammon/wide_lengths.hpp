// How long games last when both sides play the best plays of a solved table: games played out to their end, many at a time.
//
// A backend says the best plays of a batch of positions of one group of tiers, so games are taken group by group, the largest
// first; who leaves a group waits for the next. Where several plays are best the first of the list is played. A turn is one throw,
// played or not.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "engines/backgammon/wide/rules.hpp"
#include "solve/wide/backend.hpp"

namespace banmen::backgammon {

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
