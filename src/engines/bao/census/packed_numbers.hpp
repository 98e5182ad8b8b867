// Long ascending lists of numbers, delta-encoded with variable-length integers.
//
// A list consists of blocks that can be decoded separately, so that threads can share it.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "host/threads.hpp"

namespace banmen::bao {

/// Radix sort of numbers below `end`, from the lowest digit.
inline void sort_numbers(std::vector<std::uint64_t>& numbers, std::uint64_t end) {
  constexpr int digit = 11;
  constexpr std::uint64_t values = 1 << digit;
  if (numbers.size() < values) {
    std::sort(numbers.begin(), numbers.end());
    return;
  }
  std::vector<std::uint64_t> other(numbers.size());
  for (int shift = 0; shift < 64 && (end - 1) >> shift != 0; shift += digit) {
    std::array<std::uint64_t, values> place{};
    for (const std::uint64_t n : numbers) ++place[n >> shift & (values - 1)];
    std::uint64_t before = 0;
    for (std::uint64_t& p : place) before += std::exchange(p, before);
    for (const std::uint64_t n : numbers) other[place[n >> shift & (values - 1)]++] = n;
    numbers.swap(other);
  }
}

class PackedNumbers {
 public:
  static constexpr std::size_t block_size = 1024;
  struct Block {
    std::uint64_t first;  // its smallest number
    std::uint64_t end;    // of its bytes
    std::uint64_t count;
  };

  PackedNumbers() = default;
  /// From stored blocks and bytes, which must have been checked to fit each other.
  PackedNumbers(std::vector<Block> blocks, std::vector<std::uint8_t> bytes) : blocks_(std::move(blocks)), bytes_(std::move(bytes)) {
    for (const Block& block : blocks_) size_ += block.count;
  }

  [[nodiscard]] std::uint64_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] const std::vector<Block>& blocks() const { return blocks_; }
  [[nodiscard]] const std::vector<std::uint8_t>& bytes() const { return bytes_; }
  /// Bytes of memory held.
  [[nodiscard]] std::uint64_t held() const { return bytes_.capacity() + blocks_.capacity() * sizeof(Block); }

  /// Appends ascending numbers, all larger than those present.
  void append(std::span<const std::uint64_t> rising) {
    for (; !rising.empty(); rising = rising.subspan(std::min(block_size, rising.size()))) {
      const auto block = rising.first(std::min(block_size, rising.size()));
      std::uint64_t before = block[0];
      for (const std::uint64_t number : block.subspan(1)) {
        // Seven bits per byte, the lowest first; the top bit means that more follow.
        std::uint64_t step = number - before;
        before = number;
        for (; step > 127; step >>= 7) bytes_.push_back(static_cast<std::uint8_t>(step | 128));
        bytes_.push_back(static_cast<std::uint8_t>(step));
      }
      blocks_.push_back({block[0], bytes_.size(), block.size()});
      size_ += block.size();
    }
  }
  /// Appends another list whose numbers are all larger than those present.
  void append(const PackedNumbers& other) {
    const std::uint64_t shift = bytes_.size();
    bytes_.insert(bytes_.end(), other.bytes_.begin(), other.bytes_.end());
    for (const Block& block : other.blocks_) blocks_.push_back({block.first, block.end + shift, block.count});
    size_ += other.size_;
  }
  void reserve(std::uint64_t bytes, std::uint64_t blocks) {
    bytes_.reserve(bytes);
    blocks_.reserve(blocks);
  }

