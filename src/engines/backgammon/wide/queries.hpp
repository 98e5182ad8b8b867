// What is taken out of a solved table: answers to lists of positions, and samples.
//
// Lists and answers are files of plain numbers, little-endian.
//
// Asked: "bnmnqry1", the count (8 bytes), then for each position 10 bytes: the places of the mover's checkers, then of the other
// side's, five bytes each, as each side counts its points (25: the bar; 0: no checker).
// Answers: "bnmnans1", the count (8 bytes), then all values (4 bytes, units of 2⁻³⁰), then all radii (1 byte, the same units). A
// position that is not in the table, or none at all, has value 0 and radius 255.
#pragma once

#include <string>
#include <vector>

#include "engines/backgammon/wide/rules.hpp"
#include "solve/wide/backend.hpp"

namespace banmen::backgammon {

inline constexpr char asked_mark[] = "bnmnqry1", answered_mark[] = "bnmnans1";
inline constexpr std::size_t query_head_bytes = 16, query_checkers = 5;

/// How many positions are asked for. Throws wide::Trouble, with words, where the bytes are no such list or cut off.
std::uint64_t count_queries(const std::string& bytes);

/// The bytes of the answers. Begins groups of the backend as they are needed.
std::string answered_queries(wide::Backend& backend, const WideRules& rules, const wide::Layout& layout, const std::string& bytes);

// A sample of a solved table that fits into a repository: positions spread evenly over each tier, each with its value, its radius
// and the best play of one throw. Which positions and throws those are follows from the tier's size alone, so they take no room.
//
// File: the line "banmen wide sample 1", then for each tier "tier N M POSITIONS SAMPLED", then "data", each ending in a newline;
// then for each tier, little-endian: SAMPLED values (4 bytes, units of 2⁻³⁰), radii (1 byte, the same units; 255: not proved),
// plays (2 bytes, the number in the list of the throw as side_plays gives it; its length: no play).

struct SampledPosition {
  std::uint64_t place;  // in the order of the databases: contact positions first
  wide::Pair pair;      // indices of Sides
  std::uint8_t roll;    // number of the throw
};

/// One of `count` places by a random word, all as likely.
inline std::uint64_t place_of_word(std::uint64_t word, std::uint64_t count) {
  return static_cast<std::uint64_t>((static_cast<unsigned __int128>(word) * count) >> 64);
}

/// The position of a tier at a place, as indices.
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

/// Takes up to `most` positions of a tier of the group that the backend has begun.
SampledTier take_sample(wide::Backend& backend, const WideRules& rules, int n, int m, std::uint64_t most, int threads);

/// The bytes of a file.
inline constexpr const char* sample_first_line = "banmen wide sample 1\n";
std::string sample_bytes(const std::vector<SampledTier>& tiers);

}  // namespace banmen::backgammon
