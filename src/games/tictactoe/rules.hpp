// Tic-tac-toe: the smallest whole game, and the one that docs/add-a-game.md builds step by step.
#pragma once

#include <cstdint>

#include "core/hash.hpp"
#include "core/move_list.hpp"
#include "core/random.hpp"
#include "core/seat.hpp"

namespace banmen {

struct TicTacToeRules {
  static constexpr int max_players = 2;

  /// Cells 0..8 row by row from the top left, one bit each. The number of marks determines the side on turn.
  struct Position {
    std::uint16_t marks[2];
    bool operator==(const Position&) const = default;
  };
  struct Move {
    std::uint8_t cell;
    bool operator==(const Move&) const = default;
  };

  static int players() { return 2; }
  static Position initial() { return {}; }
  static std::uint32_t move_capacity() { return 9; }

  static Seat turn(const Position& p) {
    if (has_line(p.marks[0]) || has_line(p.marks[1]) || taken(p) == 0x1ff) return over;
    return static_cast<Seat>(__builtin_popcount(taken(p)) & 1);
  }

  /// Free cells in reading order.
  static void moves(const Position& p, MoveList<Move>& list) {
    if (turn(p) == over) return;
    for (std::uint8_t cell = 0; cell < 9; ++cell)
      if (!(taken(p) >> cell & 1)) list.push({cell});
  }

  static Gains<2> play(Position& p, Move m) {
    p.marks[turn(p)] |= static_cast<std::uint16_t>(1u << m.cell);
    return {};
  }

  static Gains<2> payoff(const Position& p) {
    if (has_line(p.marks[0])) return {1, -1};
    if (has_line(p.marks[1])) return {-1, 1};
    return {};
  }

  static std::uint64_t hash(const Position& p) { return hash_bytes(p); }

  /// The number of free cells.
  static int horizon(const Position& p) { return 9 - __builtin_popcount(taken(p)); }

  static constexpr bool has_line(unsigned marks) {
    for (const unsigned line : {0007u, 0070u, 0700u, 0111u, 0222u, 0444u, 0421u, 0124u})
      if ((marks & line) == line) return true;
    return false;
  }
  static unsigned taken(const Position& p) { return p.marks[0] | p.marks[1]; }
};

}  // namespace banmen
