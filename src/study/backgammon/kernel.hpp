// One roll of one mover configuration against up to 64 opponents at a time.
#pragma once

#include <bit>
#include <limits>
#include <span>

#include "study/backgammon/sides.hpp"

#if defined(__AVX512F__)
#include <immintrin.h>
#endif

namespace banmen::backgammon {

struct KernelInput {
  const Sides* theirs;
  const Run* run;
  std::uint64_t mask;  // the opponents that matter
  std::span<const IndexedPlay> plays;
  double weight = 0;
};

/// best[i] = min(best[i], row[i]) where bit i is set.
inline void take_smaller(double* best, const double* row, std::uint64_t bits, int size) {
#if defined(__AVX512F__)
  for (int i = 0; i < size; i += 8) {
    const auto lanes = static_cast<__mmask8>(bits >> i);
    const __m512d old = _mm512_loadu_pd(best + i);
    _mm512_storeu_pd(best + i, _mm512_mask_min_pd(old, lanes, old, _mm512_maskz_loadu_pd(lanes, row + i)));
  }
#else
  static_cast<void>(size);
  for (; bits != 0; bits &= bits - 1) {
    const int i = std::countr_zero(bits);
    best[i] = row[i] < best[i] ? row[i] : best[i];
  }
#endif
}

/// Hits found, whose values are fetched while the next play is looked at: the tables are far larger than any cache.
struct PendingHits {
  const double* row[6];
  std::uint32_t after[64];
  std::uint8_t lane[64];
  int count = 0;

  void settle(int components, double* best) {
    for (int k = 0; k < count; ++k)
      for (int c = 0; c < components; ++c) {
        double& value = best[c * 64 + lane[k]];
        value = std::min(value, row[c][after[k]]);
      }
    count = 0;
  }
};

/// Adds weight × the smallest value that the next mover can be left with to out[component · 64 + i]. rows(component, play) is the
/// next mover's values by his configuration; play is null for a turn without a play.
template <class Rows>
void add_roll(const KernelInput& in, int components, bool first, const Rows& rows, double* out) {
  constexpr int most = 6, ahead = 3;
  alignas(64) double best[most * 64];
  const Run& run = *in.run;
  const int size = static_cast<int>(run.end - run.begin);
  std::fill_n(best, components * 64, std::numeric_limits<double>::infinity());
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
        const double* coming = rows(c, play + ahead) + run.begin;
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
    pending.settle(components, best);
    for (int c = 0; c < components; ++c) {
      pending.row[c] = rows(c, play);
      take_smaller(best + c * 64, pending.row[c] + run.begin, legal & ~hit, size);
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
  pending.settle(components, best);
  open &= ~covered;
  for (int c = 0; c < components && open != 0; ++c) take_smaller(best + c * 64, rows(c, nullptr) + run.begin, open, size);
  for (int c = 0; c < components; ++c)
    for (int i = 0; i < size; ++i) out[c * 64 + i] = (first ? 0 : out[c * 64 + i]) + in.weight * best[c * 64 + i];
}

}  // namespace banmen::backgammon
