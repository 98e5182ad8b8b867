// Kernels: one mover configuration against up to 64 opponents at a time, over all plays or under a policy.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <span>

#include "engines/backgammon/endgames/sides.hpp"

#if defined(__AVX512F__) && defined(__AVX512BW__)
#define BANMEN_WIDE_KERNEL 1
#include <immintrin.h>
#endif

namespace banmen::backgammon {

/// Rows of the next mover's values: base[left] + result · stride is the row of a successor of the mover.
struct Rows {
  const double* base[16];
  std::size_t stride;
  const double* block;  // of the current group
  int inside;           // plays that keep this number of the mover's checkers stay in the group

  [[nodiscard]] const double* of(const IndexedPlay& play) const { return base[play.left] + play.result * stride; }
};

/// Index of a value outside the block, where a zero is stored.
inline constexpr std::int32_t outside = 0;

struct KernelInput {
  const Sides* theirs;
  const Run* run;
  std::uint64_t mask;  // relevant opponents
  std::span<const IndexedPlay> plays;
  double weight = 0;
};

/// For the 64 opponents of a run: the smallest value so far and its index in the block.
struct Best {
  alignas(64) double value[64];
  alignas(64) std::int32_t place[64];

  /// Minimum with row[i] where bit i is set. `at` is the index of row[0]; a row outside the block has one index for all.
  template <bool keep>
  void take(const double* row, std::uint64_t bits, int size, std::int32_t at, bool inside) {
#if defined(BANMEN_WIDE_KERNEL)
    std::uint64_t better = 0;
    for (int i = 0; i < size; i += 8) {
      const auto lanes = static_cast<__mmask8>(bits >> i);
      const __m512d old = _mm512_load_pd(value + i), next = _mm512_maskz_loadu_pd(lanes, row + i);
      const __mmask8 less = _mm512_mask_cmp_pd_mask(lanes, next, old, _CMP_LT_OQ);
      _mm512_store_pd(value + i, _mm512_mask_mov_pd(old, less, next));
      better |= static_cast<std::uint64_t>(less) << i;
    }
    if constexpr (keep) {
      const __m512i step =
          inside ? _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15) : _mm512_setzero_si512();
      __m512i next = _mm512_add_epi32(_mm512_set1_epi32(at), step);
      const __m512i stride = _mm512_set1_epi32(inside ? 16 : 0);
      for (int i = 0; i < size; i += 16, next = _mm512_add_epi32(next, stride))
        _mm512_mask_store_epi32(place + i, static_cast<__mmask16>(better >> i), next);
    }
#else
    static_cast<void>(size);
    for (; bits != 0; bits &= bits - 1) {
      const int i = std::countr_zero(bits);
      if (row[i] >= value[i]) continue;
      value[i] = row[i];
      if constexpr (keep) place[i] = inside ? at + i : at;
    }
#endif
  }
};

/// Pending hits: their values are prefetched while the next play is processed, since the tables exceed every cache.
struct PendingHits {
  const double* row[6];
  std::int32_t at[6];
  std::uint32_t after[64];
  std::uint8_t lane[64];
  bool inside = false;
  int count = 0;

  template <bool keep>
  void settle(int components, Best* best) {
    for (int k = 0; k < count; ++k)
      for (int c = 0; c < components; ++c) {
        const double value = row[c][after[k]];
        if (value >= best[c].value[lane[k]]) continue;
        best[c].value[lane[k]] = value;
        if constexpr (keep) best[c].place[lane[k]] = inside ? at[c] + static_cast<std::int32_t>(after[k]) : outside;
      }
    count = 0;
  }
};

