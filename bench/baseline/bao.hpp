// Random games of 8×2 Bao written by hand: no concept, no parameters, one board size.
#pragma once

#include <cstdint>

namespace banmen::baseline {

struct BaoSum {
  std::uint64_t games = 0, unfinished = 0;
  std::uint64_t decisions = 0, moves = 0;  // moves: the sum over decisions of how many there were to choose from
  std::int64_t result[2] = {};
  std::uint64_t checksum = 0;  // equal to the concept's PlayoutTally::checksum for the same games
};

/// Games begin … end-1 of a seed, from the start board 0,4,0,4,…, endless moves worth nothing to anybody.
BaoSum bao_playouts(std::uint64_t seed, std::uint64_t begin, std::uint64_t end, std::uint32_t limit);

}  // namespace banmen::baseline
