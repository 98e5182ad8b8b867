#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>

#include "play/record.hpp"

namespace banmen {
namespace {

constexpr std::string_view shape = "0000-00-00T00:00:00Z";
constexpr std::size_t day_size = 10;

}  // namespace

std::optional<double> read_date(std::string_view text) {
  if (text.size() != day_size && text.size() != shape.size()) return std::nullopt;
  for (std::size_t k = 0; k < text.size(); ++k)
    if (shape[k] == '0' ? text[k] < '0' || text[k] > '9' : text[k] != shape[k]) return std::nullopt;
  const auto number = [&](std::size_t at, std::size_t digits) {
    int value = 0;
    std::from_chars(text.data() + at, text.data() + at + digits, value);
    return value;
  };
  namespace c = std::chrono;
  const c::year_month_day day{c::year(number(0, 4)), c::month(static_cast<unsigned>(number(5, 2))),
                              c::day(static_cast<unsigned>(number(8, 2)))};
  if (!day.ok()) return std::nullopt;
  const double begin = static_cast<double>(c::sys_days(day).time_since_epoch().count()) * seconds_of_a_day;
  if (text.size() == day_size) return begin;
  const int hour = number(11, 2), minute = number(14, 2), second = number(17, 2);
  if (hour > 23 || minute > 59 || second > 59) return std::nullopt;
  return begin + 3600 * hour + 60 * minute + second;
}

std::string write_date(double seconds) {
  namespace c = std::chrono;
  constexpr double first = -62'167'219'200, last = 253'402'300'799;  // what four digits can say of a year
  const c::sys_seconds at{c::seconds(static_cast<long long>(std::floor(std::clamp(seconds, first, last))))};
  const auto days = c::floor<c::days>(at);
  const c::year_month_day day(days);
  const c::hh_mm_ss time(at - days);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", static_cast<int>(day.year()), static_cast<unsigned>(day.month()),
                     static_cast<unsigned>(day.day()), time.hours().count(), time.minutes().count(), time.seconds().count());
}

}  // namespace banmen
