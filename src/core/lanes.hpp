// Eight words side by side, worked on together: one register of 512 bits, two of 256, four of 128 or eight plain words, whichever
// the machine that the program is compiled for has (machine.hpp).
//
// In each form a vector type of the compiler does the arithmetic. Only operations without an operator (counting bits, and the order
// of bytes) use intrinsics, and each has a portable form.
#pragma once

#include <cstdint>
#include <cstring>

#include "core/machine.hpp"

// Vectors wider than the machine's are passed in memory; nothing here is called across library boundaries, so no ABI depends on it.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpsabi"

namespace banmen {

/// Operations of one register that have no operator in every form. Counting takes two steps: bits of smaller units first, of which
/// a few can be added, then their sums. `whole`: the units are whole words already.
template <int Bits>
struct LaneRegister;

/// Every bit of a byte to the opposite place.
template <class Words>
inline Words bytes_reversed_inside(const Words& word) {
  Words x = (word >> 1 & 0x5555555555555555ULL) | (word & 0x5555555555555555ULL) << 1;
  x = (x >> 2 & 0x3333333333333333ULL) | (x & 0x3333333333333333ULL) << 2;
  return (x >> 4 & 0x0f0f0f0f0f0f0f0fULL) | (x & 0x0f0f0f0f0f0f0f0fULL) << 4;
}
template <class Words>
inline Words bits_of_bytes_counted(const Words& x) {
  const Words twos = x - (x >> 1 & 0x5555555555555555ULL);
  const Words fours = (twos & 0x3333333333333333ULL) + (twos >> 2 & 0x3333333333333333ULL);
  return (fours + (fours >> 4)) & 0x0f0f0f0f0f0f0f0fULL;
}
template <class Words>
inline Words bytes_summed(const Words& x) {
  const Words pairs = (x & 0x00ff00ff00ff00ffULL) + (x >> 8 & 0x00ff00ff00ff00ffULL);
  const Words fours = pairs + (pairs >> 16);
  return (fours + (fours >> 32)) & 0xffff;
}

template <>
struct LaneRegister<64> {
  using Words = std::uint64_t;
  static constexpr bool whole = true;
  static Words product(Words a, Words b) { return a * b; }
  static Words where_zero(Words x) { return 0 - static_cast<Words>(x == 0); }
  static Words shifted(Words upper, Words lower, Words n) { return upper << n | lower >> (64 - n); }
  static Words shifted(Words x, Words n) { return x << n; }
  static Words reversed(Words x) { return __builtin_bswap64(bytes_reversed_inside(x)); }
  static Words counted(Words x) { return static_cast<Words>(__builtin_popcountll(x)); }
  static Words summed(Words x) { return x; }
};

template <>
struct LaneRegister<128> {
  using Words [[gnu::vector_size(16)]] = std::uint64_t;
  using Shorts [[gnu::vector_size(16)]] = std::uint16_t;
  using Bytes [[gnu::vector_size(16)]] = char;
  static constexpr bool whole = false;
  static Words product(const Words& a, const Words& b) { return (Words)((Shorts)a * (Shorts)b); }
  static Words where_zero(const Words& x) { return (Words)(x == 0); }
  static Words shifted(const Words& upper, const Words& lower, const Words& n) { return upper << n[0] | lower >> (64 - n[0]); }
  static Words shifted(const Words& x, const Words& n) { return x << n[0]; }
  static Words reversed(const Words& x) {
    const auto b = (Bytes)bytes_reversed_inside(x);
    return (Words)__builtin_shufflevector(b, b, 7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8);
  }
  static Words counted(const Words& x) {
#if defined(__SSSE3__)
    constexpr Bytes bits = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};
    constexpr std::uint64_t low = 0x0f0f0f0f0f0f0f0fULL;
    return (Words)__builtin_ia32_pshufb128(bits, (Bytes)(x & low)) + (Words)__builtin_ia32_pshufb128(bits, (Bytes)(x >> 4 & low));
#else
    return bits_of_bytes_counted(x);
#endif
  }
  static Words summed(const Words& x) {
#if defined(__SSE2__)
    return (Words)__builtin_ia32_psadbw128((Bytes)x, Bytes{});
#else
    return bytes_summed(x);
#endif
  }
};

