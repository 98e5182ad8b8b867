// One-sided bear-off: the distribution of the number of rolls in which a side alone bears off all its checkers, and its first one
// (which saves the gammon), under play that minimises the mean; in 16-bit words. Computed as by GNU Backgammon's makebearoff,
// including rounding and the order of plays, so the files match byte for byte.
//
// Files: 40 bytes "gnubg-OS-PP-15-G-C-N" padded (G: gammon distributions too, C: compressed, N: normal approximation), then the
// records of all C(P+15, P) sides: 32 words (G: 64), the chances of 0 to 31 rolls. Compressed: an index of 6 (8) bytes per side,
// which holds the offset of its words as a 32-bit number, their count, and the roll of the first one (the last two again for
// gammons), then all words without leading and trailing zeros.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "core/control.hpp"
#include "core/error.hpp"
#include "core/little_endian.hpp"
#include "engines/backgammon/bearoff/bearoff.hpp"

namespace banmen::backgammon {

inline constexpr int most_rolls = 32;

/// Chances in 65535ths of needing 0, 1, … rolls.
using RollWords = std::array<std::uint16_t, most_rolls>;

double mean_rolls(const RollWords& words);

struct OneSidedRecord {
  RollWords off;     // to bear everything off
  RollWords gammon;  // to bear the first checker off
};

class OneSided {
 public:
  static constexpr int checkers = 15;
  explicit OneSided(int points);

  /// False if stopped.
  bool solve(const Control& control = {});

  [[nodiscard]] int points() const { return points_; }
  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(records_.size()); }
  [[nodiscard]] const OneSidedRecord& record(std::uint32_t number) const { return records_[number]; }

  struct Form {
    bool gammons = true, compressed = true;
  };
  [[nodiscard]] std::string bytes(Form form) const;
  Result<void> write(const std::string& path, Form form) const;

 private:
  int points_;
  std::vector<OneSidedRecord> records_;
};

/// A one-sided file in memory.
class OneSidedFile {
 public:
  static Result<OneSidedFile> open(const std::string& path);

  [[nodiscard]] int points() const { return points_; }
  [[nodiscard]] bool gammons() const { return gammons_; }
  [[nodiscard]] bool compressed() const { return compressed_; }
  [[nodiscard]] std::uint32_t size() const { return size_; }
  /// True if the file covers the side; its record. Missing gammon distributions are zero.
  [[nodiscard]] bool holds(const std::uint8_t* side) const { return stands_on(side, points_, OneSided::checkers); }
  [[nodiscard]] OneSidedRecord record(const std::uint8_t* side) const { return record(gnubg_number(side, points_)); }
  [[nodiscard]] OneSidedRecord record(std::uint32_t number) const;

 private:
  [[nodiscard]] std::uint64_t number_at(std::size_t at, std::size_t bytes) const { return little_endian(&bytes_[at], bytes); }

  int points_ = 0;
  bool gammons_ = false, compressed_ = false;
  std::uint32_t size_ = 0;
  std::string bytes_;
};

}  // namespace banmen::backgammon
