#include "engines/bao/census/packed_numbers.hpp"

#include <gtest/gtest.h>

#include "core/random.hpp"

namespace banmen::bao {
namespace {

/// `count` different numbers below `end`, in random order.
std::vector<std::uint64_t> some_numbers(Random& random, std::size_t count, std::uint64_t end) {
  std::vector<std::uint64_t> out;
  std::uint64_t number = 0;
  while (out.size() < count) {
    out.push_back(number);
    number += 1 + random.below(static_cast<std::uint32_t>(std::min<std::uint64_t>(end / count, 1u << 31)));
  }
  for (std::size_t i = out.size(); i > 1; --i) std::swap(out[i - 1], out[random.below(static_cast<std::uint32_t>(i))]);
  return out;
}

std::vector<std::uint64_t> unpacked(const PackedNumbers& packed) {
  std::vector<std::uint64_t> out;
  for (std::size_t block = 0; block < packed.blocks().size(); ++block) packed.unpack(block, out);
  return out;
}

TEST(SortNumbers, AsTheLibraryDoes) {
  Random random(5);
  for (const std::uint64_t end : {std::uint64_t{1}, std::uint64_t{2000}, std::uint64_t{1} << 22, (std::uint64_t{1} << 33) + 5})
    for (const std::size_t count : {0, 1, 100, 2047, 2048, 50'000}) {
      std::vector<std::uint64_t> numbers(count);
      for (auto& n : numbers) n = ((std::uint64_t{random.below(1u << 31)} << 31) + random.below(1u << 31)) % end;
      auto expected = numbers;
      std::sort(expected.begin(), expected.end());
      sort_numbers(numbers, end);
      EXPECT_EQ(numbers, expected);
    }
}

TEST(PackedNumbers, GivesBackWhatWasPutIn) {
  Random random(11);
  for (const std::uint64_t end : {std::uint64_t{6000}, std::uint64_t{1} << 20, std::uint64_t{1} << 40})
    for (const std::size_t count : {0, 1, 2, 1023, 1024, 1025, 5000}) {
      auto numbers = some_numbers(random, count, end);
      std::sort(numbers.begin(), numbers.end());
      PackedNumbers packed;
      const std::size_t half = count / 2;
      packed.append(std::span(numbers).first(half));
      PackedNumbers rest;
      rest.append(std::span(numbers).subspan(half));
      packed.append(rest);
      EXPECT_EQ(packed.size(), count);
      EXPECT_EQ(unpacked(packed), numbers);
      for (int i = 0; i < 20; ++i) {
        const std::uint64_t begin = random.below(1u << 31) % end, length = random.below(4000) * (end / 6000);
        std::vector<std::uint64_t> got, expected;
        packed.for_each(begin, begin + length, [&](std::uint64_t n) { got.push_back(n); });
        for (const std::uint64_t n : numbers)
          if (n >= begin && n < begin + length) expected.push_back(n);
        EXPECT_EQ(got, expected) << begin << " + " << length;
      }
    }
}

TEST(PackedNumbers, SmallStepsTakeAByteEach) {
  std::vector<std::uint64_t> numbers;
  for (std::uint64_t i = 0; i < 10'000; ++i) numbers.push_back((std::uint64_t{1} << 36) + i * 100);
  PackedNumbers packed;
  packed.append(numbers);
  EXPECT_LT(packed.bytes().size(), numbers.size());
}

/// The workers' runs are merged into one ascending list, for any number of runs, with and without threads.
TEST(PackedNumbers, RunsAreMergedAsIfSorted) {
  Random random(12);
  for (const std::size_t count : {0, 1, 3000, 1'500'000})  // the last takes several slices
    for (const int threads : {1, 3}) {
      const std::uint64_t end = std::uint64_t{1} << (count < 10'000 ? 14 : 34);
      auto numbers = some_numbers(random, count, end);
      std::vector<NumberRuns> workers(4, NumberRuns(end));
      for (std::size_t i = 0; i < count; ++i) workers[random.below(4)].push(numbers[i]);
      std::vector<PackedNumbers> runs;
      for (NumberRuns& worker : workers)
        for (PackedNumbers& run : worker.take()) runs.push_back(std::move(run));
      Control control;
      control.threads = threads;
      std::sort(numbers.begin(), numbers.end());
      EXPECT_EQ(unpacked(merged(runs, control)), numbers) << count << " with " << threads;
    }
}

}  // namespace
}  // namespace banmen::bao
