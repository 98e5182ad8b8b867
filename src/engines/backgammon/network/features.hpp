// What a position looks like to the networks (net.hpp): numbers between about 0 and 1, most of them zero.
//
// For each side, seen in its own numbering: every point by one, two, three and more checkers (Tesauro's encoding), the bar, the
// checkers borne off, and what takes looking ahead or counting: pips and shots, primes and anchors, how well the checkers behind
// get away, what stands to be lost, how much time there is. `Trait` below names them all.
#pragma once

#include <cstdint>

#include "games/backgammon/board.hpp"

namespace banmen::backgammon {

/// Of 36 throws, those with which `attacker` can hit a blot of `target`: by one die, by both, or by any steps of a double, blocked
/// points and checkers on the bar minded. That both dice must be used where possible is not looked at, so that a few more may be
/// counted than the rules allow.
int shots(const std::uint8_t* attacker, const std::uint8_t* target);

/// The most points of `side` in a row, all in front of the rearmost checker of `other`.
int longest_prime(const std::uint8_t* side, const std::uint8_t* other);

/// Of 36 throws, those that carry a checker beyond the last of the points ahead of it that the other side holds, within twelve
/// pips; `ahead` has bit d-1 set where the point d pips on is held.
int escapes(std::uint32_t ahead);

/// The features of a side after those of its 24 points, which are four each.
enum class Trait : std::uint8_t {
  on_bar,
  borne_off,
  pips,
  shots,      // throws that hit one of its blots
  prime,      // longest, in front of the other's rearmost checker
  home,       // points held at home, squared: who is on the bar dances so often
  anchors,    // points held in the other's home
  rearmost,   // where its last checker stands
  escape,     // throws by which that one gets away
  mobility,   // the same, summed over all checkers that are not home
  behind,     // checkers in the other's home
  contained,  // the place from which it would be hardest to get away
  exposed,    // pips that its blots have come
  blots,
  spread,   // of its checkers, second moment
  overlap,  // how far the two sides still have to pass each other
  best_anchor,
  buried,  // on the ace and two points
  timing,  // pips to play before home must break
  count
};

inline constexpr int features_of_side = 24 * 4 + static_cast<int>(Trait::count);
inline constexpr int feature_count = 2 * features_of_side;

/// Those that are not zero.
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
  /// Into the row of a side's traits; nothing where it is zero.
  void add(int base, Trait trait, float x) {
    if (x != 0) add(base + 24 * 4 + static_cast<int>(trait), x);
  }
};

}  // namespace banmen::backgammon
