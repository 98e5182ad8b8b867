// A set of numbers below a bound that tells its members' places in rising order.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "solve/grown.hpp"

namespace banmen {

/// One bit a number, in blocks of which only those with a member take memory. Counts are apart, so that the bits stay in the cache.
class KeySet {
 public:
  explicit KeySet(std::uint64_t bound) : block_(bound / block_size + 1), words_((block_.size() + 1) * words_a_block) {
    words_.resize(words_a_block);  // never used, so that 0 can say that there is no block
  }

  [[nodiscard]] std::uint64_t bytes() const { return block_.size() * sizeof block_[0] + words_.bytes() + before_.bytes(); }

  /// Whether it is new.
  bool insert(std::uint32_t key) {
    std::uint32_t& block = block_[key / block_size];
    if (block == 0) {
      block = static_cast<std::uint32_t>(words_.size());
      words_.resize(words_.size() + words_a_block);
    }
    std::uint64_t& word = words_[place(key)];
    const bool fresh = !(word >> key % 64 & 1);
    word |= std::uint64_t{1} << key % 64;
    return fresh;
  }

  /// To be called between the last `insert` and `number`.
  void count() {
    before_ = Grown<std::uint32_t>(words_.size());
    before_.resize(words_.size());
    std::uint32_t before = 0;
    for (const std::uint32_t block : block_) {
      if (block == 0) continue;
      for (std::uint32_t i = block; i < block + words_a_block; ++i) {
        before_[i] = before;
        before += static_cast<std::uint32_t>(std::popcount(words_[i]));
      }
    }
  }
  /// How many smaller members there are than this one.
  [[nodiscard]] std::uint32_t number(std::uint32_t key) const {
    const std::size_t at = place(key);
    return before_[at] + static_cast<std::uint32_t>(std::popcount(words_[at] & ~(~std::uint64_t{0} << key % 64)));
  }

 private:
  static constexpr std::uint32_t block_size = 4096, words_a_block = block_size / 64;

  [[nodiscard]] std::size_t place(std::uint32_t key) const { return block_[key / block_size] + key / 64 % words_a_block; }

  std::vector<std::uint32_t> block_;  // where its words begin
  Grown<std::uint64_t> words_;
  Grown<std::uint32_t> before_;  // members in words before
};

}  // namespace banmen
