// Days and moments as records and requests write them: 2026-11-16, or 2026-11-16T09:30:00Z, always in universal time.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace banmen {

/// Seconds since 1970 began; a day stands for its first second. Nothing where it is no date.
std::optional<double> read_date(std::string_view text);
/// The moment, with its second.
std::string write_date(double seconds);

inline constexpr double seconds_of_a_day = 86'400;

}  // namespace banmen