template <>
struct LaneRegister<256> {
  using Words [[gnu::vector_size(32)]] = std::uint64_t;
  using Shorts [[gnu::vector_size(32)]] = std::uint16_t;
  using Bytes [[gnu::vector_size(32)]] = char;
  static constexpr bool whole = false;
  static Words product(const Words& a, const Words& b) { return (Words)((Shorts)a * (Shorts)b); }
  static Words where_zero(const Words& x) { return (Words)(x == 0); }
  static Words shifted(const Words& upper, const Words& lower, const Words& n) { return upper << n | lower >> (64 - n); }
  static Words shifted(const Words& x, const Words& n) { return x << n; }
  static Words reversed(const Words& x) {
    const auto b = (Bytes)bytes_reversed_inside(x);
    return (Words)__builtin_shufflevector(b, b, 7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8,  //
                                          23, 22, 21, 20, 19, 18, 17, 16, 31, 30, 29, 28, 27, 26, 25, 24);
  }
  static Words counted(const Words& x) {
#if defined(__AVX2__)
    constexpr Bytes bits = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};
    constexpr std::uint64_t low = 0x0f0f0f0f0f0f0f0fULL;
    return (Words)__builtin_ia32_pshufb256(bits, (Bytes)(x & low)) + (Words)__builtin_ia32_pshufb256(bits, (Bytes)(x >> 4 & low));
#else
    return bits_of_bytes_counted(x);
#endif
  }
  static Words summed(const Words& x) {
#if defined(__AVX2__)
    return (Words)__builtin_ia32_psadbw256((Bytes)x, Bytes{});
#else
    return bytes_summed(x);
#endif
  }
};

template <>
struct LaneRegister<512> {
  using Words [[gnu::vector_size(64)]] = std::uint64_t;
  using Signed [[gnu::vector_size(64)]] = long long;
  using Shorts [[gnu::vector_size(64)]] = std::uint16_t;
  using Bytes [[gnu::vector_size(64)]] = char;
#if defined(__AVX512VPOPCNTDQ__)
  static constexpr bool whole = true;
#else
  static constexpr bool whole = false;
#endif
  static Words product(const Words& a, const Words& b) { return (Words)((Shorts)a * (Shorts)b); }
  static Words where_zero(const Words& x) { return (Words)(x == 0); }
  static Words shifted(const Words& upper, const Words& lower, const Words& n) {
#if defined(__AVX512VBMI2__) && __has_builtin(__builtin_ia32_vpshldv_v8di)
    return (Words)__builtin_ia32_vpshldv_v8di((Signed)upper, (Signed)lower, (Signed)n);
#else
    return upper << n | lower >> (64 - n);
#endif
  }
  static Words shifted(const Words& x, const Words& n) { return x << n; }
  static Words reversed(const Words& x) {
#if defined(__GFNI__) && defined(__AVX512BW__) && __has_builtin(__builtin_ia32_vgf2p8affineqb_v64qi)
    constexpr Words across = Words{} + 0x8040201008040201ULL;  // a matrix of ones across the diagonal
    const Bytes b = __builtin_ia32_vgf2p8affineqb_v64qi((Bytes)x, (Bytes)across, 0);
#else
    const auto b = (Bytes)bytes_reversed_inside(x);
#endif
    return (Words)__builtin_shufflevector(b, b, 7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8,      //
                                          23, 22, 21, 20, 19, 18, 17, 16, 31, 30, 29, 28, 27, 26, 25, 24,  //
                                          39, 38, 37, 36, 35, 34, 33, 32, 47, 46, 45, 44, 43, 42, 41, 40,  //
                                          55, 54, 53, 52, 51, 50, 49, 48, 63, 62, 61, 60, 59, 58, 57, 56);
  }
  static Words counted(const Words& x) {
#if defined(__AVX512VPOPCNTDQ__) && __has_builtin(__builtin_ia32_vpopcountq_v8di)
    return (Words)__builtin_ia32_vpopcountq_v8di((Signed)x);
#elif defined(__AVX512VPOPCNTDQ__)
    return (Words)__builtin_ia32_vpopcntq_512((Signed)x);
#else
    return bits_of_bytes_counted(x);
#endif
  }
  static Words summed(const Words& x) { return whole ? x : bytes_summed(x); }
};

