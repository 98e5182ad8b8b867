// Where a move of a canonical position leads, as an index over canonical positions sees it.
#pragma once

#include <cstdint>

namespace banmen {

/// What an ExpandingGame gives. For a move without end only `from`, `steps` and `endless` are set.
template <class Position>
struct Arrival {
  Position board;      // canonical
  std::uint64_t rank;  // in its tier
  std::uint32_t tier;
  std::uint32_t from;   // which of the expanded positions the move belongs to
  std::uint32_t steps;  // as MeasuredGame counts them
  std::uint8_t symmetry;
  bool endless;
  bool quiet;  // nobody gained anything by it
};

}  // namespace banmen
