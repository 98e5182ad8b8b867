// A simple evaluation: the race by pip count, and in contact the blots in danger, the points made, the prime in front of the
// opponent's back checkers, and the bar.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "games/backgammon/board.hpp"

namespace banmen::backgammon {

/// Number of the 36 throws that hit a blot at this distance, without obstacles.
constexpr int shots(int distance) {
  constexpr int table[25] = {0, 11, 12, 14, 15, 15, 17, 6, 6, 5, 3, 2, 3, 0, 0, 1, 1, 0, 1, 0, 1, 0, 0, 0, 1};
  return distance >= 0 && distance < 25 ? table[distance] : 0;
}

/// Positional assets of a side in contact, in pips.
inline double standing(const std::uint8_t* mine, const std::uint8_t* theirs) {
  const PointSet made = points_with(mine, 2), blots = points_with(mine, 1) & ~made;
  const PointSet enemy = facing_points_with(theirs, 1) | static_cast<PointSet>(theirs[bar] != 0) << 0;  // bit 0: on their bar
  double sum = 0;
  for (PointSet set = blots; set != 0; set &= set - 1) {
    const int point = lowest(set);
    int hits = 0;  // their checkers come from below, from their bar at 0
    for (PointSet from = enemy & ((PointSet{1} << point) - 1); from != 0; from &= from - 1)
      hits = std::max(hits, shots(point - lowest(from)));
    sum -= hits / 36.0 * (bar - point + 4);
  }
  const int back = enemy == 0 ? 25 : lowest(enemy);  // their rearmost checker in our numbering
  int prime = 0, longest = 0;
  for (int point = 1; point <= 24; ++point) {
    if (made >> point & 1) {
      if (point > back) longest = std::max(longest, ++prime);
      if (point <= 6)
        sum += 2;
      else if (point <= 8 || (point >= 18 && point <= 21))
        sum += 1;
    } else {
      prime = 0;
    }
  }
  sum += longest >= 3 ? 2.0 * (longest - 2) : 0;
  const int closed = std::popcount(facing_points_with(theirs, 2) & 0x1f80000u);  // held points of their home board in our numbering
  sum -= mine[bar] * (4.0 + 3.0 * closed);
  return sum;
}

/// −1 … 1 for the side `mine`; `on_roll` is worth half a throw.
inline double judgement(const std::uint8_t* mine, const std::uint8_t* theirs, bool on_roll) {
  const double my_pips = pips(mine), their_pips = pips(theirs);
  double lead = their_pips - my_pips + (on_roll ? 4.0 : -4.0);
  // Each checker on the board wastes about a pip or two in the bear-off.
  lead += 1.5 * (mine[off] - theirs[off]);
  if (!is_race(mine, theirs)) lead += standing(mine, theirs) - standing(theirs, mine);
  // The standard deviation of the rest of a race of p pips is about 1.2·√p pips.
  return std::tanh(lead / (1.7 * std::sqrt(my_pips + their_pips + 4.0)));
}

}  // namespace banmen::backgammon
