// TRY: values, errors, nothing, and values that can only be moved.
#include "core/try.hpp"

#include <gtest/gtest.h>

#include <memory>

namespace banmen {
namespace {

Result<int> half(int n) {
  if (n % 2 != 0) return fail("odd");
  return n / 2;
}

Result<void> check_even(int n) {
  TRY(half(n));
  return {};
}

Result<std::unique_ptr<int>> boxed(int n) {
  const int even = TRY(half(n));
  const int quarter = TRY(half(even));
  TRY(check_even(quarter));
  return std::make_unique<int>(quarter);
}

Result<int> unboxed(int n) {
  const auto box = TRY(boxed(n).map_error(about("box")));
  return *box;
}

TEST(Try, ReturnsValuesAndErrors) {
  ASSERT_TRUE(unboxed(8));
  EXPECT_EQ(*unboxed(8), 2);
  for (const int n : {3, 6, 12}) {
    const auto failed = unboxed(n);
    ASSERT_FALSE(failed) << n;
    EXPECT_EQ(failed.error().what, "odd");
    EXPECT_EQ(failed.error().where, "box");
  }
}

}  // namespace
}  // namespace banmen