template <int Bits>
struct EightWords {
  static constexpr int parts = 512 / Bits;
  using Register = LaneRegister<Bits>;
  using Part = typename Register::Words;

  Part part[parts];

  /// The place of a lane in memory. A register of 128 bits holds lanes d and d + 4, which are shifted alike (rays.hpp): such
  /// machines can't shift the words of a register by different numbers.
  static constexpr int place(int lane) { return Bits == 128 ? 2 * (lane & 3) + (lane >> 2) : lane; }

  static constexpr EightWords all(std::uint64_t word) {
    EightWords out{};
    for (Part& one : out.part) one = Part{} + word;
    return out;
  }
  /// One word for lanes 0-3, another for lanes 4-7.
  static EightWords halves(std::uint64_t lower, std::uint64_t upper) {
    EightWords out;
    if constexpr (Bits == 512)
      out.part[0] = Part{lower, lower, lower, lower, upper, upper, upper, upper};
    else if constexpr (Bits == 128)
      for (Part& one : out.part) one = Part{lower, upper};
    else
      for (int i = 0; i < parts; ++i) out.part[i] = Part{} + (i < parts / 2 ? lower : upper);
    return out;
  }

  [[nodiscard]] std::uint64_t operator[](int lane) const {
    if constexpr (Bits == 512) return part[0][lane];  // avoids memory
    std::uint64_t word;
    std::memcpy(&word, reinterpret_cast<const char*>(this) + 8 * place(lane), 8);
    return word;
  }
  void set(int lane, std::uint64_t word) { std::memcpy(reinterpret_cast<char*>(this) + 8 * place(lane), &word, 8); }

