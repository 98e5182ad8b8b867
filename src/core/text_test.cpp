#include "core/text.hpp"

#include <gtest/gtest.h>

#include <type_traits>

namespace banmen {
namespace {

// A cursor over a temporary would read freed memory.
static_assert(!std::is_constructible_v<Reader, std::string>);
static_assert(std::is_constructible_v<Reader, std::string&>);
static_assert(std::is_constructible_v<Reader, const std::string&>);
static_assert(std::is_constructible_v<Reader, std::string_view>);
static_assert(std::is_constructible_v<Reader, const char*>);

TEST(Reader, ANumberThatIsTooLargeLeavesTheCursor) {
  Reader reader("1001 7");
  EXPECT_FALSE(reader.number(1000));
  EXPECT_EQ(reader.column(), 1);
  EXPECT_EQ(reader.number(1001), 1001);
  reader.skip_spaces();
  EXPECT_EQ(reader.number(), 7);
  EXPECT_TRUE(reader.done());
  EXPECT_FALSE(reader.number());
}

}  // namespace
}  // namespace banmen
