// Sets of numbers as bits: one that threads fill together, and one that knows how many lie before a given number.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/error.hpp"
#include "host/mapping.hpp"
#include "solve/number_set.hpp"

namespace banmen {

/// A set of numbers below `size`, one bit each, filled by any number of threads. The pages come zeroed from the system and cost
/// nothing until they are touched.
class SharedBits {
 public:
  /// `dense`: the numbers below it are likely to be used all over, so that large pages pay there; above it only pages that are
  /// written to take memory. With a `folder` the set is mapped from a file there that has no name and goes when the set goes, so
  /// that the system can write to disk what memory has no room for.
  static Result<SharedBits> make(std::uint64_t size, std::uint64_t dense = ~std::uint64_t{0}, const std::string& folder = {}) {
    SharedBits bits;
    bits.size_ = size;
    auto memory = MappedMemory::make(bits.bytes(), folder);
    if (!memory) return fail(memory.error());
    bits.memory_ = std::move(*memory);
    // Look-ups are scattered, and with large pages fewer of them miss the TLB.
    bits.memory_.want_large_pages(0, std::min(bits.bytes(), dense / 8));
    return bits;
  }

  [[nodiscard]] std::uint64_t size() const { return size_; }
  [[nodiscard]] std::uint64_t bytes() const { return (size_ / 64 + 1) * 8; }

  [[nodiscard]] bool test(std::uint64_t i) const { return word(i).load(std::memory_order_relaxed) >> (i & 63) & 1; }
  /// True for exactly one of the callers that put the same number in.
  bool insert(std::uint64_t i) {
    const std::uint64_t bit = std::uint64_t{1} << (i & 63);
    if (word(i).load(std::memory_order_relaxed) & bit) return false;
    return !(word(i).fetch_or(bit, std::memory_order_relaxed) & bit);
  }
  void erase(std::uint64_t i) { word(i).fetch_and(~(std::uint64_t{1} << (i & 63)), std::memory_order_relaxed); }
  /// Calls f(i) for the members from `begin` up to `end`, rising, as they were when their word was read.
  template <class F>
  void for_each(std::uint64_t begin, std::uint64_t end, F&& f) const {
    for (std::uint64_t w = begin >> 6; w << 6 < end; ++w) {
      std::uint64_t word = words()[w];
      if (w == begin >> 6) word &= ~std::uint64_t{0} << (begin & 63);
      for (; word != 0; word &= word - 1) {
        const std::uint64_t i = (w << 6) + static_cast<std::uint64_t>(__builtin_ctzll(word));
        if (i >= end) return;
        f(i);
      }
    }
  }
  /// How many of the pairs (0, 1), (2, 3), … from `begin` up to `end`, both even, have a member.
  [[nodiscard]] std::uint64_t count_pairs(std::uint64_t begin, std::uint64_t end) const {
    constexpr std::uint64_t first_of_pair = 0x5555555555555555;
    std::uint64_t count = 0;
    for (std::uint64_t w = begin / 64; w * 64 < end; ++w) {
      std::uint64_t word = words()[w];
      if (w == begin / 64) word &= ~std::uint64_t{0} << begin % 64;
      if (w == end / 64) word &= ~(~std::uint64_t{0} << end % 64);
      count += static_cast<std::uint64_t>(__builtin_popcountll((word | word >> 1) & first_of_pair));
    }
    return count;
  }
  /// Keeps only what `other` has as well; returns how many that is.
  std::uint64_t intersect(const SharedBits& other) {
    std::uint64_t count = 0;
    for (std::uint64_t w = 0; w < bytes() / 8; ++w)
      if (words()[w] != 0) count += static_cast<std::uint64_t>(__builtin_popcountll(words()[w] &= other.words()[w]));
    return count;
  }
  /// Bytes of it that memory holds at present.
  [[nodiscard]] std::uint64_t resident() const { return memory_.resident(); }
  void prefetch(std::uint64_t i) const { __builtin_prefetch(words() + (i >> 6), 1); }

 private:
  std::atomic_ref<std::uint64_t> word(std::uint64_t i) const { return std::atomic_ref<std::uint64_t>(words()[i >> 6]); }
  [[nodiscard]] std::uint64_t* words() const { return reinterpret_cast<std::uint64_t*>(memory_.data()); }

  MappedMemory memory_;
  std::uint64_t size_ = 0;
};

/// A fixed set of numbers below `size` that numbers its members 0, 1, 2, … in rising order.
class RankedBits {
 public:
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  /// `members` in rising order. Where they are few they are kept as a list.
  RankedBits(std::uint64_t size, const std::vector<std::uint64_t>& members) {
    if (members.size() < size / 1024) {
      few_ = members;
      return;
    }
    set_ = NumberSet(size);
    before_.resize(set_.words() + 1);
    for (const std::uint64_t i : members) set_.put(i);
    for (std::size_t w = 0; w < set_.words(); ++w)
      before_[w + 1] = before_[w] + static_cast<std::uint32_t>(__builtin_popcountll(set_.word(w)));
  }
  [[nodiscard]] std::uint32_t find(std::uint64_t i) const {
    if (before_.empty()) {
      const auto place = std::lower_bound(few_.begin(), few_.end(), i);
      return place != few_.end() && *place == i ? static_cast<std::uint32_t>(place - few_.begin()) : none;
    }
    const std::uint64_t word = set_.word(i >> 6), bit = std::uint64_t{1} << (i & 63);
    if (!(word & bit)) return none;
    return before_[i >> 6] + static_cast<std::uint32_t>(__builtin_popcountll(word & (bit - 1)));
  }
  [[nodiscard]] std::uint64_t bytes() const { return set_.words() * 12 + few_.size() * 8; }

 private:
  NumberSet set_;
  std::vector<std::uint32_t> before_;  // members in words before
  std::vector<std::uint64_t> few_;
};

}  // namespace banmen
