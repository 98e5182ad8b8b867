#include "engines/backgammon/network/features.hpp"

#include <algorithm>
#include <array>

namespace banmen::backgammon {
namespace {

/// The attacker's points (with the bar), the target's blots and made points, in the attacker's numbering.
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

  /// Plays `first`, then `second`.
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

constexpr int sight = 12;

constexpr int escapes_by_throwing(std::uint32_t ahead) {
  const int last = static_cast<int>(std::bit_width(ahead));
  auto open = [&](int pips) { return pips > sight || (ahead >> (pips - 1) & 1) == 0; };
  int count = 0;
  for (int a = 1; a <= 6; ++a) {
    int far = 0;
    for (int step = 0; step < 4 && open(far + a); ++step) far += a;
    count += far > last;
    for (int b = 1; b < a; ++b) {
      far = open(a) ? a : open(b) ? b : 0;
      if (far != 0 && open(a + b)) far = a + b;
      count += far > last ? 2 : 0;
    }
  }
  return count;
}

constexpr auto escape_table = [] {
  std::array<std::uint8_t, 1 << sight> table{};
  for (std::uint32_t ahead = 0; ahead < table.size(); ++ahead) table[ahead] = static_cast<std::uint8_t>(escapes_by_throwing(ahead));
  return table;
}();

/// Escaping throws of a checker on `from`; `held` are the opponent's points in the opponent's numbering, where the checker moves
/// upwards.
int escapes_from(int from, PointSet held) { return escapes(held >> (bar + 1 - from)); }

}  // namespace

int escapes(std::uint32_t ahead) { return escape_table[ahead & ((1u << sight) - 1)]; }

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
  auto share = [](int amount, int whole) { return static_cast<float>(amount) / static_cast<float>(whole); };
  const PointSet stands = occupied(side), made = points_with(side, 2), held = points_with(other, 2);
  const int back = highest(stands | 1), home = std::popcount(made & 0x7eu);
  add(base, Trait::on_bar, share(side[bar], 2));
  add(base, Trait::borne_off, share(15 - left, 15));  // a smaller game looks like a late stage of the whole one
  add(base, Trait::pips, share(backgammon::pips(side), 167));
  add(base, Trait::shots, share(backgammon::shots(other, side), 36));
  add(base, Trait::prime, share(longest_prime(side, other), 6));
  add(base, Trait::home, share(home * home, 36));
  add(base, Trait::anchors, share(std::popcount(made >> 19 & 0x3fu), 2));
  add(base, Trait::rearmost, share(back, bar));
  add(base, Trait::escape, share(escapes_from(std::max(back, 1), held), 36));
  int mobility = 0, behind = 0, exposed = 0, timing = 0;
  for (PointSet set = stands >> 7 << 7; set != 0; set &= set - 1) {
    const int point = lowest(set);
    mobility += side[point] * escapes_from(point, held);
    if (point > 18) behind += side[point];
    if (point <= 18) timing += side[point] * (point - 6);
  }
  add(base, Trait::mobility, share(mobility, 36 * 15));
  add(base, Trait::behind, share(behind, 6));
  int hardest = 36;
  for (int point = 15; point <= 24; ++point) hardest = std::min(hardest, escapes_from(point, held));
  add(base, Trait::contained, share(36 - hardest, 36));
  const PointSet blots = points_with(side, 1) & ~made;
  for (PointSet set = blots; set != 0; set &= set - 1) exposed += bar - lowest(set);
  add(base, Trait::exposed, share(exposed, 100));
  add(base, Trait::blots, share(std::popcount(blots), 5));
  int sum = 0, squares = 0;
  for (PointSet set = stands; set != 0; set &= set - 1) {
    const int point = lowest(set), count = side[point];
    sum += point * count;
    squares += point * point * count;
  }
  if (left > 0) add(base, Trait::spread, share(squares * left - sum * sum, 60 * left * left));
  add(base, Trait::overlap, share(std::max(0, back + highest(occupied(other) | 1) - bar), 24));
  if (const PointSet anchors = made >> 18 & 0x7fu) add(base, Trait::best_anchor, share(7 - lowest(anchors), 7));
  add(base, Trait::buried, share(side[1] + side[2], 6));
  add(base, Trait::timing, share(timing, 100));
}

void Features::find(const std::uint8_t* mover, const std::uint8_t* other) {
  count = 0;
  add_side(0, mover, other);
  add_side(features_of_side, other, mover);
}

}  // namespace banmen::backgammon
