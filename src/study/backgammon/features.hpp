// What a position with contact looks like to the network (net.hpp): numbers between about 0 and 1, most of them zero.
//
// For each side, seen in its own numbering: every point by one, two, three and more checkers (Tesauro's encoding), the bar, the
// checkers borne off, and five things that take looking ahead: pips, the throws that hit one of its blots, the longest prime in
// front of the other's rearmost checker, the throws that leave a checker of the other's on the bar, and its anchors.
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

inline constexpr int features_of_side = 24 * 4 + 2 + 5;
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
};

}  // namespace banmen::backgammon
