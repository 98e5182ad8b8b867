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

// A popcount of all lanes in one instruction, under the name that the compiler at hand gives it.
#if defined(__AVX512VPOPCNTDQ__) && __has_builtin(__builtin_ia32_vpopcountq_v8di)
#define BANMEN_LANE_POPCOUNT
inline RayLanes lane_popcount(RayLanes x) {
  using Signed [[gnu::vector_size(64)]] = long long;
  return (RayLanes)__builtin_ia32_vpopcountq_v8di((Signed)x);
}
#elif defined(__AVX512VPOPCNTDQ__) && __has_builtin(__builtin_ia32_vpopcntq_512)
#define BANMEN_LANE_POPCOUNT
inline RayLanes lane_popcount(RayLanes x) {
  using Signed [[gnu::vector_size(64)]] = long long;
  return (RayLanes)__builtin_ia32_vpopcntq_512((Signed)x);
}
#endif

/// Occupied cells, forwards in lanes 0-3 and backwards in lanes 4-7.
template <int Words>
struct RayBlockers {
  RayLanes lanes[Words];

  explicit RayBlockers(const Cells<Words>& occupied) {
    const Cells<Words> turned = occupied.reversed();
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
  [[nodiscard]] std::uint32_t count() const { return static_cast<std::uint32_t>(forward().size() + backward_reversed().size()); }
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

/// Adds up how many cells many reaches have, lane by lane, and joins the lanes only at the end.
template <int Words>
class RayCounter {
 public:
#ifdef BANMEN_LANE_POPCOUNT
  void add(const RayReach<Words>& reach) {
    for (int i = 0; i < Words; ++i) sums_ += lane_popcount(reach.lanes[i]);
  }
  [[nodiscard]] std::uint32_t total() const {
    return static_cast<std::uint32_t>(((sums_[0] + sums_[1]) + (sums_[2] + sums_[3])) +
                                      ((sums_[4] + sums_[5]) + (sums_[6] + sums_[7])));
  }

 private:
  RayLanes sums_{};
#else
  void add(const RayReach<Words>& reach) { sum_ += reach.count(); }
  [[nodiscard]] std::uint32_t total() const { return sum_; }

 private:
  std::uint32_t sum_ = 0;
#endif
};

template <int Words>
struct QueenRays {
  RayLanes rays[64 * Words][Words];

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
};

}  // namespace banmen
