// A set of cells in one, two or four machine words. Everything is inline and loops over a fixed number of words, so that one word
// costs no more than a plain integer.
#pragma once

#include <array>
#include <cstdint>

namespace banmen {

// The k-th member of a set of up to 64.

/// Place of the k-th set bit of each byte, k < 8: byte · 8 + k.
inline constexpr auto places_in_byte = [] {
  std::array<std::uint8_t, 2048> places{};
  for (unsigned byte = 0; byte < 256; ++byte)
    for (unsigned place = 0, k = 0; place < 8; ++place)
      if (byte >> place & 1) places[8 * byte + k++] = static_cast<std::uint8_t>(place);
  return places;
}();

/// The place of the k-th set bit, counted from 0, of a word with more than k bits; for machines without a bit deposit instruction.
/// Branch-free, since a drawn bit is unpredictable: first the byte, by prefix sums of bit counts, then the place inside it.
constexpr int select_bit_portable(std::uint64_t word, unsigned k) {
  constexpr std::uint64_t each = 0x0101010101010101ULL;
  const std::uint64_t twos = word - (word >> 1 & 0x5555555555555555ULL);
  const std::uint64_t fours = (twos & 0x3333333333333333ULL) + (twos >> 2 & 0x3333333333333333ULL);
  const std::uint64_t upto = ((fours + (fours >> 4)) & 0x0f0f0f0f0f0f0f0fULL) * each;
  const std::uint64_t more = (upto + (127 - k) * each) & 0x8080808080808080ULL;  // bytes whose prefix sum exceeds k
  const int byte = __builtin_ctzll(more) - 7;
  const auto before = static_cast<unsigned>(upto << 8 >> byte & 255);
  return byte + places_in_byte[8 * (word >> byte & 255) + k - before];
}

inline int select_bit(std::uint64_t word, unsigned k) {
#ifdef __BMI2__
  return __builtin_ctzll(__builtin_ia32_pdep_di(std::uint64_t{1} << k, word));
#else
  return select_bit_portable(word, k);
#endif
}

/// Bit i goes to bit 63 - i.
constexpr std::uint64_t reverse_bits(std::uint64_t x) {
  x = (x >> 1 & 0x5555555555555555ULL) | (x & 0x5555555555555555ULL) << 1;
  x = (x >> 2 & 0x3333333333333333ULL) | (x & 0x3333333333333333ULL) << 2;
  x = (x >> 4 & 0x0f0f0f0f0f0f0f0fULL) | (x & 0x0f0f0f0f0f0f0f0fULL) << 4;
  return __builtin_bswap64(x);
}

template <int Words>
struct Cells {
  static constexpr int capacity = 64 * Words;

  std::uint64_t word[Words];

  bool operator==(const Cells&) const = default;

  static constexpr Cells none() { return {}; }
  static constexpr Cells of(int cell) {
    Cells set{};
    for (int i = 0; i < Words; ++i) set.word[i] = bit(cell, i);
    return set;
  }
  /// Cells 0 … n-1.
  static constexpr Cells first_of(int n) {
    Cells set{};
    for (int i = 0; i < Words; ++i) {
      const int here = n - 64 * i;
      set.word[i] = here >= 64 ? ~0ULL : here <= 0 ? 0 : (1ULL << here) - 1;
    }
    return set;
  }

  [[nodiscard]] constexpr bool has(int cell) const { return word[cell >> 6] >> (cell & 63) & 1; }
  constexpr void add(int cell) { *this |= of(cell); }
  constexpr void flip(int cell) { *this ^= of(cell); }

