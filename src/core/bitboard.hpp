// Bit tricks for boards of up to 8×8 cells in one 64-bit word: cell = 8 · row + column, row 0 at the top, column 0 at the left.
// Smaller boards keep the stride of 8 and lie in the top-left corner, so that the same shifts and masks serve every size.
//
// Lines are followed in the eight queen directions. A direction is a shift by 1, 7, 8 or 9, up (towards higher cells) or down; four
// of them at a time sit in the lanes of one vector (the compilers' vector extension: wide registers where the machine has them,
// plain words where not, the same bits in any case). A run of up to six cells is covered by doubling: one step, one step, two
// steps, two steps (the parallel-prefix fill of chess programmers, there named after Kogge and Stone).
#pragma once

#include <cstdint>

namespace banmen {

using Bits = std::uint64_t;

constexpr int popcount(Bits set) { return __builtin_popcountll(set); }
/// The lowest cell of a set that is not empty.
constexpr int lowest(Bits set) { return __builtin_ctzll(set); }
constexpr Bits without_lowest(Bits set) { return set & (set - 1); }
constexpr Bits cell_bit(int row, int column) { return Bits{1} << (8 * row + column); }

/// The cells of the top-left rows × columns rectangle.
constexpr Bits rectangle(int rows, int columns) {
  const Bits line = columns == 8 ? 0xff : (Bits{1} << columns) - 1;
  const Bits rows_mask = rows == 8 ? ~Bits{0} : (Bits{1} << (8 * rows)) - 1;
  return line * 0x0101010101010101ULL & rows_mask;
}

/// The cell of the k-th member of a set, from the lowest, k < popcount(set): member by member.
constexpr int nth_cell_portable(Bits set, std::uint32_t k) {
  while (k-- > 0) set = without_lowest(set);
  return lowest(set);
}

/// The same by depositing one bit, where the machine can do that.
inline int nth_cell(Bits set, std::uint32_t k) {
#ifdef __BMI2__
  return lowest(__builtin_ia32_pdep_di(Bits{1} << k, set));
#else
  return nth_cell_portable(set, k);
#endif
}

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

using Lanes = Bits __attribute__((vector_size(32)));

namespace lines {

inline constexpr Lanes lane_step = {1, 7, 8, 9};
inline constexpr Lanes two_steps = {2, 14, 16, 18};

/// Where the inside of a line can lie. A shift by 1, 7 or 9 would wrap around at the side columns, but a run that is flanked at
/// both ends never touches them; up and down, what leaves the word is gone.
inline constexpr Lanes inside = {0x7e7e7e7e7e7e7e7eULL, 0x7e7e7e7e7e7e7e7eULL, ~Bits{0}, 0x7e7e7e7e7e7e7e7eULL};

}  // namespace lines

/// The cells just behind a run of one or more `between` cells that begins beside a cell of `from`, in any of the eight directions.
/// Cells of `between` itself may be in the result and mean nothing there. For Reversi: the empty cells among these are where the
/// colour of `from` may place a disc.
inline Bits behind_runs(Bits from, Bits between) {
  using namespace lines;
  const Lanes run = (Lanes{} + between) & inside;
  const Lanes start = Lanes{} + from;
  Lanes up = run & (start << lane_step), down = run & (start >> lane_step);
  up |= run & (up << lane_step);
  down |= run & (down >> lane_step);
  const Lanes up2 = run & (run << lane_step), down2 = run & (run >> lane_step);
  up |= up2 & (up << two_steps);
  down |= down2 & (down >> two_steps);
  up |= up2 & (up << two_steps);
  down |= down2 & (down >> two_steps);
  const Lanes behind = (up << lane_step) | (down >> lane_step);
  return (behind[0] | behind[2]) | (behind[1] | behind[3]);
}

/// The `between` cells that lie in an unbroken run from the cell of `origin` to a cell of `to`, in all eight directions.
/// For Reversi: the discs that a placement flips. Nothing for an empty origin.
inline Bits runs_between(Bits origin, Bits between, Bits to) {
  using namespace lines;
  const Lanes run = (Lanes{} + between) & inside;
  const Lanes start = Lanes{} + origin, end = Lanes{} + to;
  Lanes up = run & (start << lane_step), down = run & (start >> lane_step);
  up |= run & (up << lane_step);
  down |= run & (down >> lane_step);
  const Lanes up2 = run & (run << lane_step), down2 = run & (run >> lane_step);
  up |= up2 & (up << two_steps);
  down |= down2 & (down >> two_steps);
  up |= up2 & (up << two_steps);
  down |= down2 & (down >> two_steps);
  const auto up_closed = ((up << lane_step) & end) != 0, down_closed = ((down >> lane_step) & end) != 0;
  const Lanes flipped = (up & reinterpret_cast<Lanes>(up_closed)) | (down & reinterpret_cast<Lanes>(down_closed));
  return (flipped[0] | flipped[2]) | (flipped[1] | flipped[3]);
}

}  // namespace banmen
