// Kernel of the CPU backend: one mover against up to 64 others at a time. The others that a play's landing places block or meet are
// bits of a word, and the values after a play that meets none of them are contiguous. The results equal those of position.hpp, bit
// for bit: minima do not depend on the order, and sums are exact.
#pragma once

#include <bit>
#include <vector>

#include "solve/wide/position.hpp"

#if defined(__AVX512F__) && defined(__AVX512BW__) && !defined(__CUDACC__)
#define BANMEN_WIDE_BLOCK 1
#include <immintrin.h>
#endif

namespace banmen::wide {

/// Up to 64 neighbours of equal potential, as the other side sees them.
struct Run {
  std::uint32_t begin = 0, size = 0;
  std::uint64_t blocked[places] = {}, exposed[places] = {};
};

/// The runs of a part, those of each potential together.
struct Runs {
  std::vector<Run> runs;
  std::vector<std::uint32_t> first;  // [potential]

  explicit Runs(const Part& part) {
    for (int p = 0; p <= part.most_potential(); ++p) {
      first.push_back(static_cast<std::uint32_t>(runs.size()));
      const std::uint32_t end = part.first_of[static_cast<std::size_t>(p) + 1];
      for (std::uint32_t begin = part.first_of[static_cast<std::size_t>(p)]; begin < end; begin += 64) {
        Run run;
        run.begin = begin;
        run.size = end - begin < 64 ? end - begin : 64;
        for (std::uint32_t k = 0; k < run.size; ++k)
          for (int place = 0; place < places; ++place) {
            run.blocked[place] |= std::uint64_t{part.blocked[begin + k] >> place & 1} << k;
            run.exposed[place] |= std::uint64_t{part.exposed[begin + k] >> place & 1} << k;
          }
        runs.push_back(run);
      }
    }
    first.push_back(static_cast<std::uint32_t>(runs.size()));
  }
};

/// The others of a run that are compatible with the mover.
inline std::uint64_t compatible(const Run& run, std::uint32_t held) {
  std::uint64_t all = run.size == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << run.size) - 1;
  for (; held != 0; held &= held - 1) all &= ~(run.blocked[lowest_place(held)] | run.exposed[lowest_place(held)]);
  return all;
}

/// Least values so far: one word for each of 64 others, or the two ends of their intervals.
template <bool radii>
struct Least {
  alignas(64) Word low[64];
  alignas(64) Word high[radii ? 64 : 1];

  void begin() {
    for (Word& word : low) word = nothing;
    for (Word& word : high) word = nothing;
  }
  void take_one(int k, Word value, int radius) {
    low[k] = value - radius < low[k] ? value - radius : low[k];
    if constexpr (radii) high[k] = value + radius < high[k] ? value + radius : high[k];
  }
  /// Takes row[k], with radius[k], where bit k is set.
  void take(const Word* row, const std::uint8_t* radius, std::uint64_t bits, int size) {
#if defined(BANMEN_WIDE_BLOCK)
    for (int k = 0; k < size; k += 16) {
      const auto lanes = static_cast<__mmask16>(bits >> k);
      const __m512i value = _mm512_maskz_loadu_epi32(lanes, row + k), old = _mm512_load_si512(low + k);
      if constexpr (radii) {
        const __m512i around = _mm512_maskz_cvtepu8_epi32(lanes, _mm_maskz_loadu_epi8(lanes, radius + k)),
                      old_high = _mm512_load_si512(high + k);
        _mm512_store_si512(low + k, _mm512_mask_min_epi32(old, lanes, old, _mm512_sub_epi32(value, around)));
        _mm512_store_si512(high + k, _mm512_mask_min_epi32(old_high, lanes, old_high, _mm512_add_epi32(value, around)));
      } else {
        _mm512_store_si512(low + k, _mm512_mask_min_epi32(old, lanes, old, value));
      }
    }
#else
    for (int half = 0; half < size; half += 32) {
      const auto word = static_cast<std::uint32_t>(bits >> half);
      const int count = size - half < 32 ? size - half : 32;
      for (int k = 0; k < count; ++k) {
        const bool on = (word >> k & 1) != 0;
        const Word around = radii ? radius[half + k] : 0;
        const Word below = row[half + k] - around;
        low[half + k] = on && below < low[half + k] ? below : low[half + k];
        if constexpr (radii) {
          const Word above = row[half + k] + around;
          high[half + k] = on && above < high[half + k] ? above : high[half + k];
        }
      }
    }
#endif
  }
};

/// Sums over the outcomes for the others in `mask`: of least values, or of the least of both ends.
template <bool radii>
void weigh(const View& view, std::uint32_t a, const Run& run, std::uint64_t mask, std::int64_t* low, std::int64_t* high) {
  constexpr int ahead = 3;
  const int size = static_cast<int>(run.size);
  const std::uint64_t* const first = view.first + std::uint64_t{a} * static_cast<unsigned>(view.outcomes);
  const Play* const last = view.plays + first[view.outcomes];
  Least<radii> least;
  // Values after a meeting are prefetched during the next play: the tables are far larger than any cache.
  std::uint64_t met_at[64];
  std::uint8_t met_by[64];
  int met = 0;
  auto settle = [&] {
    for (int k = 0; k < met; ++k) least.take_one(met_by[k], view.values[met_at[k]], radii ? view.radii[met_at[k]] : 0);
    met = 0;
  };
  for (int k = 0; k < 64; ++k) low[k] = 0;
  if constexpr (radii)
    for (int k = 0; k < 64; ++k) high[k] = 0;
  for (int outcome = 0; outcome < view.outcomes; ++outcome) {
    const Play* at = view.plays + first[outcome];
    least.begin();
    for (std::uint64_t open = mask; open != 0;) {
      std::uint64_t covered = 0;
      for (const Play* const stop = at + at->count; at < stop; ++at) {
        if (last - at > ahead) {
          const Word* coming = view.values + at[ahead].row + run.begin;
          for (int k = 0; k < size; k += 16) __builtin_prefetch(coming + k);
        }
        std::uint64_t blocked = 0, exposed = 0;
        for (std::uint32_t set = at->landing; set != 0; set &= set - 1) {
          blocked |= run.blocked[lowest_place(set)];
          exposed |= run.exposed[lowest_place(set)];
        }
        const std::uint64_t legal = open & ~blocked;
        if (legal == 0) continue;
        covered |= legal;
        exposed &= legal;
        settle();
        least.take(view.values + at->row + run.begin, radii ? view.radii + at->row + run.begin : nullptr, legal & ~exposed, size);
        for (; exposed != 0; exposed &= exposed - 1) {
          const int k = std::countr_zero(exposed);
          met_at[met] = at->row + struck(view, run.begin + static_cast<std::uint32_t>(k), at->landing);
          __builtin_prefetch(view.values + met_at[met]);
          if constexpr (radii) __builtin_prefetch(view.radii + met_at[met]);
          met_by[met++] = static_cast<std::uint8_t>(k);
        }
      }
      open &= ~covered;
    }
    settle();
    const std::int64_t weight = view.weights[outcome];
    for (int k = 0; k < 64; ++k) low[k] += weight * least.low[k];
    if constexpr (radii)
      for (int k = 0; k < 64; ++k) high[k] += weight * least.high[k];
  }
}

}  // namespace banmen::wide
