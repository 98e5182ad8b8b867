// Helpers of all solvers: playing one move, with its gains, steps and end.
#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

#include "core/move_stack.hpp"

namespace banmen {

/// The result of one move.
template <Rules G>
struct Step {
  typename G::Position next;
  GainsOf<G> gains{};
  std::uint32_t steps = 0;
  bool endless = false;  // the move never ends, so play stops

  [[nodiscard]] bool quiet() const {
    if (endless) return false;
    for (const auto gain : gains)
      if (gain != 0) return false;
    return true;
  }
};

/// Avoid wide loads from the result right after the call: it was just written in pieces, so they would stall (store forwarding).
template <Rules G>
Step<G> step(const G& g, const typename G::Position& p, typename G::Move m) {
  Step<G> out;
  out.next = p;
  if constexpr (LoopingMoveGame<G>) {
    out.gains = g.play(out.next, m, out.steps);
    out.endless = g.endless_mark(out.next);
  } else {
    out.gains = g.play(out.next, m);
    // A move without end marks the position over, so `endless` is asked only where play is over.
    if constexpr (LoopyGame<G>) out.endless = has(g, Capability::loopy) && g.turn(out.next) == over && g.endless(p, m);
  }
  return out;
}

/// First seat's share minus the second's: the value that two-player solvers work with.
template <std::size_t N>
constexpr std::int32_t difference(const std::array<std::int32_t, N>& gains) {
  static_assert(N >= 2);
  return gains[0] - gains[1];
}

/// The value of endless play: the first seat's share minus the second's.
template <Rules G>
std::int32_t forever_of(const G& g) {
  if constexpr (LoopyGame<G>) return difference(g.forever());
  return 0;
}

/// True if p is the bytewise smallest of its images for which `reached` holds.
template <SymmetricGame G, class Reached>
bool represents(const G& g, const typename G::Position& p, Reached&& reached) {
  for (int s = 1; s < g.symmetries(); ++s) {
    const auto q = g.image(static_cast<std::uint8_t>(s), p);
    if (std::memcmp(&q, &p, sizeof p) < 0 && reached(q)) return false;
  }
  return true;
}

}  // namespace banmen
