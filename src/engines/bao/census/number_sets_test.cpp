#include "engines/bao/census/number_sets.hpp"

#include <gtest/gtest.h>

#include <set>

#include "core/random.hpp"

namespace banmen::bao {

TEST(Grown, KeepsWhatIsPutInWhereItStands) {
  Grown<std::uint32_t> numbers(3'000'000);
  const std::uint32_t* where = numbers.data();
  for (std::uint32_t i = 0; i < 3'000'000; ++i) numbers.push_if(i % 3 == 0, i);
  EXPECT_EQ(numbers.data(), where);
  ASSERT_EQ(numbers.size(), 1'000'000U);
  for (std::uint32_t i = 0; i < numbers.size(); ++i) ASSERT_EQ(numbers[i], 3 * i);
  numbers.resize(numbers.size() + 2);
  EXPECT_EQ(numbers.back(), 0U);  // never written to
  Grown<std::uint32_t> other(10);
  other.push_back(7);
  other.swap(numbers);
  EXPECT_EQ(numbers.size(), 1U);
  EXPECT_EQ(other[999'999], 2'999'997U);
}

TEST(KeySet, NumbersItsMembersInRisingOrder) {
  for (const std::uint32_t bound : {1U, 64U, 4096U, 1'000'000U, 40'000'000U}) {
    KeySet set(bound);
    std::set<std::uint32_t> twin;
    Random random(5, bound, 0);
    for (int i = 0; i < 20'000; ++i) {
      const std::uint32_t key = i % 2 == 0 ? random.below(bound) : random.below(std::min(bound, 10'000U));
      ASSERT_EQ(set.insert(key), twin.insert(key).second);
    }
    set.count();
    std::uint32_t number = 0;
    for (const std::uint32_t key : twin) ASSERT_EQ(set.number(key), number++);
  }
}

TEST(NumberSet, IsASet) {
  NumberSet set(1000);
  std::set<std::uint32_t> twin;
  Random random(6);
  for (int i = 0; i < 5000; ++i) {
    const std::uint32_t n = random.below(1000);
    ASSERT_EQ(set.has(n), twin.contains(n));
    switch (random.below(3)) {
      case 0:
        set.put(n);
        twin.insert(n);
        break;
      case 1:
        set.take(n);
        twin.erase(n);
        break;
      default:
        set.put_if(i % 2 == 0, n);
        if (i % 2 == 0) twin.insert(n);
    }
  }
  std::vector<std::uint32_t> members;
  set.for_each([&](std::uint32_t n) { members.push_back(n); });
  EXPECT_EQ(members, std::vector<std::uint32_t>(twin.begin(), twin.end()));
  set.clear();
  set.for_each([](std::uint32_t) { FAIL(); });
}

}  // namespace banmen::bao
