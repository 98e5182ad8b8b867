// Of FactoredGame: in some games of chance a position, before chance acts, is a pair of configurations that hardly see each other,
// the mover's own and the other side's.
//
// What a move does to the mover's configuration depends on that and on the outcome of chance alone; the other side only forbids
// some moves (those that land where it blocks) and loses something to others (those that land where it is exposed). So moves are
// listed once per (configuration, outcome), not per position, and filtered by two words: the shape that tables and wide machines
// want. `moves` and `play` say the same, slowly.
#pragma once

#include <compare>
#include <cstdint>

namespace banmen {

/// A configuration by its part (backgammon: how many checkers are left) and its rank inside that.
struct Factor {
  std::uint32_t part = 0;
  std::uint64_t rank = 0;
  bool operator==(const Factor&) const = default;
  auto operator<=>(const Factor&) const = default;
};

struct FactorPair {
  Factor mover, other;
  bool operator==(const FactorPair&) const = default;
  auto operator<=>(const FactorPair&) const = default;
};

/// One entry of a move list: what the mover then has, where he lands, and how good a use of the outcome that is. Of the moves that
/// the other side leaves, only those of the lowest level are legal.
struct FactoredPlay {
  Factor result;
  std::uint32_t landing = 0;
  int level = 0;
};

/// How the other side's configuration looks to the mover.
struct FactoredMasks {
  std::uint32_t blocked = 0, exposed = 0;
};

}  // namespace banmen
