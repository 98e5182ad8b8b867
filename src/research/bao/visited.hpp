// The positions of a search that stops at a limit, by their number in the game's index: one bit each where the whole index fits,
// a hash table otherwise.
#pragma once

#include <boost/unordered/unordered_flat_set.hpp>
#include <cstdint>

#include "solve/number_set.hpp"

namespace banmen::bao {

class Visited {
 public:
  static constexpr std::uint64_t most_bits = std::uint64_t{1} << 32;

  explicit Visited(std::uint64_t numbers) : is_table_(numbers > most_bits) {
    if (!is_table_) bits_ = NumberSet(numbers);
  }

  /// False if it was there already.
  bool insert(std::uint64_t number) {
    const bool fresh = is_table_ ? table_.insert(number).second : bits_.insert(number);
    size_ += fresh;
    return fresh;
  }
  [[nodiscard]] std::uint64_t size() const { return size_; }

 private:
  bool is_table_;
  NumberSet bits_;
  boost::unordered_flat_set<std::uint64_t> table_;
  std::uint64_t size_ = 0;
};

}  // namespace banmen::bao
