// How many moves a position of a game can have at most, and how long a move is, from the text alone.
#pragma once

#include <algorithm>
#include <cstdint>

#include "rules/meaning.hpp"

namespace banmen::rules {

inline constexpr std::uint64_t most_moves = 1'000'000;
inline constexpr std::uint64_t room_for_repeats = 65'536;  // where only `repeat` makes the bound pass a million
inline constexpr int bits_of_a_move = 63;                  // a move of 64 bits that are all set is a pass
inline constexpr int bits_of_a_pass = 4;                   // of a choice inside `repeat`, and of its end
inline constexpr int most_ways_of_a_pass = 15;             // a pass of `repeat` is coded by which of its options was taken
inline constexpr long most_numbers = 65'536;               // that a number can be chosen among

/// Holds for every position that the reader of positions takes: none has more pieces than play can bring about.
struct MoveBound {
  std::uint64_t moves = 1;
  int bits = 0;          // of a move, a `repeat` counted with one pass
  bool repeats = false;  // `repeat` takes part in it, and is counted with one pass
  // The first lines that are too much; line 0: none.
  Place too_many, too_long, wide_number, wide_pass;

  /// How many moves there must be room for.
  [[nodiscard]] std::uint64_t capacity() const { return repeats ? std::max(std::min(moves, most_moves), room_for_repeats) : moves; }
};
MoveBound move_bound(const Rules& rules);

/// Bits of a statement's own choice in the code of a move, outside `repeat`; `words` of 64 sites has the board.
int bits_of(const Step& step, int words);

/// How many choices inside `repeat` a move has room for, however the rest of it goes. What would take more is no move.
int room_in_repeat(const Rules& rules, const Turn& turn);

}  // namespace banmen::rules
