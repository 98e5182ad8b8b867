// Bit tricks for boards of up to 8×8 cells in one 64-bit word: cell = 8 · row + column, row 0 at the top, column 0 at the left.
// Smaller boards keep the stride of 8 and lie in the top-left corner, so that the same shifts and masks serve every size.
//
// Lines are followed in the eight queen directions. A direction is a shift by 1, 7, 8 or 9, up (towards higher cells) or down; the
// machine's vector width decides how many are followed at once (machine.hpp), with the same result. A run of up to six cells is
// covered by doubling: one step, one step, two steps, two steps (the parallel-prefix fill of chess programmers, there named after
// Kogge and Stone).
#pragma once

#include <cstdint>
#include <type_traits>

#include "core/bitset.hpp"
#include "core/machine.hpp"

// Vectors wider than the machine's are passed in memory; nothing here is called across library boundaries, so no ABI depends on it.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpsabi"

namespace banmen {

using Bits = std::uint64_t;

constexpr int popcount(Bits set) { return __builtin_popcountll(set); }
/// The lowest cell of a nonempty set.
constexpr int lowest(Bits set) { return __builtin_ctzll(set); }
constexpr Bits without_lowest(Bits set) { return set & (set - 1); }
constexpr Bits cell_bit(int row, int column) { return Bits{1} << (8 * row + column); }

/// The cells of the top-left rows × columns rectangle.
constexpr Bits rectangle(int rows, int columns) {
  const Bits line = columns == 8 ? 0xff : (Bits{1} << columns) - 1;
  const Bits rows_mask = rows == 8 ? ~Bits{0} : (Bits{1} << (8 * rows)) - 1;
  return line * 0x0101010101010101ULL & rows_mask;
}

/// The cell of the k-th member of a set, from the lowest, k < popcount(set).
inline int nth_cell(Bits set, std::uint32_t k) { return select_bit(set, k); }

// ---------------------------------------------------------------------------------------------- turning the whole 8×8 square

/// Row r goes to row 7 - r.
constexpr Bits flip_rows(Bits set) { return __builtin_bswap64(set); }

/// Column c goes to column 7 - c.
constexpr Bits flip_columns(Bits set) {
  set = (set >> 1 & 0x5555555555555555ULL) | (set & 0x5555555555555555ULL) << 1;
  set = (set >> 2 & 0x3333333333333333ULL) | (set & 0x3333333333333333ULL) << 2;
  return (set >> 4 & 0x0f0f0f0f0f0f0f0fULL) | (set & 0x0f0f0f0f0f0f0f0fULL) << 4;
}

/// Rows become columns: cell (r, c) goes to (c, r). Swaps the off-diagonal blocks of size 1, 2 and 4 in turn.
constexpr Bits transpose(Bits set) {
  Bits change = (set ^ set >> 7) & 0x00aa00aa00aa00aaULL;
  set ^= change ^ change << 7;
  change = (set ^ set >> 14) & 0x0000cccc0000ccccULL;
  set ^= change ^ change << 14;
  change = (set ^ set >> 28) & 0x00000000f0f0f0f0ULL;
  return set ^ change ^ change << 28;
}

// ---------------------------------------------------------------------------------------------- lines in eight directions

namespace lines {

/// The cells that can be inside a line. A shift by 1, 7 or 9 would wrap around at the side columns, but a run that is flanked at
/// both ends never touches them; up and down, bits leave the word.
constexpr Bits inside(int step) { return step == 8 ? ~Bits{0} : 0x7e7e7e7e7e7e7e7eULL; }

/// The cells of an unbroken run that begins one step up (or down) from the start: one step, one step, two steps, two steps.
template <class Set, class Step>
Set filled_up(const Set& start, const Set& run, const Step& step) {
  Set up = run & (start << step);
  up |= run & (up << step);
  const Set pairs = run & (run << step);
  up |= pairs & (up << (step + step));
  return up | (pairs & (up << (step + step)));
}
template <class Set, class Step>
Set filled_down(const Set& start, const Set& run, const Step& step) {
  Set down = run & (start >> step);
  down |= run & (down >> step);
  const Set pairs = run & (run >> step);
  down |= pairs & (down >> (step + step));
  return down | (pairs & (down >> (step + step)));
}

inline Bits kept_if(Bits set, Bits any) { return set & (0 - static_cast<Bits>(any != 0)); }

/// Plain words, a direction at a time.
struct Words {
  template <int Step>
  static Bits behind(Bits from, Bits between) {
    const Bits run = between & inside(Step);
    return filled_up(from, run, Step) << Step | filled_down(from, run, Step) >> Step;
  }
  template <int Step>
  static Bits closed(Bits from, Bits between, Bits to) {
    const Bits run = between & inside(Step), up = filled_up(from, run, Step), down = filled_down(from, run, Step);
    return kept_if(up, up << Step & to) | kept_if(down, down >> Step & to);
  }
  static Bits behind_runs(Bits from, Bits between) {
    return (behind<1>(from, between) | behind<7>(from, between)) | (behind<8>(from, between) | behind<9>(from, between));
  }
  static Bits runs_between(Bits origin, Bits between, Bits to) {
    return (closed<1>(origin, between, to) | closed<7>(origin, between, to)) |
           (closed<8>(origin, between, to) | closed<9>(origin, between, to));
  }
};

/// Two words: the board and its vertical mirror image, so that up and down use the same shift. Along the rows by plain words.
struct Pairs {
  using Set = Bits __attribute__((vector_size(16)));
  static Set both(Bits set) { return Set{set, flip_rows(set)}; }
  static Bits joined(const Set& sets) { return sets[0] | flip_rows(sets[1]); }

