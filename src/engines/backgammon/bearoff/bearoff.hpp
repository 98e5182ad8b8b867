// Two-sided bear-off tables: both sides have at most C checkers left, all on their lowest P points, without contact.
//
// Every play lowers the pips of the side, so positions are solved once, without iteration, in order of the pips of both sides
// together. Configurations are stored in order of pips: for a fixed mover and play, the values of all opponents of equal pips are
// contiguous. Values are doubles or, to match GNU Backgammon's files byte for byte, 16-bit integers truncated towards zero after
// every position as makebearoff does.
//
// Two-sided files: 40 bytes "gnubg-TS-PP-CC-F" padded with x and a newline, then n·n records (mover i, opponent j at i·n + j, n =
// C(P+C, P)) of 1 (F = 0) or 4 (F = 1: cubeless, cube owned, centred, the opponent's) little-endian 16-bit words, 65535 for +1 and
// 0 for −1.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/control.hpp"
#include "core/error.hpp"
#include "core/little_endian.hpp"
#include "games/backgammon/board.hpp"
#include "games/backgammon/index.hpp"

namespace banmen::backgammon {

/// GNU Backgammon's rank of a side on points 1 to `points` (25: with the bar): Σ C(i-1 + s_i, i), where s_i checkers are on the
/// highest i of them. Fewer or lower checkers have a smaller rank.
inline std::uint32_t gnubg_number(const std::uint8_t* side, int points) {
  std::uint64_t number = 0;
  int above = 0;
  for (int i = 1; i <= points; ++i) {
    above += side[points + 1 - i];
    number += choose(i - 1 + above, i);
  }
  return static_cast<std::uint32_t>(number);
}

/// All sides of up to `checkers` checkers on points 1 to `points` (25: with the bar), by rank.
std::vector<std::array<std::uint8_t, slots>> sides_by_number(int points, int checkers);

/// The header of GNU Backgammon's files: a text padded to 40 bytes.
inline constexpr std::size_t gnubg_header_bytes = 40;
std::string gnubg_header(std::string text);
/// Reads such a file, whose header begins with `mark`; `what` names its kind in the error.
Result<std::string> read_gnubg_file(const std::string& path, std::string_view mark, std::string_view what);

/// True if all checkers of a side are on points 1 to `points` and there are at most `checkers` of them.
inline bool stands_on(const std::uint8_t* side, int points, int checkers) {
  return highest(occupied(side) | 1) <= points && on_board(side) <= checkers;
}

class BearOff {
 public:
  /// The tables of a record in file order: the value of rolling now without a cube, owning it, with it centred, with the opponent
  /// owning it.
  enum Table : int { cubeless, owned, centred, opponents };

  BearOff(int points, int checkers);

  [[nodiscard]] int points() const { return points_; }
  [[nodiscard]] int checkers() const { return checkers_; }
  /// Number of configurations of one side: C(P+C, P).
  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(pips_.size()); }
  [[nodiscard]] std::size_t play_count() const { return plays_.size(); }

  [[nodiscard]] std::uint32_t rank(const std::uint8_t* side) const { return gnubg_number(side, points_); }

  /// Exact up to rounding. One table, or all four. False if stopped.
  bool solve(bool with_cube, const Control& control = {});
  /// With makebearoff's rounding.
  bool solve_rounded(bool with_cube, const Control& control = {});

  [[nodiscard]] bool rounded() const { return !words_.empty(); }
  [[nodiscard]] int tables() const { return tables_; }
  /// Value of mover i against opponent j, by rank.
  [[nodiscard]] double value(Table table, std::uint32_t i, std::uint32_t j) const;
  /// The value before the roll with a centred cube, which the mover may turn.
  [[nodiscard]] double value_with_cube(std::uint32_t i, std::uint32_t j) const;
  /// Error bound of a value of `solve`: it is a sum of 21 terms of values of fewer pips, so rounding errors accumulate along the
  /// longest game at worst.
  static double error_bound(const std::uint8_t* mover, const std::uint8_t* opponent) {
    return (pips(mover) + pips(opponent)) * 25 * 0x1p-53;
  }
  /// The 16-bit word of a file: 65535 is +1, 0 is −1.
  [[nodiscard]] std::uint16_t word(Table table, std::uint32_t i, std::uint32_t j) const;

 private:
  template <class Number>
  bool sweep(std::vector<Number>& values, bool with_cube, const Control& control);
  [[nodiscard]] std::size_t at(int table, std::uint32_t i, std::uint32_t j) const {
    return (static_cast<std::size_t>(table) * size() + order_of_rank_[j]) * size() + order_of_rank_[i];
  }

  int points_, checkers_;
  int tables_ = 0;
  std::vector<std::uint16_t> pips_;           // in order
  std::vector<std::uint32_t> order_of_rank_;  // [rank]: place in pip order
  std::vector<std::uint32_t> first_of_;       // [pips]: first place
  std::vector<std::uint32_t> first_play_, plays_;
  std::vector<double> values_;  // [table][opponent][mover], in pip order
  std::vector<std::int16_t> words_;
};

Result<void> write_two_sided(const BearOff& table, const std::string& path);
/// The content of the file.
std::string two_sided_bytes(const BearOff& table);

/// A two-sided file in memory.
class TwoSidedFile {
 public:
  static Result<TwoSidedFile> open(const std::string& path);

  [[nodiscard]] int points() const { return points_; }
  [[nodiscard]] int checkers() const { return checkers_; }
  [[nodiscard]] int tables() const { return tables_; }
  [[nodiscard]] std::uint32_t size() const { return size_; }
  [[nodiscard]] bool holds(const std::uint8_t* side) const { return stands_on(side, points_, checkers_); }
  [[nodiscard]] std::uint32_t rank(const std::uint8_t* side) const { return gnubg_number(side, points_); }
  [[nodiscard]] std::uint16_t word(int table, std::uint32_t i, std::uint32_t j) const {
    const std::size_t number = (std::size_t{i} * size_ + j) * static_cast<std::size_t>(tables_) + static_cast<std::size_t>(table);
    return static_cast<std::uint16_t>(little_endian(&bytes_[gnubg_header_bytes + 2 * number], 2));
  }
  [[nodiscard]] double value(int table, std::uint32_t i, std::uint32_t j) const { return word(table, i, j) / 32767.5 - 1; }

 private:
  int points_ = 0, checkers_ = 0, tables_ = 0;
  std::uint32_t size_ = 0;
  std::string bytes_;
};

}  // namespace banmen::backgammon
