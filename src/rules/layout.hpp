// The byte layout of a position: bit sets of pieces and marks first, then stones, hands and counters as bytes.
//
// Cells of a rectangle keep their place in it, even those that are not on the board, so that a step in a direction is one shift;
// boards of up to 8×8 have rows of eight bits, as the kernels of core/bitboard.hpp need. Other boards number their sites.
#pragma once

#include <cstdint>
#include <vector>

#include "rules/meaning.hpp"

namespace banmen::rules {

struct Layout {
  int words = 1;             // of a set
  int stride = 0;            // bits from a row to the next; 0: no rectangle
  std::vector<int> bit_of;   // of each site
  std::vector<int> site_of;  // of each bit; -1
  std::size_t stones = 0, stone_bytes = 0, hands = 0, counters = 0, marks = 0, seat = 0, rolled = 0, over = 0;
  std::size_t size = 0;          // bytes, a multiple of 8
  bool stones_in_order = false;  // up to 64 holes of one byte each, bit k is hole k: core/stones.hpp reads them
  std::vector<int> hand_kinds;   // kinds that have a hand, in order

  explicit Layout(const Rules& rules);

  [[nodiscard]] std::size_t set_bytes() const { return static_cast<std::size_t>(8 * words); }
  /// True if every direction has a reverse: adjacency and sight are symmetric.
  [[nodiscard]] bool both_ways() const { return stride > 0; }
  [[nodiscard]] bool rows_of_eight() const { return words == 1 && stride == 8; }
  /// True if all eight directions can be computed at once (core/rays.hpp).
  [[nodiscard]] bool has_reach(const Board& board) const { return words <= 4 && stride > 0 && board.all_directions() == compass; }
  /// Offsets in the position.
  [[nodiscard]] std::size_t marks_at(int index) const { return marks + set_bytes() * static_cast<std::size_t>(index); }
  [[nodiscard]] std::size_t hand_at(const Rules& rules, int kind, int seat) const;
  [[nodiscard]] std::size_t counter_at(const Rules& rules, int index, int seat) const;

  void write(const Rules& rules, const State& state, std::uint8_t* bytes) const;
  [[nodiscard]] State read(const Rules& rules, const std::uint8_t* bytes) const;
};

}  // namespace banmen::rules
