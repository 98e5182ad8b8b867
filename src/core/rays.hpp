// Queen rays on any board of up to 64, 128 or 256 cells, all eight directions at once.
//
// Method: on a ray that runs towards larger cell numbers, let b be the blockers on it. b - 1 sets the bits below the lowest
// blocker, so (b - 1) & ~b & ray are the open cells before it, and the whole ray if there is none: the obstruction-difference trick
// of chess programs. A ray towards smaller numbers is the same on the board numbered backwards, so each query works on eight lanes:
// four forward rays against the blockers, four backward rays against the reversed blockers. Several words need a borrow from word
// to word, which is a lane-wise comparison with zero. The lanes are a vector type of the compiler (one AVX-512 register per word if
// available, else plain integers), so no header of intrinsics is needed.
//
// Backward results stay in reversed numbering (cell c is bit capacity - 1 - c): counting and choosing never need to reverse them.
#pragma once

#include <cstdint>

#include "core/bitset.hpp"
#include "core/lanes.hpp"

namespace banmen {

/// A cell's number in a lane's own numbering, or from there in the plain one: reversed in lanes 4-7, without a branch.
template <int Words>
constexpr int in_lane(int lane, int cell) {
  return cell ^ ((Cells<Words>::capacity - 1) & -(lane >> 2));
}

/// Reverses lanes 4-7: from the lanes' own numberings to the plain one, or back.
template <int Words, int Bits>
inline void turn_lanes(EightWords<Bits> (&out)[Words], const EightWords<Bits> (&in)[Words]) {
  for (int i = 0; i < Words; ++i) out[i] = in[i].with_upper(in[Words - 1 - i].reversed());
}

/// Occupied cells, forwards in lanes 0-3 and backwards in lanes 4-7.
template <int Words, int Bits = vector_bits>
struct RayBlockers {
  EightWords<Bits> lanes[Words];

  explicit RayBlockers(const Cells<Words>& occupied) {
    if constexpr (Bits == 512) {
      EightWords<Bits> plain[Words];
      for (int i = 0; i < Words; ++i) plain[i] = EightWords<Bits>::all(occupied.word[i]);
      turn_lanes(lanes, plain);
    } else {
      for (int i = 0; i < Words; ++i)
        lanes[i] = EightWords<Bits>::halves(occupied.word[i], reverse_bits(occupied.word[Words - 1 - i]));
    }
  }
  /// The same with one cell changed.
  [[nodiscard]] RayBlockers flipped(int cell) const {
    const auto bit = Cells<Words>::of(cell), turned = Cells<Words>::of(Cells<Words>::capacity - 1 - cell);
    RayBlockers out = *this;
    for (int i = 0; i < Words; ++i) {
      const std::uint64_t f = bit.word[i], b = turned.word[i];
      out.lanes[i] ^= EightWords<Bits>::halves(f, b);
    }
    return out;
  }
};

/// The open cells of the eight rays from one cell.
template <int Words, int Bits = vector_bits>
struct RayReach {
  using Lanes = EightWords<Bits>;
  Lanes lanes[Words];

  [[nodiscard]] Cells<Words> forward() const { return joined(0); }
  [[nodiscard]] Cells<Words> backward_reversed() const { return joined(4); }
  /// In plain numbering. Costs a reversal.
  [[nodiscard]] Cells<Words> all() const { return forward() | backward_reversed().reversed(); }
  [[nodiscard]] std::uint32_t count() const { return static_cast<std::uint32_t>(forward().size() + backward_reversed().size()); }
  RayReach& operator|=(const RayReach& other) {
    for (int i = 0; i < Words; ++i) lanes[i] |= other.lanes[i];
    return *this;
  }
  [[nodiscard]] Lanes lane_counts() const {
    LaneTally<Bits> tally(lanes[0]);
    for (int i = 1; i < Words; ++i) tally.add(lanes[i]);
    return tally.total();
  }
  /// Calls visit(cell) for the cells after this one upwards, then for those before it downwards.
  template <class Visit>
  void each(Visit&& visit) const {
    forward().each(visit);
    backward_reversed().each([&](int turned) { visit(Cells<Words>::capacity - 1 - turned); });
  }
  /// Calls visit(cell) in the order of each() until a call returns true; returns true if one did.
  template <class Visit>
  bool any(Visit&& visit) const {
    return forward().any(visit) || backward_reversed().any([&](int turned) { return visit(Cells<Words>::capacity - 1 - turned); });
  }
  /// The k-th cell in the order of each().
  [[nodiscard]] int select(std::uint32_t k) const {
    const Cells<Words> after = forward();
    const auto n = static_cast<std::uint32_t>(after.size());
    return k < n ? after.select(k) : Cells<Words>::capacity - 1 - backward_reversed().select(k - n);
  }

