// Interface of the backends that sweep the tables of the wide solver: the CPU (cpu.hpp), or a device behind a plain C interface
// (device.hpp). All compute the same table, bit for bit.
#pragma once

#include <span>
#include <stdexcept>
#include <string>

#include "solve/wide/device.h"
#include "solve/wide/position.hpp"

namespace banmen::wide {

/// The error of a backend that cannot continue.
struct Trouble : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The result of a sweep over a group.
struct Swept {
  std::uint64_t positions = 0;  // visited
  std::uint64_t changed = 0;
  std::uint64_t largest = 0;      // change of a value; for radii: the largest radius; endless: marks left
  std::uint64_t first = no_cell;  // first cell of the arena that does not agree or hold
  static constexpr std::uint64_t no_cell = ~std::uint64_t{0};

  void add(const Swept& other, Look look) {
    positions += other.positions;
    changed += other.changed;
    largest = look == Look::endless ? largest + other.largest : largest > other.largest ? largest : other.largest;
    first = first < other.first ? first : other.first;
  }
};

/// Part of a file: one mover against those of others[from … to) that are compatible with it, in that order, from the place of its
/// first value on. `others` lists configurations in the file's order.
using Column = banmen_wide_column;

/// A position of a tier, by its configurations.
using Pair = banmen_wide_pair;

struct BestPlay {
  std::uint32_t play = 0;  // in the list of the outcome
  Word value = 0;          // of the other side afterwards
};

/// The cell of a tier where meeting the other side gains most over not meeting it, in some outcome.
struct Gain {
  std::uint64_t cell = 0;    // the last of those with the same gain
  std::uint64_t amount = 0;  // to the next even number below; 0: it gains nowhere
};
/// Cell and amount in one word, so that the maximum does not depend on the order.
inline constexpr int cell_bits = 34;
BANMEN_HD inline std::uint64_t packed_gain(std::uint64_t cell, std::int64_t gain) {
  return gain < 2 ? 0 : static_cast<std::uint64_t>(gain / 2) << cell_bits | cell;
}
BANMEN_HD inline Gain unpacked_gain(std::uint64_t word) {
  return {word & ((std::uint64_t{1} << cell_bits) - 1), word >> cell_bits << 1};
}

/// Sums over the games played out, of the mover's results.
struct RolledOut {
  std::uint64_t games = 0;
  std::int64_t sum = 0;       // in units of a value
  std::uint64_t squares = 0;  // of values in units of 2⁻²⁰, which leaves room for a million games
  std::uint64_t turns = 0;
};

class Backend {
 public:
  Backend() = default;
  Backend(const Backend&) = delete;
  Backend& operator=(const Backend&) = delete;
  virtual ~Backend() = default;

  [[nodiscard]] virtual std::string name() const = 0;
  /// Prepares the group (n, m), n ≥ m; the calls below refer to the group begun last.
  virtual void begin(int n, int m) = 0;
  /// `with`: for values, the scale of the noted changes (number.hpp), or 0 to note none; for radii, the slack of each, in 16ths of
  /// a unit; for values that should agree, the largest difference allowed.
  virtual Swept sweep(Look look, Word with) = 0;
  /// Extrapolates values by factor / 256 times the changes noted by the last sweep.
  virtual void push_on(Word scale, int factor) = 0;
  /// Sets the radius of all compatible positions.
  virtual void fill_radii(std::uint8_t radius) = 0;
  /// A checksum over a tier (n, m) of the group, to compare tables.
  virtual std::uint64_t checksum(int n, int m) = 0;

  /// Cells of the arena, in its own order. Null pointers are left out. May be called from another thread while a later group is
  /// swept.
  virtual void read(std::uint64_t at, std::uint64_t count, Word* values, std::uint8_t* radii) = 0;
  virtual void write(std::uint64_t at, std::uint64_t count, const Word* values, const std::uint8_t* radii) = 0;
  /// Whole columns of any tier (n, m), `count` values in all, each column's from its place on. Null pointers are left out.
  virtual void read_columns(int n, int m, std::span<const std::uint32_t> others, std::span<const Column> columns,
                            std::uint64_t count, Word* values, std::uint8_t* radii) = 0;
  virtual void write_columns(int n, int m, std::span<const std::uint32_t> others, std::span<const Column> columns,
                             std::uint64_t count, const Word* values, const std::uint8_t* radii) = 0;
  /// Single positions of tier (n, m) of the group: value and radius, or the best play of an outcome.
  virtual void look_up(int n, int m, std::span<const Pair> pairs, Word* values, std::uint8_t* radii) = 0;
  virtual void best(int n, int m, std::span<const Pair> pairs, const std::uint8_t* outcomes, BestPlay* plays) = 0;
  virtual Gain greatest_gain(int n, int m) = 0;
  /// Plays games from a position by the table until they leave the group; the table has the values beyond it.
  virtual RolledOut roll_out(int n, int m, Pair pair, std::uint64_t games, std::uint64_t seed) = 0;
};

/// Plays out one game. Dice depend on the numbers of game and turn alone, so that every backend throws the same. Views are those of
/// (n, m) and (m, n); for n = m the same twice.
struct Played {
  Word value;
  std::uint32_t turns;
};
BANMEN_HD inline Played played_out(const View& first, const View& second, std::uint32_t a, std::uint32_t b, std::uint64_t key) {
  constexpr std::uint32_t most_turns = 100'000;
  std::uint32_t turn = 0;
  for (; turn < most_turns; ++turn) {
    const View& view = turn % 2 == 0 ? first : second;
    std::uint64_t left = (stirred(key + turn) >> 32) * static_cast<unsigned>(view.total) >> 32;
    int outcome = 0;
    while (left >= view.weights[outcome]) left -= view.weights[outcome++];
    const Chosen chosen = best_play(view, a, b, outcome);
    if (chosen.at < view.group_begin || chosen.at >= view.group_end) {
      const Word then = view.values[chosen.at];  // of the side that moves next
      return {turn % 2 == 0 ? -then : then, turn + 1};
    }
    const View& next = turn % 2 == 0 ? second : first;
    a = static_cast<std::uint32_t>((chosen.at - next.begin) % next.movers);
    b = static_cast<std::uint32_t>((chosen.at - next.begin) / next.movers);
  }
  return {0, turn};
}

BANMEN_HD inline std::uint64_t game_key(std::uint64_t seed, std::uint64_t game) { return stirred(seed ^ stirred(game)); }
BANMEN_HD inline std::uint64_t square_of(Word value) {
  const std::int64_t coarse = value / (1 << (scale_bits - 20));
  return static_cast<std::uint64_t>(coarse * coarse);
}
/// A cell's contribution to the checksum of its tier; cells are numbered inside the tier.
BANMEN_HD inline std::uint64_t cell_sum(std::uint64_t cell, Word value, std::uint8_t radius) {
  return stirred(cell * 0x100000001b3ULL ^ static_cast<std::uint64_t>(static_cast<std::uint32_t>(value)) << 8 ^ radius);
}

}  // namespace banmen::wide
