#include "study/backgammon/features.hpp"

#include <algorithm>

namespace banmen::backgammon {
namespace {

/// The attacker's points (bar included), the target's blots and made points, all in the attacker's numbering.
struct Attack {
  PointSet from, blots, blocked;
  int on_bar;

  [[nodiscard]] bool by_double(int die) const {
    PointSet standing = from;
    int steps = 4;
    if (on_bar > 0) {
      const PointSet entry = PointSet{1} << (bar - die);
      if (entry & blocked) return false;
      if (entry & blots) return true;
      steps -= on_bar;
      standing = (from & ~(PointSet{1} << bar)) | entry;
    }
    for (; steps > 0; --steps) {
      standing = standing >> die & ~blocked;
      if (standing & blots) return true;
    }
    return false;
  }

  /// One checker after the other: `first` is used, then `second`.
  [[nodiscard]] bool by_dice(int first, int second) const {
    if (on_bar > 0) {
      const PointSet entry = PointSet{1} << (bar - first);
      if (entry & blocked) return false;
      if (entry & blots) return true;
      return on_bar == 1 && (((from & ~(PointSet{1} << bar)) | entry) >> second & blots) != 0;
    }
    const PointSet there = from >> first & ~blocked;
    return ((there | from >> second | there >> second) & blots) != 0;
  }
};

}  // namespace

int shots(const std::uint8_t* attacker, const std::uint8_t* target) {
  const PointSet blocked = facing_points_with(target, 2);
  const Attack attack{occupied(attacker), facing_points_with(target, 1) & ~blocked, blocked, attacker[bar]};
  if (attack.blots == 0) return 0;
  int count = 0;
  for (int a = 1; a <= 6; ++a) {
    count += attack.by_double(a);
    for (int b = 1; b < a; ++b) count += 2 * (attack.by_dice(a, b) || attack.by_dice(b, a));
  }
  return count;
}

int longest_prime(const std::uint8_t* side, const std::uint8_t* other) {
  const int rearmost = highest(occupied(other) | 1);  // in their numbering; ours begin behind it
  PointSet run = points_with(side, 2) & ~PointSet{0} << std::max(1, bar - rearmost);
  int length = 0;
  for (; run != 0; run &= run >> 1) ++length;
  return length;
}

void Features::add_side(int base, const std::uint8_t* side, const std::uint8_t* other) {
  int left = side[bar];
  for (PointSet set = points_with(side, 1); set != 0; set &= set - 1) {
    const int point = lowest(set), count = side[point], at = base + (point - 1) * 4;
    left += count;
    if (count == 1) add(at, 1);
    if (count >= 2) add(at + 1, 1);
    if (count >= 3) add(at + 2, 1);
    if (count > 3) add(at + 3, static_cast<float>(count - 3) / 2);
  }
  const int rest = base + 24 * 4;
  if (side[bar]) add(rest, static_cast<float>(side[bar]) / 2);
  if (left < 15) add(rest + 1, static_cast<float>(15 - left) / 15);  // a smaller game looks like a late stage of the whole one
  add(rest + 2, static_cast<float>(pips(side)) / 167);
  if (const int hits = shots(other, side)) add(rest + 3, static_cast<float>(hits) / 36);
  if (const int prime = longest_prime(side, other)) add(rest + 4, static_cast<float>(prime) / 6);
  const int home = std::popcount(points_with(side, 2) & 0x7eu);
  if (home) add(rest + 5, static_cast<float>(home * home) / 36);
  if (const int anchors = std::popcount(points_with(side, 2) >> 19 & 0x3fu)) add(rest + 6, static_cast<float>(anchors) / 2);
}

void Features::find(const std::uint8_t* mover, const std::uint8_t* other) {
  count = 0;
  add_side(0, mover, other);
  add_side(features_of_side, other, mover);
}

}  // namespace banmen::backgammon
