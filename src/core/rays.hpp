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

/// Lanes as a function returns them. How a bare vector is passed or returned depends on the instruction set, so none is: functions
/// take references and return this.
struct ReturnedLanes {
  RayLanes lanes;
  operator const RayLanes&() const { return lanes; }
};

// A popcount of all lanes, in one instruction where there is one, under the name that the compiler at hand gives it.
#if defined(__AVX512VPOPCNTDQ__) && __has_builtin(__builtin_ia32_vpopcountq_v8di)
inline ReturnedLanes lane_popcount(const RayLanes& x) {
  using Signed [[gnu::vector_size(64)]] = long long;
  return {(RayLanes)__builtin_ia32_vpopcountq_v8di((Signed)x)};
}
#elif defined(__AVX512VPOPCNTDQ__) && __has_builtin(__builtin_ia32_vpopcntq_512)
inline ReturnedLanes lane_popcount(const RayLanes& x) {
  using Signed [[gnu::vector_size(64)]] = long long;
  return {(RayLanes)__builtin_ia32_vpopcntq_512((Signed)x)};
}
#else
inline ReturnedLanes lane_popcount(const RayLanes& x) {
  RayLanes n;
  for (int lane = 0; lane < 8; ++lane) n[lane] = static_cast<std::uint64_t>(__builtin_popcountll(x[lane]));
  return {n};
}
#endif
inline std::uint32_t lane_sum(const RayLanes& x) {
  const RayLanes twos = x + __builtin_shufflevector(x, x, 4, 5, 6, 7, 0, 1, 2, 3);
  const RayLanes fours = twos + __builtin_shufflevector(twos, twos, 2, 3, 0, 1, 6, 7, 4, 5);
  const RayLanes all = fours + __builtin_shufflevector(fours, fours, 1, 0, 3, 2, 5, 4, 7, 6);
  return static_cast<std::uint32_t>(all[0]);
}

/// Bit i of every lane goes to bit 63 - i.
inline ReturnedLanes lane_reverse(const RayLanes& lanes) {
  using Bytes [[gnu::vector_size(64)]] = char;
#if defined(__GFNI__) && defined(__AVX512BW__) && __has_builtin(__builtin_ia32_vgf2p8affineqb_v64qi)
  // The bits of each byte by a matrix of ones across the diagonal, then the bytes.
  constexpr RayLanes across = RayLanes{} + 0x8040201008040201ULL;
  const Bytes turned = (Bytes)__builtin_ia32_vgf2p8affineqb_v64qi((Bytes)lanes, (Bytes)across, 0);
#else
  RayLanes x = lanes;
  x = (x >> 1 & 0x5555555555555555ULL) | (x & 0x5555555555555555ULL) << 1;
  x = (x >> 2 & 0x3333333333333333ULL) | (x & 0x3333333333333333ULL) << 2;
  x = (x >> 4 & 0x0f0f0f0f0f0f0f0fULL) | (x & 0x0f0f0f0f0f0f0f0fULL) << 4;
  const Bytes turned = (Bytes)x;
#endif
  return {(RayLanes)__builtin_shufflevector(turned, turned,                  //
                                            7, 6, 5, 4, 3, 2, 1, 0,          //
                                            15, 14, 13, 12, 11, 10, 9, 8,    //
                                            23, 22, 21, 20, 19, 18, 17, 16,  //
                                            31, 30, 29, 28, 27, 26, 25, 24,  //
                                            39, 38, 37, 36, 35, 34, 33, 32,  //
                                            47, 46, 45, 44, 43, 42, 41, 40,  //
                                            55, 54, 53, 52, 51, 50, 49, 48,  //
                                            63, 62, 61, 60, 59, 58, 57, 56)};
}

/// Two words as one, shifted up by 0 < n < 64 places each: the upper word of the result.
inline ReturnedLanes lane_shift(const RayLanes& upper, const RayLanes& lower, const RayLanes& n) {
#if defined(__AVX512VBMI2__) && __has_builtin(__builtin_ia32_vpshldv_v8di)
  using Signed [[gnu::vector_size(64)]] = long long;
  return {(RayLanes)__builtin_ia32_vpshldv_v8di((Signed)upper, (Signed)lower, (Signed)n)};
#else
  return {upper << n | lower >> (64 - n)};
#endif
}

/// Lane j: the sum of lanes 0 … j.
inline ReturnedLanes lanes_added_up(const RayLanes& lanes) {
  constexpr RayLanes zero{};
  RayLanes x = lanes;
  x += __builtin_shufflevector(zero, x, 0, 8, 9, 10, 11, 12, 13, 14);
  x += __builtin_shufflevector(zero, x, 0, 1, 8, 9, 10, 11, 12, 13);
  x += __builtin_shufflevector(zero, x, 0, 1, 2, 3, 8, 9, 10, 11);
  return {x};
}