  [[nodiscard]] EightWords operator&(const EightWords& b) const {
    EightWords out = *this;
    return out &= b;
  }
  [[nodiscard]] EightWords operator|(const EightWords& b) const {
    EightWords out = *this;
    return out |= b;
  }
  [[nodiscard]] EightWords operator^(const EightWords& b) const {
    EightWords out = *this;
    return out ^= b;
  }
  [[nodiscard]] EightWords operator+(const EightWords& b) const {
    EightWords out = *this;
    return out += b;
  }
  EightWords& operator&=(const EightWords& b) {
    for (int i = 0; i < parts; ++i) part[i] &= b.part[i];
    return *this;
  }
  EightWords& operator|=(const EightWords& b) {
    for (int i = 0; i < parts; ++i) part[i] |= b.part[i];
    return *this;
  }
  EightWords& operator^=(const EightWords& b) {
    for (int i = 0; i < parts; ++i) part[i] ^= b.part[i];
    return *this;
  }
  EightWords& operator+=(const EightWords& b) {
    for (int i = 0; i < parts; ++i) part[i] += b.part[i];
    return *this;
  }
  EightWords operator~() const {
    EightWords out;
    for (int i = 0; i < parts; ++i) out.part[i] = ~part[i];
    return out;
  }
  [[nodiscard]] EightWords operator<<(int n) const {
    EightWords out;
    for (int i = 0; i < parts; ++i) out.part[i] = part[i] << n;
    return out;
  }
  /// Lane by lane; of numbers below 256.
  [[nodiscard]] EightWords product(const EightWords& b) const {
    EightWords out;
    for (int i = 0; i < parts; ++i) out.part[i] = Register::product(part[i], b.part[i]);
    return out;
  }
  /// All ones in the lanes that are zero.
  [[nodiscard]] EightWords where_zero() const {
    EightWords out;
    for (int i = 0; i < parts; ++i) out.part[i] = Register::where_zero(part[i]);
    return out;
  }
  // Lanes exchanged: the halves, the quarters of each half, neighbours.
  [[nodiscard]] EightWords other_half() const {
    EightWords out;
    if constexpr (Bits == 512)
      out.part[0] = __builtin_shufflevector(part[0], part[0], 4, 5, 6, 7, 0, 1, 2, 3);
    else if constexpr (Bits == 128)
      for (int i = 0; i < parts; ++i) out.part[i] = __builtin_shufflevector(part[i], part[i], 1, 0);
    else
      for (int i = 0; i < parts; ++i) out.part[i] = part[i ^ parts / 2];
    return out;
  }
  [[nodiscard]] EightWords other_quarter() const {
    EightWords out;
    if constexpr (Bits == 512)
      out.part[0] = __builtin_shufflevector(part[0], part[0], 2, 3, 0, 1, 6, 7, 4, 5);
    else if constexpr (Bits == 256)
      for (int i = 0; i < parts; ++i) out.part[i] = __builtin_shufflevector(part[i], part[i], 2, 3, 0, 1);
    else
      for (int i = 0; i < parts; ++i) out.part[i] = part[i ^ 2];
    return out;
  }
  [[nodiscard]] EightWords other_neighbour() const {
    EightWords out;
    if constexpr (Bits == 512)
      out.part[0] = __builtin_shufflevector(part[0], part[0], 1, 0, 3, 2, 5, 4, 7, 6);
    else if constexpr (Bits == 256)
      for (int i = 0; i < parts; ++i) out.part[i] = __builtin_shufflevector(part[i], part[i], 1, 0, 3, 2);
    else
      for (int i = 0; i < parts; ++i) out.part[i] = part[i ^ 1];
    return out;
  }
  /// Lanes 0-3 of this, lanes 4-7 of the other.
  [[nodiscard]] EightWords with_upper(const EightWords& other) const {
    EightWords out;
    if constexpr (Bits == 512)
      out.part[0] = __builtin_shufflevector(part[0], other.part[0], 0, 1, 2, 3, 12, 13, 14, 15);
    else if constexpr (Bits == 128)
      for (int i = 0; i < parts; ++i) out.part[i] = __builtin_shufflevector(part[i], other.part[i], 0, 3);
    else
      for (int i = 0; i < parts; ++i) out.part[i] = i < parts / 2 ? part[i] : other.part[i];
    return out;
  }

  /// Every lane's word shifted up by that lane's number 0 < n < 64, with the highest bits of `lower` following. Lanes d and d + 4
  /// are shifted alike.
  [[nodiscard]] EightWords shifted(const EightWords& lower, const EightWords& n) const {
    EightWords out;
    for (int i = 0; i < parts; ++i) out.part[i] = Register::shifted(part[i], lower.part[i], n.part[i]);
    return out;
  }
  [[nodiscard]] EightWords shifted(const EightWords& n) const {
    EightWords out;
    for (int i = 0; i < parts; ++i) out.part[i] = Register::shifted(part[i], n.part[i]);
    return out;
  }

