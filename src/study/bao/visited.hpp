// A set of positions by their number in the game's index: one bit each where the whole index fits, a hash table otherwise.
#pragma once

#include <cstdint>
#include <vector>

#include "core/hash.hpp"
#include "games/bao/bao.hpp"

namespace banmen::bao {

/// Numbers all positions of a game, tier after tier.
class Numbering {
 public:
  explicit Numbering(const Bao& g) : g_(g) {
    for (std::uint32_t tier = 0; tier < g.tiers(); ++tier) {
      first_.push_back(count_);
      const std::uint64_t size = g.tier_size(tier);
      count_ = size > too_many - count_ ? too_many : count_ + size;
    }
  }
  [[nodiscard]] std::uint64_t count() const { return count_; }
  [[nodiscard]] std::uint64_t number(const Bao::Position& p) const { return first_[Bao::tier(p)] + g_.rank(p); }
  [[nodiscard]] Bao::Position position(std::uint64_t number) const {
    std::uint32_t tier = static_cast<std::uint32_t>(first_.size()) - 1;
    while (first_[tier] > number) --tier;
    return g_.unrank(tier, number - first_[tier]);
  }

 private:
  const Bao& g_;
  std::vector<std::uint64_t> first_;
  std::uint64_t count_ = 0;
};

class Visited {
 public:
  static constexpr std::uint64_t most_bits = std::uint64_t{1} << 32;

  explicit Visited(std::uint64_t numbers) {
    if (numbers <= most_bits)
      bits_.resize(numbers / 64 + 1);
    else
      slots_.assign(std::size_t{1} << 16, free_slot);
  }

  /// False if it was there already.
  bool insert(std::uint64_t number) {
    if (!bits_.empty()) {
      std::uint64_t& word = bits_[number >> 6];
      const std::uint64_t bit = std::uint64_t{1} << (number & 63);
      if (word & bit) return false;
      word |= bit;
      ++size_;
      return true;
    }
    if (2 * size_ >= slots_.size()) grow();
    return insert_slot(number);
  }
  [[nodiscard]] std::uint64_t size() const { return size_; }
  [[nodiscard]] std::uint64_t bytes() const { return 8 * (bits_.size() + slots_.size()); }

 private:
  static constexpr std::uint64_t free_slot = ~std::uint64_t{0};

  bool insert_slot(std::uint64_t number) {
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t at = mix(number) & mask;; at = (at + 1) & mask) {
      if (slots_[at] == number) return false;
      if (slots_[at] != free_slot) continue;
      slots_[at] = number;
      ++size_;
      return true;
    }
  }
  void grow() {
    std::vector<std::uint64_t> old(2 * slots_.size(), free_slot);
    old.swap(slots_);
    size_ = 0;
    for (const std::uint64_t number : old)
      if (number != free_slot) insert_slot(number);
  }

  std::vector<std::uint64_t> bits_, slots_;
  std::uint64_t size_ = 0;
};

}  // namespace banmen::bao
