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

/// Uniform random games begin … end-1 of a seed. With `scored` the chain trees (section 6.3) are grown anew after each placement.
HichainSum hichain_playouts(std::uint64_t seed, std::uint64_t begin, std::uint64_t end, bool scored = false);

}  // namespace banmen::baseline