 private:
  [[nodiscard]] Cells<Words> joined(int lane) const {
    Cells<Words> set{};
    for (int i = 0; i < Words; ++i) {
      const Lanes pairs = lanes[i] | lanes[i].other_quarter(), fours = pairs | pairs.other_neighbour();
      set.word[i] = fours[lane];
    }
    return set;
  }
};

template <int Words, int Bits = vector_bits>
struct QueenRays {
  using Lanes = EightWords<Bits>;
  using Blockers = RayBlockers<Words, Bits>;
  using Reach = RayReach<Words, Bits>;

  Lanes rays[64 * Words][Words];
  Lanes step{};              // how far one step goes in each lane, upwards in the lane's own numbering
  Lanes may_enter[Words]{};  // cells that a step can end on, so that it never wraps around an edge
  std::int32_t longest = 0;  // steps from edge to edge

  /// Cells are numbered row by row, rows × columns ≤ 64 × Words.
  void build(int rows, int columns) {
    // Forward directions first, each followed four lanes later by its opposite.
    constexpr int down[8] = {0, 1, 1, 1, 0, -1, -1, -1}, right[8] = {1, -1, 0, 1, -1, 1, 0, -1};
    for (auto& of_cell : rays)
      for (auto& word : of_cell) word = {};
    for (int row = 0; row < rows; ++row)
      for (int column = 0; column < columns; ++column)
        for (int lane = 0; lane < 8; ++lane) {
          Cells<Words> ray{};
          int r = row + down[lane], c = column + right[lane];
          for (; r >= 0 && r < rows && c >= 0 && c < columns; r += down[lane], c += right[lane]) {
            const int cell = r * columns + c;
            ray.add(lane < 4 ? cell : 64 * Words - 1 - cell);
          }
          for (int i = 0; i < Words; ++i) rays[row * columns + column][i].set(lane, ray.word[i]);
        }
    longest = (rows > columns ? rows : columns) - 1;
    for (int lane = 0; lane < 8; ++lane) {
      Cells<Words> enter{};
      for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns; ++column)
          if (column != (right[lane] > 0 ? 0 : right[lane] < 0 ? columns - 1 : -1))
            enter.add(lane < 4 ? row * columns + column : 64 * Words - 1 - row * columns - column);
      for (int i = 0; i < Words; ++i) may_enter[i].set(lane, enter.word[i]);
      step.set(lane, static_cast<std::uint64_t>(lane % 4 == 0 ? 1 : columns + right[lane % 4]));
    }
  }

  [[nodiscard]] Reach reach(int cell, const Blockers& blockers) const {
    Reach out;
    Lanes borrow = Lanes::all(~0ULL);  // subtract one from the lowest word …
    for (int i = 0; i < Words; ++i) {
      const Lanes ray = rays[cell][i], b = blockers.lanes[i] & ray;
      out.lanes[i] = ray & (b + borrow) & ~b;
      borrow &= b.where_zero();  // … and from the next one as long as there was nothing to subtract from
    }
    return out;
  }

  /// The nearest blocker of a cell in the direction opposite to a lane's; there must be one.
  [[nodiscard]] int nearest_behind(int cell, int lane, const Blockers& blockers) const {
    lane ^= 4;
    Cells<Words> behind;
    for (int i = 0; i < Words; ++i) behind.word[i] = rays[cell][i][lane] & blockers.lanes[i][lane];
    return in_lane<Words>(lane, behind.first());
  }
};

}  // namespace banmen