/// Adds weight × the smallest value that the next mover can be left with to out[component · 64 + i]. rows[component] serves plays,
/// idle[component] a turn without one. With `keep` the indices of those values are in best[component].
template <bool keep>
void add_roll(const KernelInput& in, int components, bool first, const Rows* rows, const double* const* idle, double* out,
              Best* best) {
  constexpr int ahead = 3;
  const Run& run = *in.run;
  const int size = static_cast<int>(run.end - run.begin);
  for (int c = 0; c < components; ++c) {
    std::fill_n(best[c].value, 64, std::numeric_limits<double>::infinity());
    if constexpr (keep) std::fill_n(best[c].place, 64, outside);
  }
  PendingHits pending;
  std::uint64_t open = in.mask, covered = 0;
  int level = 0;
  const IndexedPlay* const end = in.plays.data() + in.plays.size();
  for (const IndexedPlay* play = in.plays.data(); play != end; ++play) {
    if (play->level != level) {
      open &= ~covered;
      if (open == 0) break;
      level = play->level;
    }
    if (end - play > ahead)
      for (int c = 0; c < components; ++c) {
        const double* coming = rows[c].of(play[ahead]) + run.begin;
        for (int i = 0; i < size; i += 8) __builtin_prefetch(coming + i);
      }
    std::uint64_t blocked = 0, hit = 0;
    for (PointSet set = play->landing; set != 0; set &= set - 1) {
      blocked |= run.blocks[lowest(set)];
      hit |= run.blots[lowest(set)];
    }
    const std::uint64_t legal = open & ~blocked;
    if (legal == 0) continue;
    covered |= legal;
    hit &= legal;
    pending.settle<keep>(components, best);
    pending.inside = play->left == rows[0].inside;
    for (int c = 0; c < components; ++c) {
      pending.row[c] = rows[c].of(*play);
      pending.at[c] = pending.inside ? static_cast<std::int32_t>(pending.row[c] - rows[c].block) : outside;
      best[c].take<keep>(pending.row[c] + run.begin, legal & ~hit, size,
                         pending.inside ? pending.at[c] + static_cast<std::int32_t>(run.begin) : outside, pending.inside);
    }
    for (; hit != 0; hit &= hit - 1) {
      const int i = std::countr_zero(hit);
      const std::uint32_t b = run.begin + static_cast<std::uint32_t>(i);
      const std::uint32_t after = in.theirs->hit_all(b, play->landing & in.theirs->facing_blots(b));
      for (int c = 0; c < components; ++c) __builtin_prefetch(pending.row[c] + after);
      pending.after[pending.count] = after;
      pending.lane[pending.count++] = static_cast<std::uint8_t>(i);
    }
  }
  pending.settle<keep>(components, best);
  open &= ~covered;
  for (int c = 0; c < components && open != 0; ++c)
    best[c].take<keep>(idle[c] + run.begin, open, size, static_cast<std::int32_t>(idle[c] + run.begin - rows[c].block), true);
  for (int c = 0; c < components; ++c)
    for (int i = 0; i < size; ++i) out[c * 64 + i] = (first ? 0 : out[c * 64 + i]) + in.weight * best[c].value[i];
}

/// Compresses the entries of the opponents in `mask`.
inline void pack(const std::int32_t* from, std::uint64_t mask, std::int32_t* to) {
#if defined(BANMEN_WIDE_KERNEL)
  for (int i = 0; i < 64; i += 16) {
    const auto lanes = static_cast<__mmask16>(mask >> i);
    _mm512_mask_compressstoreu_epi32(to, lanes, _mm512_load_si512(from + i));
    to += std::popcount(static_cast<unsigned>(lanes));
  }
#else
  for (; mask != 0; mask &= mask - 1) *to++ = from[std::countr_zero(mask)];
#endif
}

/// Adds the values of best plays that leave the group.
inline void add_outside(const Best& best, double weight, double* settled) {
  for (int i = 0; i < 64; ++i) settled[i] += best.place[i] == outside ? weight * best.value[i] : 0;
}

/// Sums over the policy of up to 64 positions: 21 indices each, throws of weight 2 first, [throw][position] with `width` (a
/// multiple of 8) positions per row. out[k] = Σ weight · values[index].
inline void add_chosen(const double* values, const std::int32_t* places, int width, double* out) {
  constexpr int twice = 15, all = 21;
#if defined(BANMEN_WIDE_KERNEL)
  for (int k = 0; k < width; k += 8) {
    auto fetch = [&](int roll) {
      const __m256i at = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(places + roll * width + k));
      return _mm512_mask_i32gather_pd(_mm512_setzero_pd(), __mmask8{0xff}, at, values, 8);
    };
    __m512d sum = fetch(0);
    for (int roll = 1; roll < twice; ++roll) sum = _mm512_add_pd(sum, fetch(roll));
    sum = _mm512_add_pd(sum, sum);
    for (int roll = twice; roll < all; ++roll) sum = _mm512_add_pd(sum, fetch(roll));
    _mm512_storeu_pd(out + k, sum);
  }
#else
  for (int k = 0; k < width; ++k) {
    double sum = 0;
    for (int roll = 0; roll < twice; ++roll) sum += values[places[roll * width + k]];
    sum += sum;
    for (int roll = twice; roll < all; ++roll) sum += values[places[roll * width + k]];
    out[k] = sum;
  }
#endif
}

}  // namespace banmen::backgammon
