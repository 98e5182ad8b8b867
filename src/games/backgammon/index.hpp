// Perfect ranking of positions before a roll, in closed form.
//
// A side with n checkers on the board is a multiset of n slots out of 25 (24 points and the bar): C(24+n, n) configurations, ranked
// in colexicographic order, so that those that use only points up to h come first.
//
// X(n,m): the mover has n checkers, the opponent m, no point is held by both; the bars may hold any number. If the mover holds j of
// the 24 points, the opponent's m checkers lie on the other 24-j or the bar: C(24-j+m, m) ways. Mover configurations with highest
// slot h and i different slots number C(h-1, i-1)·C(n-1, i-1) (which slots, how many on each), whence
//   |X(n,m)| = Σ_h Σ_i C(h-1, i-1) C(n-1, i-1) C(24-j+m, m),   j = i, or i-1 where h is the bar.
// Of those the opponent's C(24-h+m-1, m) configurations on his points up to 24-h are races (none where h is the bar), and colex
// order puts them first: so contact positions and races each get a dense index of their own.
#pragma once

#include <array>
#include <cstdint>

#include "games/backgammon/board.hpp"

namespace banmen::backgammon {

namespace detail {

struct Binomials {
  std::array<std::array<std::uint64_t, 42>, 42> table{};
  constexpr Binomials() {
    for (std::size_t n = 0; n < 42; ++n) {
      table[n][0] = 1;
      for (std::size_t k = 1; k <= n; ++k) table[n][k] = table[n - 1][k - 1] + (k < n ? table[n - 1][k] : 0);
    }
  }
};
inline constexpr Binomials binomials;

}  // namespace detail

/// C(n, k); 0 outside the triangle.
constexpr std::uint64_t choose(int n, int k) {
  if (k < 0 || n < 0 || k > n) return 0;
  return detail::binomials.table[static_cast<std::size_t>(n)][static_cast<std::size_t>(k)];
}

/// Configurations of n checkers on 24 points and the bar.
constexpr std::uint64_t side_count(int n) { return choose(24 + n, n); }

/// Multisets of n slots out of `width`.
constexpr std::uint64_t multisets(int width, int n) { return n == 0 ? 1 : choose(width + n - 1, n); }

/// Colex rank of the checkers on slots 1..25.
inline std::uint64_t rank_side(const std::uint8_t* side) {
  std::uint64_t rank = 0;
  int seen = 0;
  for (int slot = 1; slot <= bar; ++slot)
    for (int k = 0; k < side[slot]; ++k, ++seen) rank += choose(slot - 1 + seen, seen + 1);
  return rank;
}

/// Its inverse: fills slots 1..25 and leaves [off] alone.
inline void unrank_side(int n, std::uint64_t rank, std::uint8_t* side) {
  for (int slot = 1; slot <= bar; ++slot) side[slot] = 0;
  int slot = bar;
  for (int k = n; k >= 1; --k) {
    while (choose(slot - 1 + k - 1, k) > rank) --slot;
    rank -= choose(slot - 1 + k - 1, k);
    ++side[slot];
  }
}

enum class Meeting : std::uint8_t { contact, race };

/// Number of positions with n checkers of the mover and m of the opponent on the board.
std::uint64_t count_positions(int n, int m, Meeting meeting);
std::uint64_t count_positions(int n, int m);

/// Dense rank among the positions of the same n, m and meeting.
std::uint64_t rank_position(const std::uint8_t* mover, const std::uint8_t* opponent, Meeting meeting);
void unrank_position(int n, int m, Meeting meeting, std::uint64_t rank, std::uint8_t* mover, std::uint8_t* opponent);

/// The place of a position in its tier, contact before races; the position at a place, given the number of contact positions.
std::uint64_t place_of(int n, int m, const std::uint8_t* mover, const std::uint8_t* opponent);
void unplace(int n, int m, std::uint64_t contacts, std::uint64_t place, std::uint8_t* mover, std::uint8_t* opponent);

}  // namespace banmen::backgammon
