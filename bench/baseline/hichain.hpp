// HICHAIN as Ito and Ahara's program does it: squares that hold pointers to their eight neighbours (the relative-reference board,
// section 6.1), made only around cards; legal moves by gathering the marks around a square (section 6.2) and trying every card of
// the field in every orientation on every square.
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
/// The same games with moves listed from the board that the rules keep.
HichainSum hichain_listings(std::uint64_t seed, std::uint64_t begin, std::uint64_t end);

enum class Scoring { book, trees };
/// Uniform random games with the mover's score after each placement: from the book that the rules keep, or from chain trees
/// (section 6.3) grown anew. `moves` counts placements; the checksum is that of the scores.
HichainSum hichain_scores(std::uint64_t seed, std::uint64_t begin, std::uint64_t end, Scoring scoring);

}  // namespace banmen::baseline
