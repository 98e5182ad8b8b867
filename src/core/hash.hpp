// Hashing of plain bytes, for positions without a cheaper hash of their own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace banmen {

/// A bijection of 64 bits whose every output bit depends on every input bit (the finaliser of SplitMix64).
constexpr std::uint64_t mix(std::uint64_t x) {
  x ^= x >> 30;
  x *= 0xbf58476d1ce4e5b9ULL;
  x ^= x >> 27;
  x *= 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

constexpr std::uint64_t mix(std::uint64_t hash, std::uint64_t word) {
  return mix(hash ^ (word + 0x9e3779b97f4a7c15ULL + (hash << 6) + (hash >> 2)));
}

inline std::uint64_t hash_bytes(const void* from, std::size_t size) {
  const auto* bytes = static_cast<const unsigned char*>(from);
  std::uint64_t hash = size;
  std::size_t at = 0;
  for (; at + 8 <= size; at += 8) {
    std::uint64_t word;
    std::memcpy(&word, bytes + at, 8);
    hash = mix(hash, word);
  }
  if (at < size) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes + at, size - at);
    hash = mix(hash, word);
  }
  return hash;
}

template <class Bytes>
std::uint64_t hash_bytes(const Bytes& value) {
  static_assert(std::has_unique_object_representations_v<Bytes>, "padding bytes would make equal values hash apart");
  return hash_bytes(&value, sizeof(Bytes));
}

}  // namespace banmen
