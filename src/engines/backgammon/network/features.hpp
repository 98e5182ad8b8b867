// Input features of the networks (net.hpp): numbers between about 0 and 1, most of them zero.
//
// For each side, in its own numbering: every point by one, two, three and more checkers (Tesauro's encoding), the bar, the checkers
// borne off, and computed features: pips and shots, primes and anchors, escapes, exposure, timing. `Trait` lists them.
#pragma once

#include <cstdint>

#include "games/backgammon/board.hpp"

namespace banmen::backgammon {

/// Number of the 36 throws with which `attacker` can hit a blot of `target`: by one die, by both, or by any steps of a double,
/// considering blocked points and checkers on the bar. The duty to play both dice is ignored, so it may exceed the number under the
/// rules.
int shots(const std::uint8_t* attacker, const std::uint8_t* target);

/// The longest prime of `side` in front of the rearmost checker of `other`.
int longest_prime(const std::uint8_t* side, const std::uint8_t* other);

/// Number of the 36 throws that carry a checker beyond the last opposing point ahead of it, within twelve pips; bit d-1 of `ahead`
/// is set if the point d pips ahead is held.
int escapes(std::uint32_t ahead);

/// Features of a side after those of its 24 points, which are four each.
enum class Trait : std::uint8_t {
  on_bar,
  borne_off,
  pips,
  shots,      // throws that hit one of its blots
  prime,      // longest, in front of the other's rearmost checker
  home,       // home points held, squared: the chance to stay on the bar
  anchors,    // points held in the other's home
  rearmost,   // its last checker
  escape,     // throws that let it escape
  mobility,   // the same, summed over all checkers that are not home
  behind,     // checkers in the other's home
  contained,  // hardest point to escape from
  exposed,    // pips that its blots would lose
  blots,
  spread,   // of its checkers, second moment
  overlap,  // how far the sides still have to pass each other
  best_anchor,
  buried,  // on the ace and two points
  timing,  // pips to play before the home board breaks
  count
};

inline constexpr int features_of_side = 24 * 4 + static_cast<int>(Trait::count);
inline constexpr int feature_count = 2 * features_of_side;

/// The nonzero features.
struct Features {
  int count = 0;
  std::uint16_t index[feature_count];
  float value[feature_count];

  /// The mover's side first.
  void find(const std::uint8_t* mover, const std::uint8_t* other);

 private:
  void add(int at, float x) {
    index[count] = static_cast<std::uint16_t>(at);
    value[count++] = x;
  }
  void add_side(int base, const std::uint8_t* side, const std::uint8_t* other);
  /// Adds a trait of a side unless it is zero.
  void add(int base, Trait trait, float x) {
    if (x != 0) add(base + 24 * 4 + static_cast<int>(trait), x);
  }
};

}  // namespace banmen::backgammon
