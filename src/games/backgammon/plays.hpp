// Legal plays of a roll, each distinct resulting position exactly once.
//
// The legal plays depend on three words only: the mover's points, and the points that the opponent blocks (two or more checkers) or
// leaves a blot on. Hitting changes neither set in a relevant way within the roll.
//
// Doubles: every legal sequence of steps can be sorted in descending order of starting points (a step never needs a lower one
// before it, and bearing off only gets easier), and two different multisets of starting points never give the same result. Listing
// descending sequences therefore lists every result once, without comparisons.
//
// Two different dice: a result is a pair (start of the larger die, start of the smaller die). Different pairs give different
// results, except for one checker moved by both dice in either order without a hit on the way, and for plays that bear off.
//
// Order: by the starting points from high to low; with two dice, plays with the larger die first come before those that are only
// possible with the smaller die first.
#pragma once

#include "core/move_list.hpp"
#include "games/backgammon/board.hpp"

namespace banmen::backgammon {

/// Up to four steps of single checkers in order; an unused step is 0/0. All zero: no play. from[0] > bar marks moves that are no
/// plays (rules.hpp).
struct Play {
  std::uint8_t from[4];
  std::uint8_t to[4];
  bool operator==(const Play&) const = default;
};

/// Points that a checker may leave with this die. `occupied` includes the bar.
inline PointSet starts(PointSet occupied, PointSet blocked, int die) {
  if (occupied >> bar & 1) return ~(blocked << die) & PointSet{1} << bar;
  PointSet set = occupied & ~(blocked << die) & ~PointSet{0} << (die + 1);
  if (occupied < 1u << 7 && occupied != 0) {  // all home: bear off from the die's point, or from the highest below it
    set |= occupied & 1u << die;
    if (occupied >> die == 0) set |= 1u << highest(occupied);
  }
  return set;
}

inline std::uint8_t landing(int from, int die) { return static_cast<std::uint8_t>(from > die ? from - die : off); }

/// The mover's points after a step from a point that holds `count` checkers.
inline PointSet after_step(PointSet occupied, int from, int to, int count) {
  if (count == 1) occupied &= ~(PointSet{1} << from);
  if (to != off) occupied |= PointSet{1} << to;
  return occupied;
}

namespace detail {

struct Doubles {
  MoveList<Play>& list;
  Play* const first;
  const PointSet blocked;
  const int die;
  std::uint8_t count[slots];
  Play play{};
  int most = 0;  // steps of the longest play so far: shorter ones are not legal

  void descend(PointSet occupied, PointSet allowed, int depth) {
    PointSet set = starts(occupied, blocked, die) & allowed;
    if (depth == 4 || set == 0) {
      if (depth < most || depth == 0) return;
      if (depth > most) {
        list.grow_to(first);
        most = depth;
      }
      list.push(play);
      return;
    }
    while (set != 0) {
      const int from = highest(set);
      set ^= PointSet{1} << from;
      const int to = landing(from, die);
      const PointSet next = after_step(occupied, from, to, count[from]);
      --count[from];
      ++count[to];
      play.from[depth] = static_cast<std::uint8_t>(from);
      play.to[depth] = static_cast<std::uint8_t>(to);
      descend(next, (PointSet{2} << from) - 1, depth + 1);
      ++count[from];
      --count[to];
      play.from[depth] = play.to[depth] = 0;
    }
  }
};

/// The exact effect of a play that bears off on the mover's points: such plays start from point 12 or lower, and a count changes by
/// at most two, so four bits a point are enough.
struct BearOffKey {
  std::uint64_t change;
  PointSet hits;
  bool operator==(const BearOffKey&) const = default;
};

inline BearOffKey bear_off_key(const Play& play, PointSet blots) {
  BearOffKey key{0, 0};
  for (int step = 0; step < 2; ++step) {
    key.change -= std::uint64_t{1} << (4 * play.from[step]);
    if (play.to[step] == off) continue;
    key.change += std::uint64_t{1} << (4 * play.to[step]);
    key.hits |= blots & PointSet{1} << play.to[step];
  }
  return key;
}

struct TwoDice {
  MoveList<Play>& list;
  const std::uint8_t* side;
  const PointSet occupied, blocked, blots;
  BearOffKey borne_off[96];
  int borne_offs = 0;

