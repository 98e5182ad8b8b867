// Where a move of a canonical position leads, as an index over canonical positions sees it.
#pragma once

#include <cstdint>

namespace banmen {

/// Of ExpandingGame. Of a move without end only `from`, `steps` and `endless` are meant.
template <class Position>
struct Arrival {
  Position board;      // canonical
  std::uint64_t rank;  // in its tier
  std::uint32_t tier;
  std::uint32_t from;   // which of the expanded positions the move is of
  std::uint32_t steps;  // as MeasuredGame counts them
  std::uint8_t symmetry;
  bool endless;
  bool quiet;  // brought nobody anything
};

}  // namespace banmen
