// One side's checkers, and the other side's as seen from it.
//
// Each side counts in its own numbering: 1..24 pips from home, 25 = the bar, 0 = borne off. The mover's point p is the
// opponent's point 25-p. Sets of points are bits of one word, bit p for point p.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

namespace banmen::backgammon {

inline constexpr int off = 0;
inline constexpr int bar = 25;
inline constexpr int slots = 26;  // off, 24 points, bar

using PointSet = std::uint32_t;

/// Number of a side's checkers by slot; [off] counts those borne off.
using Side = std::uint8_t[slots];

/// Gathers the top bits of eight bytes, byte k to bit k.
constexpr std::uint32_t top_bits(std::uint64_t bytes) {
  return static_cast<std::uint32_t>(((bytes & 0x8080808080808080ULL) >> 7) * 0x0102040810204080ULL >> 56);
}

/// Points 1..24 that hold at least `least` checkers. Counts stay below 16, so adding 128-least carries into the top bit only.
inline PointSet points_with(const std::uint8_t* side, int least) {
  const std::uint64_t lift = static_cast<std::uint64_t>(128 - least) * 0x0101010101010101ULL;
  PointSet set = 0;
  for (int word = 0; word < 3; ++word) {
    std::uint64_t bytes;
    std::memcpy(&bytes, side + 1 + 8 * word, 8);
    set |= top_bits(bytes + lift) << (1 + 8 * word);
  }
  return set;
}

/// The same with the bytes reversed: point p of the side becomes bit 25-p, the other side's view.
inline PointSet facing_points_with(const std::uint8_t* side, int least) {
  const std::uint64_t lift = static_cast<std::uint64_t>(128 - least) * 0x0101010101010101ULL;
  PointSet set = 0;
  for (int word = 0; word < 3; ++word) {
    std::uint64_t bytes;
    std::memcpy(&bytes, side + 17 - 8 * word, 8);
    set |= top_bits(__builtin_bswap64(bytes) + lift) << (1 + 8 * word);
  }
  return set;
}

/// Points 1..24 and the bar, where occupied.
inline PointSet occupied(const std::uint8_t* side) { return points_with(side, 1) | static_cast<PointSet>(side[bar] != 0) << bar; }

inline int highest(PointSet set) { return 31 - std::countl_zero(set); }
inline int lowest(PointSet set) { return std::countr_zero(set); }

inline int on_board(const std::uint8_t* side, int checkers) { return checkers - side[off]; }

/// The same by counting, if [off] is not filled in.
inline int on_board(const std::uint8_t* side) {
  int sum = 0;
  for (int slot = 1; slot <= bar; ++slot) sum += side[slot];
  return sum;
}

inline int pips(const std::uint8_t* side) {
  int sum = 0;
  for (int point = 1; point <= bar; ++point) sum += point * side[point];
  return sum;
}

/// True if no checker can meet an opposing one any more.
inline bool is_race(const std::uint8_t* mine, const std::uint8_t* theirs) {
  const PointSet a = occupied(mine), b = occupied(theirs);
  return a == 0 || b == 0 || highest(a) + highest(b) < bar;
}

}  // namespace banmen::backgammon
