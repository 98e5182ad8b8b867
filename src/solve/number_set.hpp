// A set of numbers below a bound, a bit each, for one thread: small enough to stay in the cache when the things it is about do not.
//
// The other sets of numbers are what this one can't be. SharedBits (bits.hpp) is filled by many threads and may be far larger than
// memory; KeySet (key_set.hpp) takes memory only where there are members, and RankedBits (bits.hpp) only for the members where
// those are few, and both know a member's place among the others.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

namespace banmen {

class NumberSet {
 public:
  NumberSet() = default;
  explicit NumberSet(std::uint64_t bound) : words_(bound / 64 + 1) {}

  [[nodiscard]] std::uint64_t bytes() const { return 8 * words_.size(); }
  [[nodiscard]] std::size_t words() const { return words_.size(); }
  [[nodiscard]] std::uint64_t& word(std::size_t w) { return words_[w]; }
  [[nodiscard]] std::uint64_t word(std::size_t w) const { return words_[w]; }

  [[nodiscard]] bool has(std::uint64_t i) const { return words_[i / 64] >> i % 64 & 1; }
  void put(std::uint64_t i) { words_[i / 64] |= std::uint64_t{1} << i % 64; }
  /// Whether it is new.
  bool insert(std::uint64_t i) {
    const bool fresh = !has(i);
    put(i);
    return fresh;
  }
  /// Without a branch.
  void put_if(bool wanted, std::uint64_t i) { words_[i / 64] |= std::uint64_t{wanted} << i % 64; }
  void take(std::uint64_t i) { words_[i / 64] &= ~(std::uint64_t{1} << i % 64); }
  void clear() { std::fill(words_.begin(), words_.end(), 0); }

  /// Calls f(i) for the members, rising.
  template <class F>
  void for_each(F&& f) const {
    for (std::size_t w = 0; w < words_.size(); ++w)
      for (std::uint64_t left = words_[w]; left != 0; left &= left - 1)
        f(64 * std::uint64_t{w} + static_cast<std::uint64_t>(std::countr_zero(left)));
  }

 private:
  std::vector<std::uint64_t> words_;
};

}  // namespace banmen