  [[nodiscard]] constexpr bool empty() const {
    std::uint64_t any = 0;
    for (int i = 0; i < Words; ++i) any |= word[i];
    return any == 0;
  }
  [[nodiscard]] constexpr int size() const {
    int n = 0;
    for (int i = 0; i < Words; ++i) n += __builtin_popcountll(word[i]);
    return n;
  }
  /// The smallest cell of a nonempty set.
  [[nodiscard]] constexpr int first() const {
    // Branch-free, since its word is unpredictable.
    std::uint64_t in = word[Words - 1];
    std::uint64_t base = 64 * (Words - 1);
#pragma GCC unroll 4
    for (int i = Words - 2; i >= 0; --i) {
      const std::uint64_t here = all_ones_if(word[i] != 0);
      in = choose(here, word[i], in);
      base = choose(here, static_cast<std::uint64_t>(64 * i), base);
    }
    return static_cast<int>(base) + __builtin_ctzll(in);
  }
  /// The k-th cell, counted from 0, of a set with more than k cells.
  [[nodiscard]] int select(unsigned k) const {
    std::uint64_t in = word[0], base = 0, skipped = 0;
    auto passed = static_cast<std::uint64_t>(__builtin_popcountll(word[0]));
#pragma GCC unroll 4
    for (int i = 1; i < Words; ++i) {
      const std::uint64_t further = all_ones_if(k >= passed);
      in = choose(further, word[i], in);
      base = choose(further, static_cast<std::uint64_t>(64 * i), base);
      skipped = choose(further, passed, skipped);
      passed += static_cast<std::uint64_t>(__builtin_popcountll(word[i]));
    }
    return static_cast<int>(base) + select_bit(in, static_cast<unsigned>(k - skipped));
  }
  /// Cell c goes to capacity - 1 - c, its bitwise complement.
  static constexpr int reversed(int cell) { return cell ^ (capacity - 1); }
  [[nodiscard]] constexpr Cells reversed() const {
    Cells out{};
    for (int i = 0; i < Words; ++i) out.word[Words - 1 - i] = reverse_bits(word[i]);
    return out;
  }
  /// Calls visit(cell) for every cell in ascending order.
  template <class Visit>
  constexpr void each(Visit&& visit) const {
#pragma GCC unroll 4
    for (int i = 0; i < Words; ++i)
      for (std::uint64_t left = word[i]; left != 0; left &= left - 1) visit(64 * i + __builtin_ctzll(left));
  }
  /// The same for sets of nearly constant size: the branch that ends the loop is then well predicted.
  template <class Visit>
  constexpr void each_steadily(Visit&& visit) const {
    Cells left = *this;
    for (int n = size(); n > 0; --n) {
      const int cell = left.first();
      left -= of(cell);
      visit(cell);
    }
  }
  /// Calls visit(cell) in ascending order until a call returns true; returns true if one did.
  template <class Visit>
  constexpr bool any(Visit&& visit) const {
#pragma GCC unroll 4
    for (int i = 0; i < Words; ++i)
      for (std::uint64_t left = word[i]; left != 0; left &= left - 1)
        if (visit(64 * i + __builtin_ctzll(left))) return true;
    return false;
  }

  friend constexpr Cells operator&(Cells a, const Cells& b) {
    for (int i = 0; i < Words; ++i) a.word[i] &= b.word[i];
    return a;
  }
  friend constexpr Cells operator|(Cells a, const Cells& b) {
    for (int i = 0; i < Words; ++i) a.word[i] |= b.word[i];
    return a;
  }
  friend constexpr Cells operator^(Cells a, const Cells& b) {
    for (int i = 0; i < Words; ++i) a.word[i] ^= b.word[i];
    return a;
  }
  /// The cells of a that are not in b.
  friend constexpr Cells operator-(Cells a, const Cells& b) {
    for (int i = 0; i < Words; ++i) a.word[i] &= ~b.word[i];
    return a;
  }
  constexpr Cells& operator&=(const Cells& b) { return *this = *this & b; }
  constexpr Cells& operator|=(const Cells& b) { return *this = *this | b; }
  constexpr Cells& operator^=(const Cells& b) { return *this = *this ^ b; }
  constexpr Cells& operator-=(const Cells& b) { return *this = *this - b; }

  /// Every cell's number grows by n, 0 < n < 64; what passes the last word is lost.
  [[nodiscard]] constexpr Cells up(int n) const {
    Cells out{};
    for (int i = 0; i < Words; ++i) out.word[i] = word[i] << n | (i > 0 ? word[i > 0 ? i - 1 : 0] >> (64 - n) : 0);
    return out;
  }
  /// Every cell's number shrinks by n, 0 < n < 64; what passes cell 0 is lost.
  [[nodiscard]] constexpr Cells down(int n) const {
    Cells out{};
    for (int i = 0; i < Words; ++i) out.word[i] = word[i] >> n | (i + 1 < Words ? word[i + 1 < Words ? i + 1 : 0] << (64 - n) : 0);
    return out;
  }

 private:
  static constexpr std::uint64_t all_ones_if(bool yes) { return 0 - static_cast<std::uint64_t>(yes); }
  static constexpr std::uint64_t choose(std::uint64_t mask, std::uint64_t yes, std::uint64_t no) {
    return no ^ ((no ^ yes) & mask);
  }

  /// The i-th word of a set of one cell. Computed for every word rather than stored into one of them, so that sets live in
  /// registers.
  static constexpr std::uint64_t bit(int cell, int i) { return static_cast<std::uint64_t>(cell >> 6 == i) << (cell & 63); }
};

}  // namespace banmen
