// Plays by the mover's own checkers and the roll alone, to be filtered by the opponent's points.
//
// The opponent affects the legality of a sequence of steps only through its landing points: none may be blocked. So all sequences
// of a side are listed once, with the set of landing points; against an opponent those without blocked landing points remain, of
// these only the ones at the best level (most dice used; with one die only, the larger), and the blots among the landing points are
// hit.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

#include "games/backgammon/board.hpp"
#include "games/backgammon/plays.hpp"

namespace banmen::backgammon {

/// The 21 throws, larger die first, doubles with weight 1, others with weight 2.
struct Throw {
  std::uint8_t large, small, weight;
};
inline constexpr int throw_count = 21;
constexpr Throw throw_of(int index) {
  int large = 1;
  while (index >= large) index -= large++;
  const int small = index + 1;
  return {static_cast<std::uint8_t>(large), static_cast<std::uint8_t>(small), static_cast<std::uint8_t>(large == small ? 1 : 2)};
}

struct SidePlay {
  std::uint8_t side[slots];  // the mover's checkers afterwards
  PointSet landing;          // points 1..24 that the steps land on
  int level;                 // 0 is best, all dice used; a play is legal only if no better level has one

  bool operator==(const SidePlay&) const = default;
  bool operator<(const SidePlay& other) const {
    if (level != other.level) return level < other.level;
    if (const int order = std::memcmp(side, other.side, slots); order != 0) return order < 0;
    return landing < other.landing;
  }
};

namespace detail {

/// Doubles are listed in descending order of starting points only, which reaches every result (plays.hpp).
inline void extend_side_plays(const std::uint8_t* side, PointSet landing, const int* dice, int used, int count, PointSet allowed,
                              std::vector<SidePlay>& out) {
  const bool doubles = count == 4;
  if (used > 0) {
    SidePlay play{{}, landing, 0};
    std::copy_n(side, slots, play.side);
    if (doubles)
      play.level = count - used;
    else if (used == 1)
      play.level = dice[0] > dice[1] ? 1 : 2;
    out.push_back(play);
  }
  if (used == count) return;
  for (PointSet set = starts(occupied(side), 0, dice[used]) & allowed; set != 0; set &= set - 1) {
    const int from = lowest(set), to = backgammon::landing(from, dice[used]);
    std::uint8_t next[slots];
    std::copy_n(side, slots, next);
    --next[from];
    ++next[to];
    extend_side_plays(next, to == off ? landing : landing | PointSet{1} << to, dice, used + 1, count,
                      doubles ? (PointSet{2} << from) - 1 : ~PointSet{0}, out);
  }
}

}  // namespace detail

/// All plays of a side, best level first, without duplicates.
inline std::vector<SidePlay> side_plays(const std::uint8_t* side, const Throw& roll) {
  std::vector<SidePlay> plays;
  if (roll.large == roll.small) {
    const int dice[4] = {roll.large, roll.large, roll.large, roll.large};
    detail::extend_side_plays(side, 0, dice, 0, 4, ~PointSet{0}, plays);
  } else {
    const int large_first[2] = {roll.large, roll.small}, small_first[2] = {roll.small, roll.large};
    detail::extend_side_plays(side, 0, large_first, 0, 2, ~PointSet{0}, plays);
    detail::extend_side_plays(side, 0, small_first, 0, 2, ~PointSet{0}, plays);
  }
  std::sort(plays.begin(), plays.end());
  plays.erase(std::unique(plays.begin(), plays.end()), plays.end());
  return plays;
}

}  // namespace banmen::backgammon
