// A capability beside IndexedGame for games of chance in which a position, before chance acts, is a pair of configurations that
// hardly see each other: the mover's own and the other side's.
//
// What a move does to the mover's configuration depends on that and on the outcome of chance alone; the other side only forbids
// some moves (those that land where it blocks) and loses something to others (those that land where it is exposed). So moves are
// listed once per (configuration, outcome), not per position, and filtered by two words: the shape that tables and wide machines
// want. `moves` and `play` say the same, slowly; factored_results must agree with them.
#pragma once

#include <concepts>
#include <cstdint>

#include "core/move_list.hpp"

namespace banmen {

/// A configuration by its part (backgammon: how many checkers are left) and its rank inside that.
struct Factor {
  std::uint32_t part = 0;
  std::uint64_t rank = 0;
  bool operator==(const Factor&) const = default;
  auto operator<=>(const Factor&) const = default;
};

struct Factors {
  Factor mover, other;
  bool operator==(const Factors&) const = default;
  auto operator<=>(const Factors&) const = default;
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

template <class G>
concept FactoredGame = requires(const G g, const typename G::Position p, const typename G::Move outcome, Factor f, Factors both,
                                std::uint32_t word, void (*visit)(const FactoredPlay&)) {
  { g.factor_parts() } -> std::same_as<std::uint32_t>;            // parts are 0 … factor_parts()-1
  { g.factor_count(word) } -> std::same_as<std::uint64_t>;        // configurations of a part
  { g.factors(p) } -> std::same_as<Factors>;                      // of a position before chance acts
  { g.compatible(both) } -> std::same_as<bool>;                   // whether the two can stand on one board
  { g.assembled(both) } -> std::same_as<typename G::Position>;    // the position of compatible factors, the first seat to move
  { g.factored_plays(f, outcome, visit) } -> std::same_as<void>;  // the list, lowest level first
  { g.factored_masks(f) } -> std::same_as<FactoredMasks>;         // of the other side's configuration
  { g.struck(f, word) } -> std::same_as<Factor>;                  // that configuration after it was met on these places
};

/// Calls visit(Factors) for every move of an outcome, the sides exchanged as the next mover sees them; for a turn without a move,
/// once. A result that can be reached in two ways may be visited twice.
template <FactoredGame G, class Visit>
void factored_results(const G& g, const Factors& from, typename G::Move outcome, Visit visit) {
  const FactoredMasks masks = g.factored_masks(from.other);
  int level = -1;
  g.factored_plays(from.mover, outcome, [&](const FactoredPlay& play) {
    if ((play.landing & masks.blocked) != 0 || (level >= 0 && play.level != level)) return;
    level = play.level;
    visit(Factors{g.struck(from.other, play.landing & masks.exposed), play.result});
  });
  if (level < 0) visit(Factors{from.other, from.mover});
}

}  // namespace banmen
