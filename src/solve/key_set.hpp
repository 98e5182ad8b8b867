// A set of numbers below a bound that tells its members' places in rising order.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "solve/grown.hpp"

namespace banmen {

/// In blocks, of which only those with a member take memory: a bit a number, and a count for every 32.
class KeySet {
 public:
  explicit KeySet(std::uint64_t bound) : block_(bound / block_size + 1), words_((block_.size() + 1) * words_a_block) {}

  [[nodiscard]] std::uint64_t bytes() const { return block_.size() * sizeof block_[0] + words_.bytes(); }

  /// Whether it is new.
  bool insert(std::uint32_t key) {
    if (block_[key / block_size] == 0) {
      block_[key / block_size] = static_cast<std::uint32_t>(words_.size());
      if (words_.empty()) block_[key / block_size] = words_a_block;  // 0 says that there is none
      words_.resize(block_[key / block_size] + words_a_block);
    }
    Word& word = words_[place(key)];
    const bool fresh = !(word.members >> key % 32 & 1);
    word.members |= std::uint32_t{1} << key % 32;
    return fresh;
  }

  /// To be called between the last `insert` and `number`.
  void count() {
    std::uint32_t before = 0;
    for (const std::uint32_t block : block_) {
      if (block == 0) continue;
      for (std::uint32_t i = 0; i < words_a_block; ++i) {
        words_[block + i].before = before;
        before += static_cast<std::uint32_t>(std::popcount(words_[block + i].members));
      }
    }
  }
  /// How many smaller members there are than this one.
  [[nodiscard]] std::uint32_t number(std::uint32_t key) const {
    const Word word = words_[place(key)];
    return word.before + static_cast<std::uint32_t>(std::popcount(word.members & ~(~std::uint32_t{0} << key % 32)));
  }

 private:
  static constexpr std::uint32_t block_size = 4096, words_a_block = block_size / 32;
  struct Word {
    std::uint32_t members, before;
  };

  [[nodiscard]] std::size_t place(std::uint32_t key) const { return block_[key / block_size] + key / 32 % words_a_block; }

  std::vector<std::uint32_t> block_;  // where the words of a block begin
  Grown<Word> words_;
};

}  // namespace banmen
