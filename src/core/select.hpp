// The k-th member of a set of up to 64.
#pragma once

#include <array>
#include <cstdint>

namespace banmen {

/// Place of the k-th set bit of each byte, k < 8: byte · 8 + k.
inline constexpr auto places_in_byte = [] {
  std::array<std::uint8_t, 2048> places{};
  for (unsigned byte = 0; byte < 256; ++byte)
    for (unsigned place = 0, k = 0; place < 8; ++place)
      if (byte >> place & 1) places[8 * byte + k++] = static_cast<std::uint8_t>(place);
  return places;
}();

/// The place of the k-th set bit, counted from 0, of a word with more than k bits; for machines that can't deposit bits. Without a
/// branch, since which one is drawn can't be predicted: first the byte, by the bits up to and with each, then its own place in it.
constexpr int select_bit_portable(std::uint64_t word, unsigned k) {
  constexpr std::uint64_t each = 0x0101010101010101ULL;
  const std::uint64_t twos = word - (word >> 1 & 0x5555555555555555ULL);
  const std::uint64_t fours = (twos & 0x3333333333333333ULL) + (twos >> 2 & 0x3333333333333333ULL);
  const std::uint64_t upto = ((fours + (fours >> 4)) & 0x0f0f0f0f0f0f0f0fULL) * each;
  const std::uint64_t more = (upto + (127 - k) * each) & 0x8080808080808080ULL;  // bytes with which it is more than k
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

}  // namespace banmen
