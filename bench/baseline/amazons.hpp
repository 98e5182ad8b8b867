// Random games of 10×10 Amazons by a program that knows nothing else: a padded board of bytes, walked along its lines.
#pragma once

#include <cstdint>

namespace banmen::baseline {

struct AmazonsSum {
  std::uint64_t games = 0, plies = 0, first_wins = 0, checksum = 0;
};

/// Moves drawn uniformly among all; the same random numbers, the same games as `banmen playout amazons`.
AmazonsSum amazons_playouts(std::uint64_t seed, std::uint64_t begin, std::uint64_t end);

/// The queen's step first, then its arrow, as `banmen playout amazons --draw steps`.
AmazonsSum amazons_steps(std::uint64_t seed, std::uint64_t begin, std::uint64_t end);

}  // namespace banmen::baseline
