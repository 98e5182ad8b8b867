// Sets of numbers as bits: one that threads fill together, and one that knows how many lie before a given number.
#pragma once

#include <sys/mman.h>

#include <atomic>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/error.hpp"

namespace banmen {

/// A set of numbers below `size`, one bit each, filled by any number of threads. The pages come zeroed from the system and cost
/// nothing until they are touched.
class SharedBits {
 public:
  SharedBits() = default;
  SharedBits(SharedBits&& other) noexcept { swap(other); }
  SharedBits& operator=(SharedBits&& other) noexcept {
    swap(other);
    return *this;
  }
  ~SharedBits() {
    if (words_) munmap(words_, bytes());
  }

  static Result<SharedBits> make(std::uint64_t size) {
    SharedBits bits;
    bits.size_ = size;
    void* memory = mmap(nullptr, bits.bytes(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) return fail("no memory for a set of " + std::to_string(size) + " positions");
    madvise(memory, bits.bytes(), MADV_HUGEPAGE);  // one look-up is one page-table entry: worth asking for, harmless if refused
    bits.words_ = static_cast<std::uint64_t*>(memory);
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
  void prefetch(std::uint64_t i) const { __builtin_prefetch(words_ + (i >> 6), 1); }

 private:
  std::atomic_ref<std::uint64_t> word(std::uint64_t i) const { return std::atomic_ref<std::uint64_t>(words_[i >> 6]); }
  void swap(SharedBits& other) {
    std::swap(words_, other.words_);
    std::swap(size_, other.size_);
  }

  std::uint64_t* words_ = nullptr;
  std::uint64_t size_ = 0;
};

/// A fixed set of numbers below `size` that numbers its members 0, 1, 2, … in rising order.
class RankedBits {
 public:
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  RankedBits(std::uint64_t size, const std::vector<std::uint64_t>& members) : words_(size / 64 + 1), before_(size / 64 + 2) {
    for (const std::uint64_t i : members) words_[i >> 6] |= std::uint64_t{1} << (i & 63);
    for (std::size_t w = 0; w < words_.size(); ++w)
      before_[w + 1] = before_[w] + static_cast<std::uint32_t>(__builtin_popcountll(words_[w]));
  }
  [[nodiscard]] std::uint32_t find(std::uint64_t i) const {
    const std::uint64_t word = words_[i >> 6], bit = std::uint64_t{1} << (i & 63);
    if (!(word & bit)) return none;
    return before_[i >> 6] + static_cast<std::uint32_t>(__builtin_popcountll(word & (bit - 1)));
  }
  [[nodiscard]] std::uint64_t bytes() const { return words_.size() * 12; }

 private:
  std::vector<std::uint64_t> words_;
  std::vector<std::uint32_t> before_;
};

}  // namespace banmen
