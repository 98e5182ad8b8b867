// GNU Backgammon's database files.
//
// Two-sided: 40 bytes "gnubg-TS-PP-CC-F" padded with x and a line end, then n·n records (mover i, opponent j at i·n + j, n = C(P+C,
// P)) of 1 (F = 0) or 4 (F = 1: cubeless, cube owned, centred, the opponent's) little-endian 16-bit words, 65535 for +1 and 0 for
// −1.
#pragma once

#include <cstdint>
#include <string>

#include "core/error.hpp"
#include "engines/backgammon/bearoff/bearoff.hpp"

namespace banmen::backgammon {

/// The first line of one of its files: a text padded to 40 bytes.
std::string gnubg_header(std::string text);

Result<void> write_two_sided(const BearOff& table, const std::string& path);
/// The whole file as it would be written.
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
  [[nodiscard]] std::uint16_t word(int table, std::uint32_t i, std::uint32_t j) const;
  [[nodiscard]] double value(int table, std::uint32_t i, std::uint32_t j) const { return word(table, i, j) / 32767.5 - 1; }

 private:
  int points_ = 0, checkers_ = 0, tables_ = 0;
  std::uint32_t size_ = 0;
  std::string bytes_;
};

}  // namespace banmen::backgammon
