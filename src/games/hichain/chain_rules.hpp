// What a chain is, as far as the sources leave it open.
#pragma once

#include <array>
#include <cstdint>

#include "games/hichain/cards.hpp"

namespace banmen::hichain {

/// The readings of the rules that the sources leave open; the first of each is ours.
struct ChainRules {
  bool wrap = true;                  // Z is followed by A
  bool asterisk_ends = false;        // an asterisk may be the first or last card of a chain
  bool each_path = false;            // of chains with equal cells each path counts, not one
  std::uint8_t least_same = 2;       // cards of the shortest same-letter chain that scores
  Turned turned = Turned::geometry;  // which side of C shows U, and of U shows C
  bool operator==(const ChainRules&) const = default;

  [[nodiscard]] const Letters& letters() const { return letter_tables[static_cast<std::size_t>(turned)]; }
};

inline constexpr int least_sequential = 3;
inline constexpr std::array<std::uint8_t, 5> royal_word = {'C' - 'A', 'H' - 'A', 0, 'I' - 'A', 'N' - 'A'};

}  // namespace banmen::hichain
