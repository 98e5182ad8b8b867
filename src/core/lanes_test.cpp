#include "core/lanes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <memory>
#include <tuple>

#include "core/random.hpp"
#include "core/volley.hpp"

namespace banmen {
namespace {

using Plain = std::array<std::uint64_t, 8>;

template <int Bits>
EightWords<Bits> lanes_of(const Plain& words) {
  EightWords<Bits> lanes{};
  for (int lane = 0; lane < 8; ++lane) lanes.set(lane, words[static_cast<std::size_t>(lane)]);
  return lanes;
}
template <int Bits>
Plain words_of(const EightWords<Bits>& lanes) {
  Plain words{};
  for (int lane = 0; lane < 8; ++lane) words[static_cast<std::size_t>(lane)] = lanes[lane];
  return words;
}
template <class Make>
Plain each_lane(Make make) {
  Plain words{};
  for (int lane = 0; lane < 8; ++lane) words[static_cast<std::size_t>(lane)] = make(static_cast<std::size_t>(lane));
  return words;
}

/// Every operation, word by word.
template <int Bits>
void compare_with_words(std::uint64_t seed) {
  Random random(seed);
  for (int round = 0; round < 2000; ++round) {
    Plain a{}, b{}, steps{};
    for (int lane = 0; lane < 8; ++lane) {
      const auto at = static_cast<std::size_t>(lane);
      a[at] = random.below(4) == 0 ? 0 : random.word64();
      b[at] = random.word64();
      steps[at] = lane < 4 ? 1 + random.below(63) : steps[at - 4];
    }
    const auto x = lanes_of<Bits>(a), y = lanes_of<Bits>(b), n = lanes_of<Bits>(steps);
    ASSERT_EQ(words_of(x), a);
    ASSERT_EQ(words_of(x & y), each_lane([&](std::size_t k) { return a[k] & b[k]; }));
    ASSERT_EQ(words_of(x | y), each_lane([&](std::size_t k) { return a[k] | b[k]; }));
    ASSERT_EQ(words_of(x ^ y), each_lane([&](std::size_t k) { return a[k] ^ b[k]; }));
    ASSERT_EQ(words_of(x + y), each_lane([&](std::size_t k) { return a[k] + b[k]; }));
    ASSERT_EQ(words_of(~x), each_lane([&](std::size_t k) { return ~a[k]; }));
    ASSERT_EQ(words_of(x << 3), each_lane([&](std::size_t k) { return a[k] << 3; }));
    ASSERT_EQ(words_of(x.where_zero()), each_lane([&](std::size_t k) { return a[k] == 0 ? ~0ULL : 0; }));
    ASSERT_EQ(words_of(x.other_half()), each_lane([&](std::size_t k) { return a[k ^ 4]; }));
    ASSERT_EQ(words_of(x.other_quarter()), each_lane([&](std::size_t k) { return a[k ^ 2]; }));
    ASSERT_EQ(words_of(x.other_neighbour()), each_lane([&](std::size_t k) { return a[k ^ 1]; }));
    ASSERT_EQ(words_of(x.with_upper(y)), each_lane([&](std::size_t k) { return k < 4 ? a[k] : b[k]; }));
    ASSERT_EQ(words_of(EightWords<Bits>::all(b[0])), each_lane([&](std::size_t) { return b[0]; }));
    ASSERT_EQ(words_of(EightWords<Bits>::halves(b[0], b[1])), each_lane([&](std::size_t k) { return k < 4 ? b[0] : b[1]; }));
    ASSERT_EQ(words_of(x.shifted(n)), each_lane([&](std::size_t k) { return a[k] << steps[k]; }));
    ASSERT_EQ(words_of(x.shifted(y, n)), each_lane([&](std::size_t k) { return a[k] << steps[k] | b[k] >> (64 - steps[k]); }));
    ASSERT_EQ(words_of(x.reversed()), each_lane([&](std::size_t k) { return reverse_bits(a[k]); }));
    LaneTally<Bits> tally(y);
    for (int word = 1; word < LaneTally<Bits>::most; ++word) tally.add(word % 2 ? x : y);
    ASSERT_EQ(words_of(tally.total()), each_lane([&](std::size_t k) {
                return static_cast<std::uint64_t>(15 * __builtin_popcountll(a[k]) + 16 * __builtin_popcountll(b[k]));
              }));
    const Plain few = each_lane([&](std::size_t k) { return a[k] & 255; }),
                more = each_lane([&](std::size_t k) { return b[k] & 255; });
    const auto small = lanes_of<Bits>(few);
    ASSERT_EQ(words_of(small.product(lanes_of<Bits>(more))), each_lane([&](std::size_t k) { return few[k] * more[k]; }));
    Plain upto{};
    std::uint64_t sum = 0;
    for (std::size_t k = 0; k < 8; ++k) upto[k] = sum += few[k];
    ASSERT_EQ(words_of(small.added_up()), upto);
    ASSERT_EQ(small.sum(), sum);
    const std::uint64_t k = random.below(static_cast<std::uint32_t>(sum + 2));
    ASSERT_EQ(small.added_up().upto(k), std::count_if(upto.begin(), upto.end(), [&](std::uint64_t n) { return n <= k; }));
  }
}

/// The whole kernel, move by move, against that on plain words.
template <int Words, int Bits>
void compare_volleys(std::uint64_t seed) {
  const auto rays = std::make_unique<QueenRays<Words, Bits>>();
  const auto plain_rays = std::make_unique<QueenRays<Words, 64>>();
  Random random(seed);
  for (int round = 0; round < 60; ++round) {
    const int most = Words == 1   ? 8
                     : Words == 2 ? 10
                                  : 16,
              rows = 3 + static_cast<int>(random.below(static_cast<std::uint32_t>(most - 2)));
    rays->build(rows, most);
    plain_rays->build(rows, most);
    const auto cells = static_cast<std::uint32_t>(rows * most);
    Cells<Words> queens{}, occupied{};
    for (int n = 0; n < 5; ++n) queens.add(static_cast<int>(random.below(cells)));
    for (std::uint32_t n = random.below(cells); n > 0; --n) occupied.add(static_cast<int>(random.below(cells)));
    occupied |= queens;
    const RayBlockers<Words, Bits> view(occupied);
    const RayBlockers<Words, 64> plain_view(occupied);
    queens.each([&](int from) {
      for (int lane = 0; lane < 8; ++lane)
        for (int i = 0; i < Words; ++i)
          ASSERT_EQ(rays->reach(from, view).lanes[i][lane], plain_rays->reach(from, plain_view).lanes[i][lane]);
    });
    const QueenVolley<Words, Bits> volley(*rays, queens, view);
    const QueenVolley<Words, 64> plain(*plain_rays, queens, plain_view);
    ASSERT_EQ(volley.count(), plain.count());
    for (std::uint32_t k = 0; k < volley.count(); ++k) {
      const auto a = volley.pick(k);
      const auto b = plain.pick(k);
      ASSERT_EQ(std::tuple(a.from, a.to, a.arrow), std::tuple(b.from, b.to, b.arrow)) << k;
    }
  }
}

template <int Bits>
void compare_kernels() {
  compare_volleys<1, Bits>(1);
  compare_volleys<2, Bits>(2);
  compare_volleys<4, Bits>(3);
}

}  // namespace

TEST(EightWords, EveryWidthDoesWhatWordsDo) {
  compare_with_words<64>(1);
  compare_with_words<128>(2);
  compare_with_words<256>(3);
  compare_with_words<512>(4);
}

TEST(EightWords, EveryWidthDrawsTheSameMoves) {
  compare_kernels<128>();
  compare_kernels<256>();
  compare_kernels<512>();
}

}  // namespace banmen
