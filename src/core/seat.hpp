// Seats: who acts, and what each of them gets.
#pragma once

#include <array>
#include <cstdint>

namespace banmen {

/// A seat at the board: 0, 1, … players()-1. Two negative values mean that no seat acts.
using Seat = std::int8_t;

/// The dice act next: the moves are chance outcomes with weights (ChanceGame).
inline constexpr Seat chance = -1;
/// The bytes of the position show that play has ended.
inline constexpr Seat over = -2;

/// One integer per seat: the gain of a move, a payoff, a score, a result. More is better for every seat.
template <int Players>
using Gains = std::array<std::int32_t, Players>;

template <class G>
using GainsOf = Gains<G::max_players>;

template <std::size_t N>
constexpr std::array<std::int32_t, N>& operator+=(std::array<std::int32_t, N>& sum, const std::array<std::int32_t, N>& more) {
  for (std::size_t seat = 0; seat < N; ++seat) sum[seat] += more[seat];
  return sum;
}

}  // namespace banmen
