// HICHAIN as in Ito and Ahara's program: squares with pointers to their eight neighbours (the relative-reference board,
// section 6.1), created only around cards; legal moves by collecting the marks around a square (section 6.2) and trying every card
// in every orientation on every square.
#pragma once

#include <cstdint>

namespace banmen::baseline {

struct HichainSum {
  std::uint64_t games = 0;
  std::uint64_t moves = 0;     // listed, over all plies
  std::uint64_t checksum = 0;  // equal to the concept's PlayoutTally::checksum for the same games
};

/// Uniform random games begin … end-1 of a seed, every legal move listed at every ply.
HichainSum hichain_playouts(std::uint64_t seed, std::uint64_t begin, std::uint64_t end);
/// The same games with moves listed by the rules' own board.
HichainSum hichain_listings(std::uint64_t seed, std::uint64_t begin, std::uint64_t end);

enum class Scoring { book, trees };
/// Uniform random games with the mover's score after each placement, from the rules' incremental book or from rebuilt chain trees
/// (section 6.3). `moves` counts placements; the checksum covers the scores.
HichainSum hichain_scores(std::uint64_t seed, std::uint64_t begin, std::uint64_t end, Scoring scoring);

}  // namespace banmen::baseline
