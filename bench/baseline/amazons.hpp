// Hand-written random playouts of 10×10 Amazons without the Game concept, each with the board representation that suits its way of
// drawing moves.
#pragma once

#include <cstdint>

#include "core/random.hpp"

namespace banmen::baseline {

struct AmazonsMove {
  int from, to, arrow;  // cells, row by row from the top
};

/// Draws whole moves: bitboards with the eight rays of a cell in one vector.
class AmazonsRays {
 public:
  AmazonsRays();
  [[nodiscard]] int mover() const { return mover_; }
  /// The number of whole moves, and the k-th in the order of queens, destinations and arrows.
  std::uint32_t count();
  AmazonsMove pick(std::uint32_t k) const;
  void play(const AmazonsMove& move);

 private:
  std::uint64_t occupied_[2] = {};
  int queens_[2][4];
  int mover_ = 0;
  std::uint32_t upto_[4] = {};  // cumulative counts by queen, set by count()
};

/// Draws a step, then an arrow: the occupancy of every row, column and diagonal as a number, and lookup tables of how far a queen
/// sees along such a line.
class AmazonsLines {
 public:
  AmazonsLines();
  [[nodiscard]] int mover() const { return mover_; }
  /// Returns false if there is no move. `steps`: the number of steps that it was drawn from.
  bool draw(Random& random, AmazonsMove& move, std::uint32_t& steps);
  void play(const AmazonsMove& move);

 private:
  void toggle(int cell);
  [[nodiscard]] std::uint32_t seen(int cell) const;  // cells that a queen sees
  [[nodiscard]] int seen_cell(int cell, std::uint32_t k) const;

  std::uint16_t lines_[4 * 19] = {};
  int queens_[2][4];
  int mover_ = 0;
};

struct AmazonsSum {
  std::uint64_t games = 0, plies = 0, moves = 0, first_wins = 0;
};
AmazonsSum amazons_playouts(std::uint64_t seed, std::uint64_t begin, std::uint64_t end);
AmazonsSum amazons_steps(std::uint64_t seed, std::uint64_t begin, std::uint64_t end);

}  // namespace banmen::baseline
