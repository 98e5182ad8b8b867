// Queen rays on any board of up to 64, 128 or 256 cells, all eight directions at once.
//
// Method: on a ray that runs towards larger cell numbers, let b be the blockers on it. b - 1 turns the bits below the lowest
// blocker on, so (b - 1) & ~b & ray are the open cells before it, and the whole ray where there is none: the obstruction trick
// of chess programs. A ray towards smaller numbers is the same thing on the board numbered backwards, so each query works on
// eight lanes: four forward rays against the blockers, four backward rays against the reversed blockers. Several words need a
// borrow from word to word, which is a lane-wise comparison with zero. The lanes are a vector type of the compiler (one AVX-512
// register a word where there is one, plain integers where there is none), so no header of intrinsics is needed.
//
// Backward results stay in reversed numbering (cell c is bit capacity - 1 - c): counting and choosing never need them turned back.
#pragma once

#include <cstdint>

#include "core/bitset.hpp"

namespace banmen {

using RayLanes [[gnu::vector_size(64)]] = std::uint64_t;
static_assert(sizeof(RayLanes) == 64);

// A popcount of all lanes, in one instruction where there is one, under the name that the compiler at hand gives it.
#if defined(__AVX512VPOPCNTDQ__) && __has_builtin(__builtin_ia32_vpopcountq_v8di)
inline RayLanes lane_popcount(RayLanes x) {
  using Signed [[gnu::vector_size(64)]] = long long;
  return (RayLanes)__builtin_ia32_vpopcountq_v8di((Signed)x);
}
#elif defined(__AVX512VPOPCNTDQ__) && __has_builtin(__builtin_ia32_vpopcntq_512)
inline RayLanes lane_popcount(RayLanes x) {
  using Signed [[gnu::vector_size(64)]] = long long;
  return (RayLanes)__builtin_ia32_vpopcntq_512((Signed)x);
}
#else
inline RayLanes lane_popcount(const RayLanes& x) {
  RayLanes n;
  for (int lane = 0; lane < 8; ++lane) n[lane] = static_cast<std::uint64_t>(__builtin_popcountll(x[lane]));
  return n;
}
#endif
inline std::uint32_t lane_sum(const RayLanes& x) {
  return static_cast<std::uint32_t>(((x[0] + x[1]) + (x[2] + x[3])) + ((x[4] + x[5]) + (x[6] + x[7])));
}

/// Occupied cells, forwards in lanes 0-3 and backwards in lanes 4-7.
template <int Words>
struct RayBlockers {
  RayLanes lanes[Words];

  explicit RayBlockers(const Cells<Words>& occupied) : RayBlockers(occupied, occupied.reversed()) {}
  RayBlockers(const Cells<Words>& occupied, const Cells<Words>& turned) {
    for (int i = 0; i < Words; ++i) spread(lanes[i], occupied.word[i], turned.word[i]);
  }
  /// The same with one cell changed.
  [[nodiscard]] RayBlockers flipped(int cell) const {
    const auto bit = Cells<Words>::of(cell), turned = Cells<Words>::of(Cells<Words>::capacity - 1 - cell);
    RayBlockers out = *this;
    for (int i = 0; i < Words; ++i) {
      RayLanes change;
      spread(change, bit.word[i], turned.word[i]);
      out.lanes[i] ^= change;
    }
    return out;
  }

 private:
  // Not returned: how a vector is returned depends on the instruction set.
  static void spread(RayLanes& out, std::uint64_t f, std::uint64_t b) { out = RayLanes{f, f, f, f, b, b, b, b}; }
};

/// The open cells of the eight rays from one cell.
template <int Words>
struct RayReach {
  RayLanes lanes[Words];

