// The cells that a queen sees, as one word in the order of random draws.
//
// Method. Each of the four lines through a cell has sixteen places: the cells ahead outwards, an end, the cells behind outwards,
// and ends for the rest. For sixteen places at once the board's byte with the place's cell is loaded, the cell's bit is tested, and
// the results are packed into bits: one where a queen is stopped. Subtracting one at the first place of each direction turns the
// zeros before its first one into ones (the obstruction trick of rays.hpp), for all eight directions in a single subtraction, since
// a borrow never passes the direction's end. Only a line of sixteen cells has no place left for its last end; there the sixteenth
// place is set, and it is visible if it was borrowed from.
//
// Rays (rays.hpp) yield sets of cells, from which moves are listed and counted; to draw one step, sets would have to be counted by
// direction and searched. This needs neither, and no vectors wider than sixteen bytes, so it has one form for all machines.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

#include "core/bitset.hpp"

// Machines without such vectors pass them in memory; nothing here is called across library boundaries, so no ABI depends on it.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpsabi"

namespace banmen {

using SixteenBytes [[gnu::vector_size(16)]] = unsigned char;

/// Byte i of the result is the table's byte at index places[i] modulo 16; for machines without a byte shuffle.
inline SixteenBytes bytes_at_portable(const SixteenBytes& table, const SixteenBytes& places) {
#if __has_builtin(__builtin_shuffle)
  return __builtin_shuffle(table, places);  // one instruction on ARM
#else
  SixteenBytes out{};
  for (int i = 0; i < 16; ++i) out[i] = table[places[i] & 15];
  return out;
#endif
}
inline SixteenBytes bytes_at(const SixteenBytes& table, const SixteenBytes& places) {
#if defined(__SSSE3__)
  using Chars [[gnu::vector_size(16)]] = char;
  return (SixteenBytes)__builtin_ia32_pshufb128((Chars)table, (Chars)places);
#else
  return bytes_at_portable(table, places);
#endif
}

/// Bit i is set if byte i is zero; for machines that cannot pack signs.
inline std::uint64_t zero_bytes_portable(const SixteenBytes& bytes) {
  const auto zero = (SixteenBytes)(bytes == 0);
  std::uint64_t halves[2];
  std::memcpy(halves, &zero, 16);
  // Of eight bytes, each 0 or 1, the product has byte i in bit 56 + i, and nothing is carried there.
  const auto packed = [](std::uint64_t half) { return (half & 0x0101010101010101ULL) * 0x0102040810204080ULL >> 56; };
  return packed(halves[0]) | packed(halves[1]) << 8;
}
inline std::uint64_t zero_bytes(const SixteenBytes& bytes) {
#if defined(__SSE2__)
  using Chars [[gnu::vector_size(16)]] = char;
  return static_cast<std::uint32_t>(__builtin_ia32_pmovmskb128((Chars)(bytes == 0)));
#else
  return zero_bytes_portable(bytes);
#endif
}

template <int Words>
class QueenSight {
 public:
  static constexpr int parts = Words == 4 ? 2 : 1;  // of sixteen bytes, of a board

  /// Occupied cells.
  struct View {
    SixteenBytes part[parts];

    explicit View(const Cells<Words>& occupied) {
      static_assert(std::endian::native == std::endian::little, "byte i of a word has bits 8i to 8i + 7");
      using Pair [[gnu::vector_size(16)]] = std::uint64_t;
      for (int i = 0; i < parts; ++i)
        part[i] = (SixteenBytes)Pair{occupied.word[2 * i], Words == 1 ? 0 : occupied.word[Words == 1 ? 0 : 2 * i + 1]};
    }
  };

  /// Cells are numbered row by row, rows × columns ≤ 64 × Words, at most 16 a side.
  void build(int rows, int columns) {
    constexpr int down[4] = {0, 1, 1, 1}, right[4] = {1, -1, 0, 1};
    for (Places& places : places_) places = {};
    for (std::uint64_t& first : first_) first = 0;
    for (int cell = 0; cell < rows * columns; ++cell)
      for (int line = 0; line < 4; ++line) {
        Places& places = places_[cell];
        int place = 16 * line;
        for (const int sign : {1, -1}) {
          if (place < 16 * line + 16) first_[cell] |= 1ULL << place;
          for (int r = cell / columns + sign * down[line], c = cell % columns + sign * right[line];
               r >= 0 && r < rows && c >= 0 && c < columns; r += sign * down[line], c += sign * right[line], ++place) {
            const int to = r * columns + c;
            places.byte[place] = static_cast<std::uint8_t>(to >> 3);
            places.bit[to >> 7][place] = static_cast<std::uint8_t>(1 << (to & 7));
          }
          ++place;
        }
      }
  }

  /// The places with a cell that a queen on `cell` sees, lowest first: to the right, to the left; down and left, up and right;
  /// down, up; down and right, up and left; outwards each.
  [[nodiscard]] std::uint64_t seen(int cell, const View& view) const {
    const Places& places = places_[cell];
    std::uint64_t stops = 0;
    for (int line = 0; line < 4; ++line) {
      const SixteenBytes bytes = sixteen(places.byte, line);
      SixteenBytes open{};
      for (int part = 0; part < parts; ++part) open |= sixteen(places.bit[part], line) & ~bytes_at(view.part[part], bytes);
      stops |= zero_bytes(open) << 16 * line;
    }
    constexpr std::uint64_t sixteenth = 0x8000800080008000ULL;
    return (((stops | sixteenth) - first_[cell]) ^ sixteenth) & ~stops;
  }

  /// The cell that a place of `cell` has; there must be one.
  [[nodiscard]] int cell_at(int cell, int place) const {
    const Places& places = places_[cell];
    unsigned bit = 0;
    for (int part = 0; part < parts; ++part) bit |= places.bit[part][place];
    return 8 * places.byte[place] + __builtin_ctz(bit);
  }

 private:
  struct Places {
    alignas(16) std::uint8_t byte[64];  // of the board; 16 and more are in its second part
    std::uint8_t bit[parts][64];        // in that byte, or none, for an end
  };

  static SixteenBytes sixteen(const std::uint8_t (&places)[64], int line) {
    SixteenBytes out;
    std::memcpy(&out, places + 16 * line, 16);
    return out;
  }

  Places places_[64 * Words];
  std::uint64_t first_[64 * Words];  // places of the eight directions
};

}  // namespace banmen

#pragma GCC diagnostic pop
