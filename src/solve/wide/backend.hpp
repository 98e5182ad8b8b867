// What sweeps the tables of a wide solver: the processor (cpu.hpp), or a device behind a plain C interface (device.hpp). All give
// the same table, bit for bit.
#pragma once

#include <span>
#include <stdexcept>
#include <string>

#include "solve/wide/device.h"
#include "solve/wide/position.hpp"

namespace banmen::wide {

/// A backend that can't go on, in words.
struct Trouble : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// What a sweep over a group did.
struct Swept {
  std::uint64_t positions = 0;  // looked at
  std::uint64_t changed = 0;
  std::uint64_t largest = 0;      // change of a value; of a radius: the largest radius; endless: marks that are left
  std::uint64_t first = no_cell;  // of the arena, that does not agree or hold
  static constexpr std::uint64_t no_cell = ~std::uint64_t{0};

  void add(const Swept& other, Look look) {
    positions += other.positions;
    changed += other.changed;
    largest = look == Look::endless ? largest + other.largest : largest > other.largest ? largest : other.largest;
    first = first < other.first ? first : other.first;
  }
};

/// Part of a file: one mover against those of others[from … to) that are compatible with it, in that order, from the place of its
/// first value on. `others` is a list of configurations in whatever order the file has.
using Column = banmen_wide_column;

/// A position of a tier, by its configurations.
using Pair = banmen_wide_pair;

struct BestPlay {
  std::uint32_t play = 0;  // in the list of the outcome
  Word value = 0;          // of the other side afterwards
};

/// Where in a tier meeting the other side gains most over not meeting it, in some outcome.
struct Gain {
  std::uint64_t cell = 0;    // the last of those with the same gain
  std::uint64_t amount = 0;  // to the next even number below; 0: it gains nowhere
};
/// Both in one word, so that the largest is found in any order.
inline constexpr int cell_bits = 34;
BANMEN_HD inline std::uint64_t packed_gain(std::uint64_t cell, std::int64_t gain) {
  return gain < 2 ? 0 : static_cast<std::uint64_t>(gain / 2) << cell_bits | cell;
}
BANMEN_HD inline Gain unpacked_gain(std::uint64_t word) {
  return {word & ((std::uint64_t{1} << cell_bits) - 1), word >> cell_bits << 1};
}

/// Games played out: sums over them of what the mover got.
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
  /// Gets ready to work on the group (n, m), n ≥ m; the calls below are about the group that was begun last.
  virtual void begin(int n, int m) = 0;
  /// `with`: of values, the scale in parts of which every change is noted (number.hpp), or 0: none is; of radii, the slack that
  /// each gets, in 16ths of a unit; of values that should agree, the most that they may differ by.
  virtual Swept sweep(Look look, Word with) = 0;
  /// Pushes values on by factor / 256 times the changes that the last sweep noted.
  virtual void push_on(Word scale, int factor) = 0;
  /// Sets the radius of all compatible positions.
  virtual void fill_radii(std::uint8_t radius) = 0;
  /// A sum over a tier (n, m) of the group's positions that says whether two tables are equal.
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
  /// Plays games from a position by the table until they leave the group, where the table says what they are worth.
  virtual RolledOut roll_out(int n, int m, Pair pair, std::uint64_t games, std::uint64_t seed) = 0;
};

/// What one game adds, in a form that any thread can do: dice by the number of the game and the turn, so that every backend throws
/// the same. Views are those of (n, m) and (m, n); for n = m the same twice.
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
      const Word then = view.values[chosen.at];  // of who moves next
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
/// What a cell of a tier adds to its checksum; the number of the cell is that inside the tier.
BANMEN_HD inline std::uint64_t cell_sum(std::uint64_t cell, Word value, std::uint8_t radius) {
  return stirred(cell * 0x100000001b3ULL ^ static_cast<std::uint64_t>(static_cast<std::uint32_t>(value)) << 8 ^ radius);
}

}  // namespace banmen::wide
