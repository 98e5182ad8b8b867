// The numbers of the wide solver: integers on a fixed scale, the same on every machine and in every compiler.
//
// A value is an int32 in units of 2⁻³⁰: the expectation of the side to move before chance acts. The outcomes' weights are integers
// too, so a weighted sum in 64 bits is exact in any order; only the division by the sum of the weights rounds, in the direction
// stated at each function. A radius is one byte in the same units.
#pragma once

#include <cstdint>

// The same functions are compiled by the host's compiler and by nvcc, for host and device.
#if defined(__CUDACC__)
#define BANMEN_HD __host__ __device__
#else
#define BANMEN_HD
#endif
// Marks short loops that must be unrolled.
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
inline constexpr Word nothing = INT32_MAX;          // more than any value with its radius: no play found yet
inline constexpr int most_radius = 255;             // also stands for larger radii, which prove nothing

/// ⌊x / d⌋ for d > 0.
BANMEN_HD constexpr std::int64_t floor_divided(std::int64_t x, std::int64_t d) { return (x >= 0 ? x : x - d + 1) / d; }

/// The mover's value from the sum of weights × the least value of the next mover: −sum / total rounded to nearest, halves up.
BANMEN_HD constexpr Word nearest(std::int64_t sum, int total) {
  return static_cast<Word>(floor_divided(-2 * sum + total, 2 * std::int64_t{total}));
}
/// −sum / total rounded down, and up.
BANMEN_HD constexpr Word rounded_down(std::int64_t sum, std::int64_t total) {
  return static_cast<Word>(floor_divided(-sum, total));
}
BANMEN_HD constexpr Word rounded_up(std::int64_t sum, std::int64_t total) { return static_cast<Word>(-floor_divided(sum, total)); }

/// A change as a fraction of `scale`, rounded to two bytes: the notes for extrapolation (solver.hpp).
using Note = std::int16_t;
inline constexpr std::int64_t most_note = INT16_MAX;
BANMEN_HD constexpr Note noted(std::int64_t change, std::int64_t scale) {
  const std::int64_t note = floor_divided(2 * most_note * change + scale, 2 * scale);
  return static_cast<Note>(note < -most_note ? -most_note : note > most_note ? most_note : note);
}
/// A value extrapolated by factor / 256 times the noted change, clamped to the range of values.
BANMEN_HD constexpr Word pushed(Word value, Note note, std::int64_t scale, int factor) {
  const std::int64_t to = value + floor_divided(2 * note * scale * factor + most_note * 256, 2 * most_note * 256);
  return static_cast<Word>(to < -one ? -one : to > one ? one : to);
}

/// Mixes 64 bits, for checksums independent of order and for dice.
BANMEN_HD constexpr std::uint64_t stirred(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15ULL;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

}  // namespace banmen::wide