/// How many lanes are at most k, where lanes never fall: the first lane that is more.
inline int lanes_upto(const RayLanes& lanes, std::uint64_t k) {
#if defined(__AVX512F__) && __has_builtin(__builtin_ia32_ucmpq512_mask)
  using Signed [[gnu::vector_size(64)]] = long long;
  return __builtin_popcount(
      static_cast<unsigned char>(__builtin_ia32_ucmpq512_mask((Signed)lanes, (Signed)(RayLanes{} + k), 2, 0xff)));
#else
  // Without a branch, since which lane it is can't be predicted.
  int lane = 4 * (lanes[3] <= k);
  lane += 2 * (lanes[lane + 1] <= k);
  return lane + (lanes[lane] <= k);
#endif
}

/// A cell's number in a lane's own numbering, or from there in the plain one: reversed in lanes 4-7, without a branch.
template <int Words>
constexpr int in_lane(int lane, int cell) {
  return cell ^ ((Cells<Words>::capacity - 1) & -(lane >> 2));
}

/// Sets of cells with those of lanes 4-7 reversed: from the lanes' own numberings to the plain one, or back.
template <int Words>
inline void turn_lanes(RayLanes (&out)[Words], const RayLanes (&in)[Words]) {
  for (int i = 0; i < Words; ++i)
    out[i] = __builtin_shufflevector(in[i], lane_reverse(in[Words - 1 - i]).lanes, 0, 1, 2, 3, 12, 13, 14, 15);
}

/// Occupied cells, forwards in lanes 0-3 and backwards in lanes 4-7.
template <int Words>
struct RayBlockers {
  RayLanes lanes[Words];

  explicit RayBlockers(const Cells<Words>& occupied) {
    RayLanes plain[Words];
    for (int i = 0; i < Words; ++i) plain[i] = RayLanes{} + occupied.word[i];
    turn_lanes(lanes, plain);
  }
  /// The same with one cell changed.
  [[nodiscard]] RayBlockers flipped(int cell) const {
    const auto bit = Cells<Words>::of(cell), turned = Cells<Words>::of(Cells<Words>::capacity - 1 - cell);
    RayBlockers out = *this;
    for (int i = 0; i < Words; ++i) {
      const std::uint64_t f = bit.word[i], b = turned.word[i];
      out.lanes[i] ^= RayLanes{f, f, f, f, b, b, b, b};
    }
    return out;
  }
};

/// The open cells of the eight rays from one cell.
template <int Words>
struct RayReach {
  RayLanes lanes[Words];

  [[nodiscard]] Cells<Words> forward() const { return joined(0); }
  [[nodiscard]] Cells<Words> backward_reversed() const { return joined(4); }
  /// In ordinary numbering. Costs a reversal.
  [[nodiscard]] Cells<Words> all() const { return forward() | backward_reversed().reversed(); }
  [[nodiscard]] std::uint32_t count() const { return static_cast<std::uint32_t>(forward().size() + backward_reversed().size()); }
  RayReach& operator|=(const RayReach& other) {
    for (int i = 0; i < Words; ++i) lanes[i] |= other.lanes[i];
    return *this;
  }
  [[nodiscard]] ReturnedLanes lane_counts() const {
    RayLanes counts = lane_popcount(lanes[0]);
    for (int i = 1; i < Words; ++i) counts += lane_popcount(lanes[i]).lanes;
    return {counts};
  }
  struct Hit {
    int lane, cell;
  };
  /// Lane j: how many cells there are in lanes 0 … j.
  [[nodiscard]] ReturnedLanes counts_upto() const { return lanes_added_up(lane_counts()); }
  /// The k-th cell by direction, then outwards; `upto` are counts_upto(), of which the last is more than k.
  [[nodiscard]] Hit pick(const RayLanes& upto, std::uint32_t k) const {
    const int lane = lanes_upto(upto, k);
    Cells<Words> reached;
    for (int i = 0; i < Words; ++i) reached.word[i] = lanes[i][lane];
    const int cell = reached.select(k + static_cast<std::uint32_t>(reached.size()) - static_cast<std::uint32_t>(upto[lane]));
    return {lane, in_lane<Words>(lane, cell)};
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

  /// The same with the nearest blocker in the direction of one lane taken away, which need not be known.
  [[nodiscard]] RayReach<Words> reach_beyond(int cell, int lane, const RayBlockers<Words>& blockers) const {
    constexpr RayLanes lanes{0, 1, 2, 3, 4, 5, 6, 7};
    RayReach<Words> out;
    RayLanes borrow = RayLanes{} - 1;
    RayLanes taken = (RayLanes)(lanes == RayLanes{} + static_cast<std::uint64_t>(lane));  // minus one in that lane
    for (int i = 0; i < Words; ++i) {
      const RayLanes ray = rays[cell][i], all = blockers.lanes[i] & ray, b = all & (all + taken);
      out.lanes[i] = ray & (b + borrow) & ~b;
      borrow = borrow & (RayLanes)(b == 0);
      taken = taken & (RayLanes)(all == 0);
    }
    return out;
  }

  /// The nearest blocker of a cell in the direction opposite to a lane's; there must be one.
  [[nodiscard]] int nearest_behind(int cell, int lane, const RayBlockers<Words>& blockers) const {
    lane ^= 4;
    Cells<Words> behind;
    for (int i = 0; i < Words; ++i) behind.word[i] = rays[cell][i][lane] & blockers.lanes[i][lane];
    return in_lane<Words>(lane, behind.first());
  }
};

}  // namespace banmen