  template <int Step>
  static Set behind(const Set& from, const Set& between) {
    return filled_up(from, Set(between & inside(Step)), Step) << Step;
  }
  template <int Step>
  static Set closed(const Set& from, const Set& between, const Set& to) {
    const Set up = filled_up(from, Set(between & inside(Step)), Step);
    return up & (Set)(((up << Step) & to) != 0);
  }
  static Bits behind_runs(Bits from, Bits between) {
    const Set f = both(from), b = both(between);
    return Words::behind<1>(from, between) | joined(behind<7>(f, b) | behind<8>(f, b) | behind<9>(f, b));
  }
  static Bits runs_between(Bits origin, Bits between, Bits to) {
    const Set o = both(origin), b = both(between), t = both(to);
    return Words::closed<1>(origin, between, to) | joined(closed<7>(o, b, t) | closed<8>(o, b, t) | closed<9>(o, b, t));
  }
};

/// Four words, a direction each.
struct Fours {
  using Set = Bits __attribute__((vector_size(32)));
  static constexpr Set step = {1, 7, 8, 9};
  static constexpr Set within = {inside(1), inside(7), inside(8), inside(9)};
  static Bits joined(const Set& sets) { return (sets[0] | sets[2]) | (sets[1] | sets[3]); }

  static Bits behind_runs(Bits from, Bits between) {
    const Set run = (Set{} + between) & within, start = Set{} + from;
    return joined((filled_up(start, run, step) << step) | (filled_down(start, run, step) >> step));
  }
  static Bits runs_between(Bits origin, Bits between, Bits to) {
    const Set run = (Set{} + between) & within, start = Set{} + origin, end = Set{} + to;
    const Set up = filled_up(start, run, step), down = filled_down(start, run, step);
    const auto up_closed = ((up << step) & end) != 0, down_closed = ((down >> step) & end) != 0;
    return joined((up & (Set)up_closed) | (down & (Set)down_closed));
  }
};

using Form = std::conditional_t<vector_bits >= 256, Fours, std::conditional_t<vector_bits == 128, Pairs, Words>>;

}  // namespace lines

/// The cells just behind a run of one or more `between` cells that begins beside a cell of `from`, in any of the eight directions.
/// The result may contain cells of `between`, which are meaningless. For Reversi: the empty cells among these are where the colour
/// of `from` may place a disc.
inline Bits behind_runs(Bits from, Bits between) { return lines::Form::behind_runs(from, between); }

/// The `between` cells that lie in an unbroken run from the cell of `origin` to a cell of `to`, in all eight directions.
/// For Reversi: the discs that a placement flips. Nothing for an empty origin.
inline Bits runs_between(Bits origin, Bits between, Bits to) { return lines::Form::runs_between(origin, between, to); }

}  // namespace banmen

#pragma GCC diagnostic pop