  [[nodiscard]] Cells<Words> forward() const { return joined(0); }
  [[nodiscard]] Cells<Words> backward_reversed() const { return joined(4); }
  /// In ordinary numbering. Costs a reversal.
  [[nodiscard]] Cells<Words> all() const { return forward() | backward_reversed().reversed(); }
  /// In both numberings.
  [[nodiscard]] RayBlockers<Words> both_ways() const {
    const Cells<Words> after = forward(), before = backward_reversed();
    return RayBlockers<Words>(after | before.reversed(), before | after.reversed());
  }
  [[nodiscard]] std::uint32_t count() const { return static_cast<std::uint32_t>(forward().size() + backward_reversed().size()); }
  RayReach& operator|=(const RayReach& other) {
    for (int i = 0; i < Words; ++i) lanes[i] |= other.lanes[i];
    return *this;
  }
  [[nodiscard]] RayLanes lane_counts() const {
    RayLanes counts = lane_popcount(lanes[0]);
    for (int i = 1; i < Words; ++i) counts += lane_popcount(lanes[i]);
    return counts;
  }
  struct Hit {
    int lane, cell;
  };
  /// Lane j: how many cells there are in lanes 0 … j.
  [[nodiscard]] RayLanes counts_upto() const {
    constexpr RayLanes zero{};
    RayLanes upto = lane_counts();
    upto += __builtin_shufflevector(zero, upto, 0, 8, 9, 10, 11, 12, 13, 14);
    upto += __builtin_shufflevector(zero, upto, 0, 1, 8, 9, 10, 11, 12, 13);
    upto += __builtin_shufflevector(zero, upto, 0, 1, 2, 3, 8, 9, 10, 11);
    return upto;
  }
  /// The k-th cell by direction, then outwards; `upto` are counts_upto(), of which the last is more than k.
  [[nodiscard]] Hit pick(const RayLanes& upto, std::uint32_t k) const {
    // Which lane it is in is a coin toss that a branch would lose.
    int lane = 4 * (upto[3] <= k);
    lane += 2 * (upto[lane + 1] <= k);
    lane += upto[lane] <= k;
    Cells<Words> reached;
    for (int i = 0; i < Words; ++i) reached.word[i] = lanes[i][lane];
    const int cell = reached.select(k + static_cast<std::uint32_t>(reached.size()) - static_cast<std::uint32_t>(upto[lane]));
    return {lane, lane < 4 ? cell : Cells<Words>::capacity - 1 - cell};
  }
  /// visit(cell) for the cells after this one upwards, then for those before it downwards.
  template <class Visit>
  void each(Visit&& visit) const {
    forward().each(visit);
    backward_reversed().each([&](int turned) { visit(Cells<Words>::capacity - 1 - turned); });
  }
  /// In the order of each() until one visit returns true; whether one did.
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
      const RayLanes pairs = lanes[i] | __builtin_shufflevector(lanes[i], lanes[i], 2, 3, 0, 1, 6, 7, 4, 5);
      const RayLanes fours = pairs | __builtin_shufflevector(pairs, pairs, 1, 0, 3, 2, 5, 4, 7, 6);
      set.word[i] = fours[lane];
    }
    return set;
  }
};

template <int Words>
struct QueenRays {
  RayLanes rays[64 * Words][Words];
  RayLanes step{};              // how far one step goes in each lane, upwards in the lane's own numbering
  RayLanes may_enter[Words]{};  // cells that a step can end on: off the edge is not on the other side
  std::int32_t longest = 0;     // steps from edge to edge