  void push(int from1, int to1, int from2, int to2) {
    const Play play{{static_cast<std::uint8_t>(from1), static_cast<std::uint8_t>(from2)},
                    {static_cast<std::uint8_t>(to1), static_cast<std::uint8_t>(to2)}};
    if (to1 == off || to2 == off) {
      const BearOffKey key = bear_off_key(play, blots);
      for (int k = 0; k < borne_offs; ++k)
        if (borne_off[k] == key) return;
      borne_off[borne_offs++] = key;
    }
    list.push(play);
  }

  /// Both dice; false when no order allows that.
  bool both(int large, int small) {
    const std::uint32_t before = list.size();
    PointSet followed[slots] = {};  // [start of the larger die]: starts of the smaller one after it
    for (PointSet set = starts(occupied, blocked, large); set != 0;) {
      const int from = highest(set), to = landing(from, large);
      set ^= PointSet{1} << from;
      PointSet rest = starts(after(from, to), blocked, small);
      followed[from] = rest;
      while (rest != 0) {
        const int from2 = highest(rest);
        rest ^= PointSet{1} << from2;
        if (from2 - small == from && same_by_larger_first(followed[from2], from, landing(from2, large))) continue;
        push(from, to, from2, landing(from2, small));
      }
    }
    for (PointSet set = starts(occupied, blocked, small); set != 0;) {
      const int from = highest(set), to = landing(from, small);
      set ^= PointSet{1} << from;
      PointSet rest = starts(after(from, to), blocked, large);
      while (rest != 0) {
        const int from2 = highest(rest);
        rest ^= PointSet{1} << from2;
        if (followed[from2] >> from & 1) continue;
        if (from2 == to && same_by_larger_first(followed[from], to, landing(from, large))) continue;
        push(from, to, from2, landing(from2, large));
      }
    }
    return list.size() != before;
  }

  bool one(int die) {
    PointSet set = starts(occupied, blocked, die);
    const bool any = set != 0;
    while (set != 0) {
      const auto from = static_cast<std::uint8_t>(highest(set));
      set ^= PointSet{1} << from;
      list.push({{from}, {landing(from, die)}});
    }
    return any;
  }

 private:
  [[nodiscard]] PointSet after(int from, int to) const { return after_step(occupied, from, to, side[from]); }

  /// A checker moves on over `pause` after the smaller die: the same result as over `other` after the larger one, if that was
  /// possible and neither pause is a hit.
  [[nodiscard]] bool same_by_larger_first(PointSet followed, int pause, int other) const {
    return other != off && (followed >> other & 1) && ((blots >> pause | blots >> other) & 1) == 0;
  }
};

}  // namespace detail

/// Appends the legal plays; nothing when the roll can't be played at all. `large` ≥ `small`.
inline void list_plays(const std::uint8_t* side, PointSet blocked, PointSet blots, int large, int small, MoveList<Play>& list) {
  const PointSet stands = occupied(side);
  if (large == small) {
    detail::Doubles doubles{list, list.spare(), blocked, large, {}};
    std::memcpy(doubles.count, side, slots);
    doubles.descend(stands, ~PointSet{0}, 0);
    return;
  }
  detail::TwoDice dice{list, side, stands, blocked, blots, {}};
  if (!dice.both(large, small) && !dice.one(large)) dice.one(small);
}

/// Makes a play; blots on its landing points go to the bar.
inline void make_play(std::uint8_t* mine, std::uint8_t* theirs, const Play& play) {
  for (int step = 0; step < 4 && play.from[step] != 0; ++step) {
    const int to = play.to[step];
    --mine[play.from[step]];
    ++mine[to];
    if (to != off && theirs[bar - to] != 0) {
      --theirs[bar - to];
      ++theirs[bar];
    }
  }
}

}  // namespace banmen::backgammon
