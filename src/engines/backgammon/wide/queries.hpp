// Extracts of a solved table: answers to lists of positions, and samples.
//
// Both are binary files in little-endian order.
//
// Queries: "bnmnqry1", the count (8 bytes), then for each position 10 bytes: the places of the mover's checkers, then of the other
// side's, five bytes each, in each side's own numbering (25: the bar; 0: no checker).
#pragma once

#include <string>
#include <vector>

#include "engines/backgammon/wide/rules.hpp"
#include "solve/wide/backend.hpp"

namespace banmen::backgammon {

inline constexpr char asked_mark[] = "bnmnqry1", answered_mark[] = "bnmnans1";
inline constexpr std::size_t query_head_bytes = 16, query_checkers = 5;

/// Number of queries. Throws wide::Trouble if the bytes are invalid or truncated.
std::uint64_t count_queries(const std::string& bytes);

/// The content of the answer file. Begins groups of the backend as needed.
std::string answered_queries(wide::Backend& backend, const WideRules& rules, const wide::Layout& layout, const std::string& bytes);

// A sample of a solved table for the repository: evenly spread positions of each tier, each with its value, its radius and the best
// play of one throw. The tier's size determines positions and throws, so they are not stored.
//
// File: the line "banmen wide sample 1", then for each tier "tier N M POSITIONS SAMPLED", then "data", each ending in a newline;
// then for each tier, little-endian: SAMPLED values (4 bytes, units of 2⁻³⁰), radii (1 byte, the same units; 255: not proved),
// plays (2 bytes, the number in the list of the throw as side_plays gives it; its length: no play).

struct SampledPosition {
  std::uint64_t place;  // in file order: contact positions first
  wide::Pair pair;      // indices of Sides
  std::uint8_t roll;    // number of the throw
};

/// Maps a random word to one of `count` places, uniformly.
inline std::uint64_t place_of_word(std::uint64_t word, std::uint64_t count) {
  return static_cast<std::uint64_t>((static_cast<unsigned __int128>(word) * count) >> 64);
}

/// The position at a place of a tier, as indices.
wide::Pair pair_at(const WideRules& rules, int n, int m, std::uint64_t place);

/// The k-th of `count` positions of tier (n, m).
SampledPosition sampled(const WideRules& rules, int n, int m, std::uint64_t count, std::uint64_t k);

struct SampledTier {
  int n = 0, m = 0;
  std::uint64_t positions = 0;
  std::vector<wide::Word> values;
  std::vector<std::uint8_t> radii;
  std::vector<std::uint16_t> plays;
};

/// Samples up to `most` positions of a tier of the backend's current group.
SampledTier take_sample(wide::Backend& backend, const WideRules& rules, int n, int m, std::uint64_t most, int threads);

/// The content of a sample file.
inline constexpr const char* sample_first_line = "banmen wide sample 1\n";
std::string sample_bytes(const std::vector<SampledTier>& tiers);

}  // namespace banmen::backgammon
