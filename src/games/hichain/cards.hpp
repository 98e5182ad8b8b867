// The 27 cards of HICHAIN: marks on the perimeter, and readings.
//
// A perimeter is the paper's PS (points and sides): 16 one-bit marks, here clockwise from the north-west corner ("ring" order),
//   0 NW  1 NNW  2 N  3 NNE  4 NE  5 ENE  6 E  7 ESE  8 SE  9 SSE  10 S  11 SSW  12 SW  13 WSW  14 W  15 WNW
// so that even places are points, odd ones sides, and a quarter turn clockwise is a rotation of the word by four bits.
// Everything else in this file is computed from the table `faces` at compile time; cards.csv holds the same marks as published,
// and a test compares the two.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace banmen::hichain {

inline constexpr int signs = 27;         // A … Z and the asterisk
inline constexpr int asterisk = 26;      // index of the asterisk
inline constexpr int ways = 4 * signs;   // oriented cards: 4 * sign + orientation (n, e, s, w = 0 … 3 clockwise quarter turns)
inline constexpr int slots = signs + 2;  // of one colour: its field, then its two start cards H and I
inline constexpr int start_h = signs, start_i = signs + 1;
inline constexpr std::uint8_t no_letter = 255;

struct Face {
  char sign;
  char reads[5];   // readings with "up" = n, e, s, w of the upright card; '.' = none
  char marks[17];  // the ring
};

inline constexpr std::array<Face, signs> faces = {{
    {'A', "A...", "0010000010001000"}, {'B', "B...", "1111100011111111"}, {'C', "CU..", "1111100011111111"},
    {'D', "D...", "1110001000111111"}, {'E', "E...", "1111101011111111"}, {'F', "F...", "1111100000001111"},
    {'G', "G...", "1111101111111111"}, {'H', "HIHI", "1000111110001111"}, {'I', "IHIH", "1111100011111000"},
    {'J', "J...", "0000111111111110"}, {'K', "K...", "1000100010001111"}, {'L', "L...", "1000000011111111"},
    {'M', "M.W.", "1000111110101111"}, {'N', "NZNZ", "1000111110001111"}, {'O', "OOOO", "0010001000100010"},
    {'P', "P...", "1111111000001111"}, {'Q', "Q...", "0010001010100010"}, {'R', "R...", "1111111010001111"},
    {'S', "S.S.", "1111101111111011"}, {'T', "T...", "1111100000100000"}, {'U', "U..C", "1000111111111111"},
    {'V', "V...", "1000100000100000"}, {'W', "W.M.", "1010111110001111"}, {'X', "XXXX", "1000100010001000"},
    {'Y', "Y...", "1000100000100000"}, {'Z', "ZNZN", "1111100011111000"}, {'*', "****", "1010100010101000"},
}};

/// Which side of C shows U, and of U shows C. Geometry: C opens east, so it is a U whose top is east. The tables of the authors'
/// two programs differ from that (the prototype turns C the other way, the Java branch both).
enum class Turned : std::uint8_t { geometry, prototype, java };

constexpr int slot_sign(int slot) { return slot == start_h ? 'H' - 'A' : slot == start_i ? 'I' - 'A' : slot; }

/// The perimeter of an oriented card, ring place k in bit k.
constexpr std::uint16_t perimeter(int sign, int orientation) {
  unsigned word = 0;
  for (int k = 0; k < 16; ++k) word |= static_cast<unsigned>(faces[static_cast<std::size_t>(sign)].marks[k] == '1') << k;
  return std::rotl(static_cast<std::uint16_t>(word), 4 * orientation);
}

/// The 8 points (bit k = NW N NE E SE S SW W) or the 8 sides (bit k = NNW NNE ENE ESE SSE SSW WSW WNW) of a perimeter.
constexpr std::uint8_t points(std::uint16_t ring) {
  unsigned out = 0;
  for (int k = 0; k < 8; ++k) out |= (ring >> (2 * k) & 1u) << k;
  return static_cast<std::uint8_t>(out);
}
constexpr std::uint8_t sides(std::uint16_t ring) { return points(static_cast<std::uint16_t>(ring >> 1)); }

/// The reading of a card with `reader` up: 0 … 25, `asterisk`, or no_letter.
constexpr std::uint8_t reading(Turned turned, int sign, int orientation, int reader) {
  int seen = (reader - orientation) & 3;  // turning the card is turning the reader the other way
  const bool c = sign == 'C' - 'A', u = sign == 'U' - 'A';
  const bool mirrored = turned == Turned::java ? c || u : turned == Turned::prototype && c;
  if (mirrored) seen = -seen & 3;
  const char letter = faces[static_cast<std::size_t>(sign)].reads[seen];
  if (letter == '.') return no_letter;
  return letter == '*' ? asterisk : static_cast<std::uint8_t>(letter - 'A');
}

/// A set of oriented cards.
struct Ways {
  std::uint64_t low = 0, high = 0;  // ways 0 … 63, 64 … 107