  /// Bit i of every word goes to bit 63 - i.
  [[nodiscard]] EightWords reversed() const {
    EightWords out;
    for (int i = 0; i < parts; ++i) out.part[i] = Register::reversed(part[i]);
    return out;
  }
  /// Lane j: the sum of lanes 0 … j.
  [[nodiscard]] EightWords added_up() const {
    EightWords x = *this;
    constexpr Part zero{};
    if constexpr (Bits == 512) {
      Part& v = x.part[0];
      v += __builtin_shufflevector(zero, v, 0, 8, 9, 10, 11, 12, 13, 14);
      v += __builtin_shufflevector(zero, v, 0, 1, 8, 9, 10, 11, 12, 13);
      v += __builtin_shufflevector(zero, v, 0, 1, 2, 3, 8, 9, 10, 11);
    } else if constexpr (Bits == 256) {
      for (Part& v : x.part) {
        v += __builtin_shufflevector(zero, v, 0, 4, 5, 6);
        v += __builtin_shufflevector(zero, v, 0, 1, 4, 5);
      }
      x.part[1] += __builtin_shufflevector(x.part[0], x.part[0], 3, 3, 3, 3);
    } else if constexpr (Bits == 128) {
      for (int i = 1; i < parts; ++i) x.part[i] += x.part[i - 1];
      const Part lower = __builtin_shufflevector(zero, x.part[3], 0, 2);
      for (Part& v : x.part) v += lower;
    } else {
      for (int i = 1; i < parts; ++i) x.part[i] += x.part[i - 1];
    }
    return x;
  }
  [[nodiscard]] std::uint32_t sum() const {
    Part all = part[0];
    for (int i = 1; i < parts; ++i) all += part[i];
    if constexpr (Bits == 512) {
      all += __builtin_shufflevector(all, all, 4, 5, 6, 7, 0, 1, 2, 3);
      all += __builtin_shufflevector(all, all, 2, 3, 0, 1, 6, 7, 4, 5);
      all += __builtin_shufflevector(all, all, 1, 0, 3, 2, 5, 4, 7, 6);
      return static_cast<std::uint32_t>(all[0]);
    } else if constexpr (Bits == 64) {
      return static_cast<std::uint32_t>(all);
    } else {
      std::uint64_t n = 0;
      for (int k = 0; k < Bits / 64; ++k) n += all[k];
      return static_cast<std::uint32_t>(n);
    }
  }
  /// The number of lanes that are at most k, for nondecreasing lanes below 2^31: the first lane that is more.
  [[nodiscard]] int upto(std::uint64_t k) const {
#if defined(__AVX512F__) && __has_builtin(__builtin_ia32_ucmpq512_mask)
    if constexpr (Bits == 512) {
      using Signed [[gnu::vector_size(64)]] = long long;
      return __builtin_popcount(
          static_cast<unsigned char>(__builtin_ia32_ucmpq512_mask((Signed)part[0], (Signed)(Part{} + k), 2, 0xff)));
    }
#endif
    if constexpr (Bits == 64) {
      int n = 0;
      for (const Part& one : part) n += one <= k;
      return n;
    } else {
      // The sign of lane - k - 1: at most one bit per lane.
      Part less{};
      for (const Part& one : part) less += (one - (k + 1)) >> 63;
      std::uint64_t n = 0;
      for (int j = 0; j < Bits / 64; ++j) n += less[j];
      return static_cast<int>(n);
    }
  }
};

/// Bits counted lane by lane, of up to `most` words a lane.
template <int Bits>
class LaneTally {
 public:
  static constexpr int most = 31;  // of 8 bits a byte each
  using Lanes = EightWords<Bits>;

  explicit LaneTally(const Lanes& first) {
    for (int i = 0; i < Lanes::parts; ++i) counts_.part[i] = LaneRegister<Bits>::counted(first.part[i]);
  }
  void add(const Lanes& set) {
    for (int i = 0; i < Lanes::parts; ++i) counts_.part[i] += LaneRegister<Bits>::counted(set.part[i]);
  }
  [[nodiscard]] Lanes total() const {
    Lanes out;
    for (int i = 0; i < Lanes::parts; ++i) out.part[i] = LaneRegister<Bits>::summed(counts_.part[i]);
    return out;
  }

 private:
  Lanes counts_;
};

}  // namespace banmen

#pragma GCC diagnostic pop
