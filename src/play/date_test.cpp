#include <gtest/gtest.h>

#include "play/record.hpp"

namespace banmen {
namespace {

TEST(Date, ParsesAndFormats) {
  EXPECT_EQ(read_date("1970-01-01"), 0);
  EXPECT_EQ(read_date("2026-11-16T09:30:05Z"), 1794821405);
  EXPECT_EQ(write_date(1794821405.9), "2026-11-16T09:30:05Z");
  EXPECT_EQ(read_date("2024-02-29"), 1709164800);
  EXPECT_EQ(write_date(1e300), "9999-12-31T23:59:59Z");
}

TEST(Date, RefusesInvalidDates) {
  for (const char* text : {"", "2026", "2026-11-1", "2026-02-29", "2026-13-01", "2026-11-16T24:00:00Z", "2026-11-16T09:30:00",
                           "2026-11-16 09:30:00Z", "-026-11-16", "2026-11-16T09:60:00Z"})
    EXPECT_FALSE(read_date(text)) << text;
}

}  // namespace
}  // namespace banmen
