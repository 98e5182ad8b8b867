// Two-sided bear-off tables: both sides have at most C checkers left, all on their lowest P points, and nobody can be hit.
//
// Every play lowers the pips of the side, so taking positions in order of the pips of both sides together gives each value once,
// with no iteration. Configurations are kept in order of pips: for a fixed mover and play, the values of all opponents of equal
// pips lie side by side. Values are either doubles or, to agree with GNU Backgammon's files byte for byte, 16-bit integers rounded
// towards zero after every position as its makebearoff does.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "games/backgammon/board.hpp"

namespace banmen::backgammon {

class BearOff {
 public:
  /// The tables of a record, in the order of GNU Backgammon's files: what the mover gets who rolls now, without a cube, owning it,
  /// with it in the centre, with the opponent owning it.
  enum Table : int { cubeless, owned, centred, opponents };

  BearOff(int points, int checkers);

  [[nodiscard]] int points() const { return points_; }
  [[nodiscard]] int checkers() const { return checkers_; }
  /// Configurations of one side: C(P+C, P).
  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(pips_.size()); }
  [[nodiscard]] std::size_t play_count() const { return plays_.size(); }

  /// GNU Backgammon's number of a configuration, counted by its points from 1.
  [[nodiscard]] std::uint32_t rank(const std::uint8_t* side) const;
  /// Whether a side is in the table.
  [[nodiscard]] bool holds(const std::uint8_t* side) const;

  /// Exact to rounding. One table, or all four.
  void solve(bool with_cube);
  /// As makebearoff does it.
  void solve_rounded(bool with_cube);

  [[nodiscard]] bool rounded() const { return !words_.empty(); }
  [[nodiscard]] int tables() const { return tables_; }
  /// Value of mover i against opponent j, by GNU Backgammon's numbers.
  [[nodiscard]] double value(Table table, std::uint32_t i, std::uint32_t j) const;
  /// The 16-bit word of a file: 65535 is +1, 0 is −1.
  [[nodiscard]] std::uint16_t word(Table table, std::uint32_t i, std::uint32_t j) const;

 private:
  template <class Number>
  void sweep(std::vector<Number>& values);
  [[nodiscard]] std::size_t at(int table, std::uint32_t i, std::uint32_t j) const {
    return (static_cast<std::size_t>(table) * size() + order_of_rank_[j]) * size() + order_of_rank_[i];
  }

  int points_, checkers_;
  int tables_ = 0;
  std::vector<std::uint16_t> pips_;           // in order
  std::vector<std::uint32_t> order_of_rank_;  // place in pip order of GNU Backgammon's numbers
  std::vector<std::uint32_t> first_of_;       // [pips]: first place
  std::vector<std::uint32_t> first_play_, plays_;
  std::vector<double> values_;  // [table][opponent][mover], in pip order
  std::vector<std::int16_t> words_;
};

}  // namespace banmen::backgammon
