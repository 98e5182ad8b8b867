// A set of numbers below a bound, a bit each, for one thread: small enough to stay near while the things it is about do not.
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

  [[nodiscard]] bool has(std::uint32_t i) const { return words_[i / 64] >> i % 64 & 1; }
  void put(std::uint32_t i) { words_[i / 64] |= std::uint64_t{1} << i % 64; }
  /// Without a branch.
  void put_if(bool wanted, std::uint32_t i) { words_[i / 64] |= std::uint64_t{wanted} << i % 64; }
  void take(std::uint32_t i) { words_[i / 64] &= ~(std::uint64_t{1} << i % 64); }
  void clear() { std::fill(words_.begin(), words_.end(), 0); }

  /// Calls f(i) for the members, rising.
  template <class F>
  void for_each(F&& f) const {
    for (std::size_t w = 0; w < words_.size(); ++w)
      for (std::uint64_t left = words_[w]; left != 0; left &= left - 1)
        f(static_cast<std::uint32_t>(64 * w) + static_cast<std::uint32_t>(std::countr_zero(left)));
  }

 private:
  std::vector<std::uint64_t> words_;
};

}  // namespace banmen
