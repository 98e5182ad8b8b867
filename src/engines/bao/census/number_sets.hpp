// Sets of numbers below a bound, one bit each.
//
// NumberSet is for one thread and small enough for the cache. SharedBits is filled by many threads and may be far larger than
// memory. KeySet and RankedBits know a member's rank among the others; KeySet takes memory only around members, RankedBits keeps a
// short list if they are few.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <new>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/error.hpp"
#include "host/mapping.hpp"

namespace banmen::bao {

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
  /// Branch-free.
  void put_if(bool condition, std::uint64_t i) { words_[i / 64] |= std::uint64_t{condition} << i % 64; }
  void take(std::uint64_t i) { words_[i / 64] &= ~(std::uint64_t{1} << i % 64); }
  void clear() { std::fill(words_.begin(), words_.end(), 0); }

  /// Calls f(i) for the members in ascending order.
  template <class F>
  void for_each(F&& f) const {
    for (std::size_t w = 0; w < words_.size(); ++w)
      for (std::uint64_t left = words_[w]; left != 0; left &= left - 1)
        f(64 * std::uint64_t{w} + static_cast<std::uint64_t>(std::countr_zero(left)));
  }

 private:
  std::vector<std::uint64_t> words_;
};

/// A set of numbers below `size`, one bit each, filled by any number of threads. Pages are zeroed by the system and cost nothing
/// until they are touched.
class SharedBits {
 public:
  /// `dense`: numbers below it are densely used, so large pages pay; above it only written pages take memory. With a `folder` the
  /// set is mapped from an unnamed temporary file there, so that the system can page it out.
  static Result<SharedBits> make(std::uint64_t size, std::uint64_t dense = ~std::uint64_t{0}, const std::string& folder = {}) {
    SharedBits bits;
    bits.size_ = size;
    auto memory = MappedMemory::make(bits.bytes(), folder);
    if (!memory) return fail(memory.error());
    bits.memory_ = std::move(*memory);
    // Look-ups are scattered, and with large pages fewer of them miss the TLB.
    bits.memory_.use_large_pages(0, std::min(bits.bytes(), dense / 8));
    return bits;
  }

  [[nodiscard]] std::uint64_t size() const { return size_; }
  [[nodiscard]] std::uint64_t bytes() const { return (size_ / 64 + 1) * 8; }

  [[nodiscard]] bool test(std::uint64_t i) const { return word(i).load(std::memory_order_relaxed) >> (i & 63) & 1; }
  /// True for exactly one of the callers that insert the same number.
  bool insert(std::uint64_t i) {
    const std::uint64_t bit = std::uint64_t{1} << (i & 63);
    if (word(i).load(std::memory_order_relaxed) & bit) return false;
    return !(word(i).fetch_or(bit, std::memory_order_relaxed) & bit);
  }
  void erase(std::uint64_t i) { word(i).fetch_and(~(std::uint64_t{1} << (i & 63)), std::memory_order_relaxed); }
  /// Calls f(i) for the members from `begin` up to `end` in ascending order, as they were when their word was read.
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
  /// The number of pairs (0, 1), (2, 3), … with a member, from `begin` up to `end`, both even.
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
  /// Keeps only members of `other` as well; returns their number.
  std::uint64_t intersect(const SharedBits& other) {
    std::uint64_t count = 0;
    for (std::uint64_t w = 0; w < bytes() / 8; ++w)
      if (words()[w] != 0) count += static_cast<std::uint64_t>(__builtin_popcountll(words()[w] &= other.words()[w]));
    return count;
  }
  /// Bytes resident in memory.
  [[nodiscard]] std::uint64_t resident() const { return memory_.resident(); }
  void prefetch(std::uint64_t i) const { __builtin_prefetch(words() + (i >> 6), 1); }

 private:
  std::atomic_ref<std::uint64_t> word(std::uint64_t i) const { return std::atomic_ref<std::uint64_t>(words()[i >> 6]); }
  [[nodiscard]] std::uint64_t* words() const { return reinterpret_cast<std::uint64_t*>(memory_.data()); }

  MappedMemory memory_;
  std::uint64_t size_ = 0;
};

/// A fixed set of numbers below `size` that numbers its members 0, 1, 2, … in ascending order.
class RankedBits {
 public:
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  /// `members` in ascending order, kept as a list if they are few.
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

/// An array that grows in place. It reserves address space for its largest size, and takes memory only as it is written to: nothing
/// is moved, copied or cleared as it grows. Unset elements are zero. After the first few pages memory comes in large pages, which
/// are cheaper to map and to access; a small array stays small.
template <class T>
class Grown {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  Grown() = default;
  explicit Grown(std::uint64_t most) {
    auto memory = MappedMemory::make(small + (most + 1) * sizeof(T) + large);
    if (!memory) throw std::bad_alloc();
    memory_ = std::move(*memory);
    const auto to_border = (large - reinterpret_cast<std::uintptr_t>(memory_.data()) - small) % large;
    data_ = reinterpret_cast<T*>(memory_.data() + to_border);
    memory_.use_large_pages(to_border + small, memory_.size());
  }
  Grown(Grown&& other) noexcept { swap(other); }
  Grown& operator=(Grown&& other) noexcept {
    swap(other);
    return *this;
  }
  void swap(Grown& other) noexcept {
    std::swap(memory_, other.memory_);
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
  }

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::uint64_t bytes() const { return size_ * sizeof(T); }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] T* data() { return data_; }
  [[nodiscard]] const T* data() const { return data_; }
  [[nodiscard]] T* begin() { return data_; }
  [[nodiscard]] const T* begin() const { return data_; }
  [[nodiscard]] const T* end() const { return data_ + size_; }
  T& operator[](std::size_t i) { return data_[i]; }
  const T& operator[](std::size_t i) const { return data_[i]; }
  [[nodiscard]] const T& back() const { return data_[size_ - 1]; }

  void push_back(const T& value) { data_[size_++] = value; }
  /// Branch-free: always writes, and advances only on the condition.
  void push_if(bool condition, const T& value) {
    data_[size_] = value;
    size_ += condition;
  }
  /// New elements have the value last written there, initially zero.
  void resize(std::size_t size) { size_ = size; }

 private:
  static constexpr std::uint64_t large = std::uint64_t{1} << 21;
  static constexpr std::uint64_t small = std::uint64_t{1} << 16;

  MappedMemory memory_;
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

/// A set that knows the ranks of its members: one bit per number, in blocks of which only those with a member take memory. Counts
/// are separate, so that the bits stay in the cache.
class KeySet {
 public:
  explicit KeySet(std::uint64_t bound) : block_(bound / block_size + 1), words_((block_.size() + 1) * words_a_block) {
    words_.resize(words_a_block);  // unused, so that 0 means no block
  }

  [[nodiscard]] std::uint64_t bytes() const { return block_.size() * sizeof block_[0] + words_.bytes() + before_.bytes(); }

  /// Returns true if the key is new.
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

  /// Call once after the last `insert` and before `number`.
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
  /// The number of smaller members.
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

}  // namespace banmen::bao
