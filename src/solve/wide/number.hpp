// The numbers of the wide solver: integers on a fixed scale, the same on every machine and in every compiler.
//
// A value is an int32 in units of 2⁻³⁰, what the side to move expects before chance acts. The outcomes' weights are whole numbers
// too, so a weighted sum in 64 bits is exact, whatever the order of its terms; only the division by the sum of the weights rounds,
// and each function here says which way. A radius is one byte in the same units.
#pragma once

#include <cstdint>

// The same functions are compiled by a host's compiler and by nvcc, for both sides.
#if defined(__CUDACC__)
#define BANMEN_HD __host__ __device__
#else
#define BANMEN_HD
#endif
// Where a short loop must become statements.
#if defined(__CUDA_ARCH__)
#define BANMEN_UNROLL _Pragma("unroll")
#elif defined(__CUDACC__)
#define BANMEN_UNROLL
#else
#define BANMEN_UNROLL _Pragma("GCC unroll 8")
#endif

namespace banmen::wide {

using Word = std::int32_t;
inline constexpr int scale_bits = 30;
inline constexpr Word one = Word{1} << scale_bits;  // a game won
inline constexpr Word nothing = INT32_MAX;          // more than any value with its radius: no play was found yet
inline constexpr int most_radius = 255;             // and where a radius would have to be larger: nothing is proved

/// ⌊x / d⌋ for d > 0.
BANMEN_HD constexpr std::int64_t floor_divided(std::int64_t x, std::int64_t d) { return (x >= 0 ? x : x - d + 1) / d; }

/// The mover's value from the sum of weights × the least that the next mover can be left with: the nearest number to −sum / total,
/// the greater one where two are as near.
BANMEN_HD constexpr Word nearest(std::int64_t sum, int total) {
  return static_cast<Word>(floor_divided(-2 * sum + total, 2 * std::int64_t{total}));
}
/// The greatest number that is no greater than −sum / total, and the least that is no less.
BANMEN_HD constexpr Word rounded_down(std::int64_t sum, std::int64_t total) {
  return static_cast<Word>(floor_divided(-sum, total));
}
BANMEN_HD constexpr Word rounded_up(std::int64_t sum, std::int64_t total) { return static_cast<Word>(-floor_divided(sum, total)); }

/// A change in two bytes, as a part of `scale`, to the nearest: the notes that a sweep takes to push values on (solver.hpp).
using Note = std::int16_t;
inline constexpr std::int64_t most_note = INT16_MAX;
BANMEN_HD constexpr Note noted(std::int64_t change, std::int64_t scale) {
  const std::int64_t note = floor_divided(2 * most_note * change + scale, 2 * scale);
  return static_cast<Note>(note < -most_note ? -most_note : note > most_note ? most_note : note);
}
/// A value pushed on by factor / 256 times the change that was noted; no further than a value can be.
BANMEN_HD constexpr Word pushed(Word value, Note note, std::int64_t scale, int factor) {
  const std::int64_t to = value + floor_divided(2 * note * scale * factor + most_note * 256, 2 * most_note * 256);
  return static_cast<Word>(to < -one ? -one : to > one ? one : to);
}

/// Stirs 64 bits well: for checksums that don't depend on an order, and for throws of dice.
BANMEN_HD constexpr std::uint64_t stirred(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15ULL;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

}  // namespace banmen::wide
