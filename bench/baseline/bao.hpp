// Hand-written random playouts of 8×2 Bao without the Game concept.
#pragma once

#include <cstdint>

namespace banmen::baseline {

struct BaoSum {
  std::uint64_t games = 0, unfinished = 0;
  std::uint64_t decisions = 0, moves = 0;  // moves: the sum over decisions of the number of legal moves
  std::int64_t result[2] = {};
  std::uint64_t checksum = 0;  // equal to the concept's PlayoutTally::checksum for the same games
};

/// Plays games begin … end-1 of a seed from 0,4,0,4,…; endless moves are worth nothing.
BaoSum bao_playouts(std::uint64_t seed, std::uint64_t begin, std::uint64_t end, std::uint32_t limit);

}  // namespace banmen::baseline