  /// Appends the numbers of a block to `out`.
  void unpack(std::size_t block, std::vector<std::uint64_t>& out) const {
    std::uint64_t number = blocks_[block].first;
    const std::uint8_t* byte = bytes_.data() + (block == 0 ? 0 : blocks_[block - 1].end);
    const std::uint8_t* const end = bytes_.data() + blocks_[block].end;
    out.push_back(number);
    while (byte < end) {
      std::uint64_t step = *byte & 127;
      for (int shift = 7; *byte++ & 128 && byte < end; shift += 7) step |= static_cast<std::uint64_t>(*byte & 127) << shift;
      number += step;
      out.push_back(number);
    }
  }
  /// Calls f with every number from `begin` up to `end`.
  template <class F>
  void for_each(std::uint64_t begin, std::uint64_t end, F&& f) const {
    auto block = std::upper_bound(blocks_.begin(), blocks_.end(), begin,
                                  [](std::uint64_t number, const Block& b) { return number < b.first; });
    if (block != blocks_.begin()) --block;
    std::vector<std::uint64_t> numbers;
    for (; block != blocks_.end() && block->first < end; ++block) {
      numbers.clear();
      unpack(static_cast<std::size_t>(block - blocks_.begin()), numbers);
      for (const std::uint64_t number : numbers)
        if (number >= begin && number < end) f(number);
    }
  }

 private:
  std::vector<Block> blocks_;
  std::vector<std::uint8_t> bytes_;
  std::uint64_t size_ = 0;
};

/// Collects numbers in any order and packs them into ascending runs.
class NumberRuns {
 public:
  /// All numbers are below `end`; a run has at most `most` numbers.
  explicit NumberRuns(std::uint64_t end, std::size_t most = std::size_t{1} << 21) : end_(end), most_(most) {}

  void push(std::uint64_t number) {
    if (loose_.size() >= most_) pack();
    loose_.push_back(number);
  }
  [[nodiscard]] std::uint64_t held() const { return packed_ + 8 * loose_.capacity(); }
  std::vector<PackedNumbers> take() {
    pack();
    loose_ = {};
    return std::move(runs_);
  }

 private:
  void pack() {
    if (loose_.empty()) return;
    sort_numbers(loose_, end_);
    runs_.emplace_back().append(loose_);
    packed_ += runs_.back().held();
    loose_.clear();
  }

  std::uint64_t end_;
  std::size_t most_;
  std::uint64_t packed_ = 0;  // bytes
  std::vector<std::uint64_t> loose_;
  std::vector<PackedNumbers> runs_;
};

/// Merges lists without common numbers, slice by slice, so that each thread has at most one slice unpacked.
inline PackedNumbers merged(const std::vector<PackedNumbers>& lists, const Control& control) {
  constexpr std::size_t slice_blocks = 512;  // number of blocks that begin in a slice
  std::vector<std::uint64_t> begins;         // of all blocks
  for (const PackedNumbers& list : lists)
    for (const auto& block : list.blocks()) begins.push_back(block.first);
  std::sort(begins.begin(), begins.end());
  std::vector<std::uint64_t> cuts{0};
  for (std::size_t i = slice_blocks; i < begins.size(); i += slice_blocks) cuts.push_back(begins[i]);
  cuts.push_back(~std::uint64_t{0});
  std::vector<PackedNumbers> slices(cuts.size() - 1);
  auto merge = [&, numbers = std::vector<std::uint64_t>()](std::uint64_t slice, std::uint64_t) mutable {
    numbers.clear();
    const std::uint64_t begin = cuts[slice];
    std::uint64_t last = 0;
    for (const PackedNumbers& list : lists)
      list.for_each(begin, cuts[slice + 1], [&](std::uint64_t number) {
        numbers.push_back(number - begin);
        last = std::max(last, number - begin);
      });
    sort_numbers(numbers, last + 1);
    for (std::uint64_t& number : numbers) number += begin;
    slices[slice].append(numbers);
  };
  if (slices.size() == 1) {
    merge(0, 1);
    return std::move(slices[0]);
  }
  Control all;  // without a stop: a merge always completes
  all.threads = control.threads;
  run_chunks(all, slices.size(), 1, "sorting", [&] { return merge; });
  std::uint64_t bytes = 0, blocks = 0;
  for (const PackedNumbers& slice : slices) {
    bytes += slice.bytes().size();
    blocks += slice.blocks().size();
  }
  PackedNumbers out;
  out.reserve(bytes, blocks);
  for (PackedNumbers& slice : slices) {
    out.append(slice);
    slice = {};
  }
  return out;
}

}  // namespace banmen::bao
