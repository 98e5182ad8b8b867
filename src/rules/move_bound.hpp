// Upper bounds of the number of moves of any position and of the length of a move, by static analysis.
#pragma once

#include <algorithm>
#include <cstdint>

#include "rules/meaning.hpp"

namespace banmen::rules {

inline constexpr std::uint64_t most_moves = 1'000'000;
inline constexpr std::uint64_t room_for_repeats = 65'536;  // if only `repeat` makes the bound exceed a million
inline constexpr int bits_of_a_move = 63;                  // 64 bits that are all set are a pass
inline constexpr int bits_of_a_pass = 4;                   // of a choice inside `repeat`, and of its end
inline constexpr int most_ways_of_a_pass = 15;             // a pass of `repeat` is coded by the number of its option
inline constexpr long most_numbers = 65'536;               // options of a choice of a number

/// Holds for every position accepted by Reference::read: none has more pieces than play can create.
struct MoveBound {
  std::uint64_t moves = 1;
  int bits = 0;          // of a move, a `repeat` counted as one pass
  bool repeats = false;  // the moves have a `repeat`, counted as one pass
  // The first lines that exceed a limit; line 0: none.
  Place too_many, too_long, wide_number, wide_pass;

  /// The size of a list of moves.
  [[nodiscard]] std::uint64_t capacity() const { return repeats ? std::max(std::min(moves, most_moves), room_for_repeats) : moves; }
};
MoveBound move_bound(const Rules& rules);

/// Bits of a statement's own choice in the code of a move, outside `repeat`; `words` is the number of 64-bit words of a set.
int bits_of(const Step& step, int words);

/// Finds the choices inside `repeat` that have one option at most and need no code. One choice of every pass keeps its code, which
/// tells a further pass from the end.
void mark_sole_choices(Rules& rules);

/// The number of choices inside `repeat` that the code of a move has room for. Moves with more are not legal.
int room_in_repeat(const Rules& rules, const Turn& turn);

}  // namespace banmen::rules
