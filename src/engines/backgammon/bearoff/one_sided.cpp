#include "engines/backgammon/bearoff/one_sided.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "host/files.hpp"

namespace banmen::backgammon {
namespace {

constexpr int most_points = 18;

using Points = std::array<std::uint8_t, slots>;

/// Results of a roll in makebearoff's order: of two with equal expectations the first is chosen.
struct Results {
  int points;
  bool doubles;
  std::vector<std::uint32_t> numbers;
  int most = 0;

  void extend(const Points& side, const int* dice, int used, int count, int from) {
    bool stuck = true;
    if (used < count) {
      int top = points;
      while (top > 0 && side[static_cast<std::size_t>(top)] == 0) --top;
      const int die = dice[used];
      for (int point = std::min(from, top); point > 0; --point) {
        if (side[static_cast<std::size_t>(point)] == 0 || (point < die && point != top)) continue;
        // No checker is borne off while another one is outside the home board.
        if (point <= die && top > 6) continue;
        Points next = side;
        --next[static_cast<std::size_t>(point)];
        if (point > die) ++next[static_cast<std::size_t>(point - die)];
        stuck = false;
        extend(next, dice, used + 1, count, doubles ? point : points);
      }
    }
    if (!stuck || used < most) return;
    if (used > most) {
      most = used;
      numbers.clear();
    }
    const std::uint32_t number = gnubg_number(side.data(), points);
    if (std::find(numbers.begin(), numbers.end(), number) == numbers.end()) numbers.push_back(number);
  }
};

Results results_of(const Points& side, int points, int large, int small) {
  Results out{points, large == small, {}, 0};
  if (large == small) {
    const int dice[4] = {large, large, large, large};
    out.extend(side, dice, 0, 4, points);
  } else {
    const int first[2] = {large, small}, second[2] = {small, large};
    out.extend(side, first, 0, 2, points);
    out.extend(side, second, 0, 2, points);
  }
  return out;
}

std::uint32_t rolls_times_chances(const RollWords& words) {
  std::uint32_t sum = 0;
  for (std::uint32_t k = 1; k < most_rolls; ++k) sum += k * words[k];
  return sum;
}

/// Rounds sums over 36 throws to words that add up to 65535; the largest absorbs the rounding.
RollWords rounded(const std::array<std::uint32_t, most_rolls>& sums) {
  RollWords words;
  for (std::size_t k = 0; k < most_rolls; ++k) words[k] = static_cast<std::uint16_t>((sums[k] + 18) / 36);
  const int left = 0xffff - std::accumulate(words.begin(), words.end(), 0);
  auto largest = std::max_element(words.begin(), words.end());
  *largest = static_cast<std::uint16_t>(*largest + left);
  return words;
}

constexpr RollWords at_once = {0xffff};

/// First and last roll with a nonzero chance.
std::pair<int, int> span_of(const RollWords& words) {
  int first = 0, last = most_rolls - 1;
  while (first < last && words[static_cast<std::size_t>(first)] == 0) ++first;
  while (last > first && words[static_cast<std::size_t>(last)] == 0) --last;
  return {first, last};
}

}  // namespace

double mean_rolls(const RollWords& words) { return rolls_times_chances(words) / 65535.0; }

OneSided::OneSided(int points) : points_(points), records_(choose(points + checkers, points)) {}

bool OneSided::solve(const Control& control) {
  const std::uint32_t count = size();
  const std::vector<Points> sides = sides_by_number(points_, checkers);
  // Every move lowers a side's rank, so records are computed in order.
  records_[0] = {at_once, at_once};
  std::vector<std::array<std::uint32_t, 2>> rolls(count);  // means of the records, times 65535
  for (std::uint32_t number = 1; number < count; ++number) {
    if (control.stop.stop_requested()) return false;
    if (control.progress && number % 1024 == 0) control.progress(number, count, "sides");
    std::array<std::uint32_t, most_rolls> off{}, gammon{};
    for (int large = 1; large <= 6; ++large)
      for (int small = 1; small <= large; ++small) {
        const auto results = results_of(sides[number], points_, large, small).numbers;
        std::uint32_t best_off = results[0], best_gammon = results[0];
        for (const std::uint32_t next : results) {
          if (rolls[next][0] < rolls[best_off][0]) best_off = next;
          if (rolls[next][1] < rolls[best_gammon][1]) best_gammon = next;
        }
        const std::uint32_t weight = large == small ? 1 : 2;
        for (std::size_t k = 0; k + 1 < most_rolls; ++k) {
          off[k + 1] += weight * records_[best_off].off[k];
          gammon[k + 1] += weight * records_[best_gammon].gammon[k];
        }
      }
    const int left = std::accumulate(sides[number].begin(), sides[number].end(), 0);
    records_[number] = {rounded(off), left < checkers ? at_once : rounded(gammon)};
    rolls[number] = {rolls_times_chances(records_[number].off), rolls_times_chances(records_[number].gammon)};
  }
  return true;
}

std::string OneSided::bytes(Form form) const {
  std::string out =
      gnubg_header(fmt::format("gnubg-OS-{:02}-{}-{}-{}-0", points_, checkers, form.gammons ? 1 : 0, form.compressed ? 1 : 0));
  auto each = [&](const OneSidedRecord& r, auto&& action) {
    action(r.off);
    if (form.gammons) action(r.gammon);
  };
  if (form.compressed) {
    std::uint64_t at = 0;
    for (const OneSidedRecord& r : records_) {
      append_little_endian(out, at, 4);
      each(r, [&](const RollWords& words) {
        const auto [first, last] = span_of(words);
        append_little_endian(out, static_cast<std::uint64_t>(last - first + 1), 1);
        append_little_endian(out, static_cast<std::uint64_t>(first), 1);
        at += static_cast<std::uint64_t>(last - first + 1);
      });
    }
  }
  for (const OneSidedRecord& r : records_)
    each(r, [&](const RollWords& words) {
      const auto [first, last] = form.compressed ? span_of(words) : std::pair{0, most_rolls - 1};
      for (int k = first; k <= last; ++k) append_little_endian(out, words[static_cast<std::size_t>(k)], 2);
    });
  return out;
}

Result<void> OneSided::write(const std::string& path, Form form) const { return write_file(path, bytes(form)); }

Result<OneSidedFile> OneSidedFile::open(const std::string& path) {
  auto bytes = read_gnubg_file(path, "gnubg-OS-", "one-sided bear-off");
  if (!bytes) return fail(bytes.error());
  Result<OneSidedFile> file{tl::in_place};
  OneSidedFile& out = *file;
  out.bytes_ = std::move(*bytes);
  const std::string& b = out.bytes_;
  auto flag = [&](std::size_t at) { return b[at] == '0' || b[at] == '1'; };
  const int points = (b[9] - '0') * 10 + b[10] - '0';
  if (points < 1 || points > most_points || b.substr(11, 4) != "-15-" || !flag(15) || !flag(17) || !flag(19))
    return fail("'" + path + "' has an invalid header", "a valid one looks like gnubg-OS-06-15-1-1-0");
  if (b[19] == '1')
    return fail("'" + path + "' holds normal approximations, not distributions", "rebuild it with makebearoff, without -n");
  out.points_ = points;
  out.gammons_ = b[15] == '1';
  out.compressed_ = b[17] == '1';
  out.size_ = static_cast<std::uint32_t>(choose(points + OneSided::checkers, points));
  auto short_of = [&](std::uint64_t wanted) {
    return fail(fmt::format("'{}' has {} bytes, but {} positions of a side need {}", path, b.size(), out.size_, wanted));
  };
  const std::uint64_t parts = out.gammons_ ? 2 : 1;
  if (!out.compressed_) {
    const std::uint64_t wanted = gnubg_header_bytes + out.size_ * parts * most_rolls * 2;
    if (b.size() != wanted) return short_of(wanted);
    return file;
  }
  const std::uint64_t words = gnubg_header_bytes + out.size_ * (4 + 2 * parts);
  if (b.size() < words) return short_of(words);
  for (std::uint32_t i = 0; i < out.size_; ++i) {
    const std::size_t entry = gnubg_header_bytes + i * (4 + 2 * parts);
    std::uint64_t end = out.number_at(entry, 4);
    for (std::uint64_t part = 0; part < parts; ++part) {
      const std::uint64_t count = out.number_at(entry + 4 + 2 * part, 1), first = out.number_at(entry + 5 + 2 * part, 1);
      if (count + first > most_rolls)
        return fail(fmt::format("'{}' is damaged: position {} has {} probabilities, the first for roll {}", path, i, count, first));
      end += count;
    }
    if (words + 2 * end > b.size()) return short_of(words + 2 * end);
  }
  return file;
}

OneSidedRecord OneSidedFile::record(std::uint32_t number) const {
  OneSidedRecord out{};
  const std::size_t parts = gammons_ ? 2 : 1;
  const std::size_t entry = gnubg_header_bytes + number * (4 + 2 * parts), words = gnubg_header_bytes + size_ * (4 + 2 * parts);
  std::size_t at = compressed_ ? words + 2 * number_at(entry, 4) : gnubg_header_bytes + number * parts * most_rolls * 2;
  for (std::size_t part = 0; part < parts; ++part) {
    RollWords& to = part == 0 ? out.off : out.gammon;
    const std::uint64_t count = compressed_ ? number_at(entry + 4 + 2 * part, 1) : most_rolls;
    const std::uint64_t first = compressed_ ? number_at(entry + 5 + 2 * part, 1) : 0;
    for (std::uint64_t k = first; k < first + count; ++k, at += 2) to[k] = static_cast<std::uint16_t>(number_at(at, 2));
  }
  return out;
}

}  // namespace banmen::backgammon