  friend constexpr Ways operator&(Ways a, Ways b) { return {a.low & b.low, a.high & b.high}; }
  friend constexpr Ways operator|(Ways a, Ways b) { return {a.low | b.low, a.high | b.high}; }
  constexpr void add(int way) { (way < 64 ? low : high) |= 1ULL << (way & 63); }
  constexpr void remove(int way) { (way < 64 ? low : high) &= ~(1ULL << (way & 63)); }
  /// Removes and returns the smallest way of a nonempty set.
  constexpr int take() {
    const int way = low != 0 ? std::countr_zero(low) : 64 + std::countr_zero(high);
    remove(way);
    return way;
  }
  [[nodiscard]] constexpr bool has(int way) const { return ((way < 64 ? low : high) >> (way & 63) & 1) != 0; }
  [[nodiscard]] constexpr bool empty() const { return (low | high) == 0; }
  [[nodiscard]] constexpr std::uint32_t size() const {
    return static_cast<std::uint32_t>(std::popcount(low) + std::popcount(high));
  }
  bool operator==(const Ways&) const = default;
};

/// The four ways of a sign.
constexpr Ways ways_of(int sign) {
  Ways out;
  for (int q = 0; q < 4; ++q) out.add(4 * sign + q);
  return out;
}

// A cell puts two conditions on a card: none of these sides, at least one of these points. One lookup each answers both for all 108
// oriented cards, so no card is ever tried on a cell.
struct Index {
  std::array<Ways, 256> without_sides{};  // [sides]: ways without any of them
  std::array<Ways, 256> with_point{};     // [points]: ways with at least one of them
};
constexpr Index make_index() {
  Index index;
  std::array<Ways, 8> side{}, point{};
  Ways all;
  for (int way = 0; way < ways; ++way) {
    const std::uint16_t ring = perimeter(way / 4, way % 4);
    all.add(way);
    for (std::size_t k = 0; k < 8; ++k) {
      if (sides(ring) >> k & 1) side[k].add(way);
      if (points(ring) >> k & 1) point[k].add(way);
    }
  }
  for (std::size_t mask = 0; mask < 256; ++mask) {
    Ways barred, wanted;
    for (std::size_t k = 0; k < 8; ++k)
      if (mask >> k & 1) {
        barred = barred | side[k];
        wanted = wanted | point[k];
      }
    index.without_sides[mask] = {all.low & ~barred.low, all.high & ~barred.high};
    index.with_point[mask] = wanted;
  }
  return index;
}
inline constexpr Index card_index = make_index();

/// The eight neighbours, clockwise from the north-west; even ones are diagonal. y grows south.
inline constexpr std::array<int, 8> step_x = {-1, 0, 1, 1, 1, 0, -1, -1};
inline constexpr std::array<int, 8> step_y = {-1, -1, -1, 0, 1, 1, 1, 0};

/// The effect of a card with this perimeter on its neighbour number k: sides barred, points offered.
struct Imprint {
  std::uint8_t barred = 0, offered = 0;
};
constexpr Imprint imprint(std::uint16_t ring, int k) {
  const unsigned s = sides(ring), p = points(ring);
  unsigned barred = 0, offered = 0;
  // Neighbour k lies beyond my point k; its point k+4 lies opposite. An edge neighbour also shares my corners k-1 and k+1
  // with its own corners k-3 … that is, my k-1 meets its k+5 and my k+1 meets its k+3.
  offered |= (p >> k & 1u) << ((k + 4) & 7);
  if (k & 1) {
    offered |= (p >> ((k + 7) & 7) & 1u) << ((k + 5) & 7);
    offered |= (p >> ((k + 1) & 7) & 1u) << ((k + 3) & 7);
    // The half-edges on both sides of my midpoint k are my sides k-1 and k; they meet its sides k+4 and k+3.
    barred |= (s >> ((k + 7) & 7) & 1u) << ((k + 4) & 7);
    barred |= (s >> k & 1u) << ((k + 3) & 7);
  }
  return {static_cast<std::uint8_t>(barred), static_cast<std::uint8_t>(offered)};
}

/// Letters for all slots, orientations and readers, by [turned][4 * (slot + 1) + orientation][reader]; row 0 … 3: an empty cell.
using Letters = std::array<std::array<std::uint8_t, 4>, 4 * (slots + 1)>;
constexpr Letters make_letters(Turned turned) {
  Letters out{};
  for (auto& row : out) row.fill(no_letter);
  for (int slot = 0; slot < slots; ++slot)
    for (int q = 0; q < 4; ++q)
      for (int d = 0; d < 4; ++d)
        out[static_cast<std::size_t>(4 * (slot + 1) + q)][static_cast<std::size_t>(d)] = reading(turned, slot_sign(slot), q, d);
  return out;
}
inline constexpr std::array<Letters, 3> letter_tables = {make_letters(Turned::geometry), make_letters(Turned::prototype),
                                                         make_letters(Turned::java)};

/// Interpretations of the rules that the sources leave open; the defaults are ours.
struct ChainRules {
  bool wrap = true;                  // Z is followed by A
  bool asterisk_ends = false;        // an asterisk may be the first or last card of a chain
  bool each_path = false;            // of chains with equal cells each path counts, not one
  std::uint8_t least_same = 2;       // cards of the shortest same-letter chain that scores
  Turned turned = Turned::geometry;  // which side of C shows U, and of U shows C
  bool operator==(const ChainRules&) const = default;

  [[nodiscard]] const Letters& letters() const { return letter_tables[static_cast<std::size_t>(turned)]; }
};

inline constexpr int least_sequential = 3;
inline constexpr std::array<std::uint8_t, 5> royal_word = {'C' - 'A', 'H' - 'A', 0, 'I' - 'A', 'N' - 'A'};

}  // namespace banmen::hichain
