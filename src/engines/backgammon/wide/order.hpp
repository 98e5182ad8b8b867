// The order of a tier's positions in files (index.hpp), as columns of a wide solver's table: a mover after the other, each against
// the others that can stand on one board with it, by their rank. No position is ranked by itself.
#pragma once

#include <vector>

#include "engines/backgammon/wide/rules.hpp"
#include "solve/wide/backend.hpp"

namespace banmen::backgammon {

struct FileOrder {
  std::vector<std::uint32_t> others;  // configurations of the other side in the order of their rank
  std::vector<wide::Column> columns;  // contact positions first; places from the tier's first position on
  std::uint64_t positions = 0;

  FileOrder(const WideRules& rules, int n, int m);

  /// Some columns from `first` on that have about `most` values together, with places from the first of them on.
  struct Some {
    std::vector<wide::Column> columns;
    std::uint64_t begin = 0, end = 0;  // places in the tier
  };
  [[nodiscard]] Some some(std::size_t first, std::uint64_t most) const;
};

/// A value as a word of a file: (value + 1) / 2 of the largest, to the nearest; and the nearest value to a word. Of 32 bits every
/// value comes back as it was.
inline std::uint64_t word_of(wide::Word value, int bits) {
  const std::uint64_t most = (std::uint64_t{1} << bits) - 1;
  return (static_cast<std::uint64_t>(std::int64_t{value} + wide::one) * most + wide::one) >> (wide::scale_bits + 1);
}
inline wide::Word value_of_word(std::uint64_t word, int bits) {
  const std::uint64_t most = (std::uint64_t{1} << bits) - 1;
  return static_cast<wide::Word>(static_cast<std::int64_t>(((word << (wide::scale_bits + 1)) + most / 2) / most) - wide::one);
}

}  // namespace banmen::backgammon