  /// Cells are numbered row by row, rows × columns ≤ 64 × Words.
  void build(int rows, int columns) {
    // Forward directions first, each followed four lanes later by its opposite.
    constexpr int down[8] = {0, 1, 1, 1, 0, -1, -1, -1}, right[8] = {1, -1, 0, 1, -1, 1, 0, -1};
    for (auto& of_cell : rays)
      for (auto& word : of_cell) word = RayLanes{};
    for (int row = 0; row < rows; ++row)
      for (int column = 0; column < columns; ++column)
        for (int lane = 0; lane < 8; ++lane) {
          Cells<Words> ray{};
          int r = row + down[lane], c = column + right[lane];
          for (; r >= 0 && r < rows && c >= 0 && c < columns; r += down[lane], c += right[lane]) {
            const int cell = r * columns + c;
            ray.add(lane < 4 ? cell : 64 * Words - 1 - cell);
          }
          for (int i = 0; i < Words; ++i) rays[row * columns + column][i][lane] = ray.word[i];
        }
    longest = (rows > columns ? rows : columns) - 1;
    for (int lane = 0; lane < 8; ++lane) {
      Cells<Words> enter{};
      for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns; ++column)
          if (column != (right[lane] > 0 ? 0 : right[lane] < 0 ? columns - 1 : -1))
            enter.add(lane < 4 ? row * columns + column : 64 * Words - 1 - row * columns - column);
      for (int i = 0; i < Words; ++i) may_enter[i][lane] = enter.word[i];
      step[lane] = static_cast<std::uint64_t>(lane % 4 == 0 ? 1 : columns + right[lane % 4]);
    }
  }

  [[nodiscard]] RayReach<Words> reach(int cell, const RayBlockers<Words>& blockers) const {
    RayReach<Words> out;
    RayLanes borrow = RayLanes{} - 1;  // subtract one from the lowest word …
    for (int i = 0; i < Words; ++i) {
      const RayLanes ray = rays[cell][i], b = blockers.lanes[i] & ray;
      out.lanes[i] = ray & (b + borrow) & ~b;
      borrow = borrow & (RayLanes)(b == 0);  // … and from the next one as long as there was nothing to subtract from
    }
    return out;
  }

  /// The nearest blocker of a cell in the direction opposite to a lane's; there must be one.
  [[nodiscard]] int nearest_behind(int cell, int lane, const RayBlockers<Words>& blockers) const {
    lane ^= 4;
    Cells<Words> behind;
    for (int i = 0; i < Words; ++i) behind.word[i] = rays[cell][i][lane] & blockers.lanes[i][lane];
    return lane < 4 ? behind.first() : Cells<Words>::capacity - 1 - behind.first();
  }

  /// How many cells are reached in all from the cells of a reach, each counted by itself. All of them step together, in all
  /// directions at once: as many rounds as the longest ray has cells, instead of one query for each cell.
  [[nodiscard]] std::uint32_t count_all(const RayReach<Words>& cells, const RayBlockers<Words>& blockers) const {
    Wave wave(*this, cells, blockers);
    RayLanes sums{};
    for (int distance = 1; distance <= longest; ++distance) {
      wave.advance();
      sums += wave.front.lane_counts();
    }
    return lane_sum(sums);
  }

  struct Shot {
    int from, to;
  };
  /// The k-th of the pairs that count_all counts: nearest first, then by direction, then by cell.
  [[nodiscard]] Shot pick(const RayReach<Words>& cells, const RayBlockers<Words>& blockers, std::uint32_t k) const {
    Wave wave(*this, cells, blockers);
    for (int distance = 1;; ++distance) {
      wave.advance();
      const RayLanes upto = wave.front.counts_upto();
      if (k >= upto[7]) {
        k -= static_cast<std::uint32_t>(upto[7]);
        continue;
      }
      const auto [lane, to] = wave.front.pick(upto, k);
      const int way = distance * static_cast<int>(step[lane]);
      return {lane < 4 ? to - way : to + way, to};
    }
  }

 private:
  /// Cells that have gone the same distance from their origins, a set for each direction in its lane's numbering.
  struct Wave {
    Wave(const QueenRays& rays, const RayReach<Words>& origins, const RayBlockers<Words>& blockers) : step(rays.step) {
      const RayBlockers<Words> start = origins.both_ways();
      for (int i = 0; i < Words; ++i) {
        front.lanes[i] = start.lanes[i];
        may[i] = rays.may_enter[i] & ~blockers.lanes[i];
      }
    }
    /// One step on.
    void advance() {
      for (int i = Words - 1; i >= 0; --i) {
        RayLanes next = front.lanes[i] << step;
        if (i > 0) next |= front.lanes[i > 0 ? i - 1 : 0] >> (64 - step);
        front.lanes[i] = next & may[i];
      }
    }

    RayReach<Words> front;
    RayLanes may[Words], step;
  };
};

}  // namespace banmen
