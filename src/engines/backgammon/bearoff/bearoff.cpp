#include "engines/backgammon/bearoff/bearoff.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "games/backgammon/side_plays.hpp"
#include "host/files.hpp"
#include "host/threads.hpp"

namespace banmen::backgammon {

std::vector<std::array<std::uint8_t, slots>> sides_by_number(int points, int checkers) {
  std::vector<std::array<std::uint8_t, slots>> out(choose(points + checkers, points));
  std::array<std::uint8_t, slots> side{};
  const auto fill = [&](auto&& self, int point, int left) -> void {
    if (point == 0) return void(out[gnubg_number(side.data(), points)] = side);
    for (int k = 0; k <= left; ++k) {
      side[static_cast<std::size_t>(point)] = static_cast<std::uint8_t>(k);
      self(self, point - 1, left - k);
    }
    side[static_cast<std::size_t>(point)] = 0;
  };
  fill(fill, points, checkers);
  return out;
}

namespace {

/// Arithmetic of exact values, and of GNU Backgammon's words (negation is one's complement; division truncates).
template <class Number>
struct Arithmetic;

template <>
struct Arithmetic<double> {
  using Sum = double;
  static constexpr double won = 1, lost = -1;
  static double mean(double sum) { return -sum * (1.0 / 36); }
  static double kept(double value) { return value; }
  /// The better of rolling and doubling; `opponents` is the value of rolling with the opponent owning the cube.
  static double turned(double rolls, double opponents) { return std::max(rolls, std::min(won, 2 * opponents)); }
};

template <>
struct Arithmetic<std::int16_t> {
  using Sum = std::int32_t;
  static constexpr std::int16_t won = 0x7fff, lost = -0x8000;
  // The sum is of the opponent's words v, and Σ weight·~v = −sum − 36.
  static std::int32_t mean(std::int32_t sum) { return (-sum - 36) / 36; }
  static std::int16_t kept(std::int32_t value) { return static_cast<std::int16_t>(value); }
  /// Halves are compared, and halving truncates too.
  static std::int16_t turned(std::int16_t rolls, std::int16_t opponents) {
    if (opponents < rolls / 2) return rolls;
    return opponents >= won / 2 ? won : static_cast<std::int16_t>(2 * opponents);
  }
};

}  // namespace

BearOff::BearOff(int points, int checkers) : points_(points), checkers_(checkers) {
  const auto sides = sides_by_number(points, checkers);
  const auto count = static_cast<std::uint32_t>(sides.size());
  std::vector<std::uint32_t> order(count);
  std::iota(order.begin(), order.end(), 0u);
  auto pips_of = [&](std::uint32_t r) { return backgammon::pips(sides[r].data()); };
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return pips_of(a) < pips_of(b); });
  order_of_rank_.resize(count);
  for (std::uint32_t place = 0; place < count; ++place) {
    order_of_rank_[order[place]] = place;
    pips_.push_back(static_cast<std::uint16_t>(pips_of(order[place])));
  }
  first_of_.assign(static_cast<std::size_t>(points * checkers) + 2, count);
  for (std::uint32_t place = count; place-- > 0;) first_of_[pips_[place]] = place;
  for (std::size_t p = first_of_.size() - 1; p-- > 0;) first_of_[p] = std::min(first_of_[p], first_of_[p + 1]);

  first_play_.assign(1, 0);
  std::vector<std::uint32_t> results;
  for (const std::uint32_t r : order)
    for (int roll = 0; roll < throw_count; ++roll) {
      results.clear();
      const auto plays = side_plays(sides[r].data(), throw_of(roll));
      for (const SidePlay& play : plays)
        if (play.level == plays.front().level) results.push_back(order_of_rank_[rank(play.side)]);
      std::sort(results.begin(), results.end());
      results.erase(std::unique(results.begin(), results.end()), results.end());
      plays_.insert(plays_.end(), results.begin(), results.end());
      first_play_.push_back(static_cast<std::uint32_t>(plays_.size()));
    }
}

template <class Number>
bool BearOff::sweep(std::vector<Number>& values, bool with_cube, const Control& control) {
  tables_ = with_cube ? 4 : 1;
  using A = Arithmetic<Number>;
  using Sum = typename A::Sum;
  constexpr std::uint32_t lanes = 64;
  // The source tables of the next mover, who may double first if the cube is his or centred.
  constexpr int may_turn_owned = 4, may_turn_centred = 5;
  constexpr int sources[4] = {cubeless, opponents, may_turn_centred, may_turn_owned};
  const int kept_tables = tables_ == 1 ? 1 : 6;
  const std::uint32_t n = size();
  values.assign(std::size_t{n} * n * static_cast<std::size_t>(kept_tables), Number{});
  auto row = [&](int table, std::uint32_t opponent) { return &values[(static_cast<std::size_t>(table) * n + opponent) * n]; };
  for (int table = 0; table < kept_tables; ++table) {
    for (std::uint32_t mover = 0; mover < n; ++mover) row(table, 0)[mover] = A::lost;
    for (std::uint32_t opponent = 0; opponent < n; ++opponent) row(table, opponent)[0] = A::won;
  }
  const int most = points_ * checkers_;
  const auto find = [&](int level, std::uint32_t a_begin, std::uint32_t a_end) {
    Sum sums[4][lanes];
    Number best[lanes];
    for (std::uint32_t a = a_begin; a < a_end; ++a) {
      const int theirs = level - pips_[a];
      const std::uint32_t last = first_of_[static_cast<std::size_t>(theirs) + 1];
      for (std::uint32_t begin = first_of_[static_cast<std::size_t>(theirs)]; begin < last; begin += lanes) {
        const std::uint32_t width = std::min(lanes, last - begin);
        for (int table = 0; table < tables_; ++table) {
          Sum* sum = sums[table];
          std::fill_n(sum, width, Sum{0});
          for (int roll = 0; roll < throw_count; ++roll) {
            const std::size_t at = std::size_t{a} * throw_count + static_cast<std::size_t>(roll);
            const std::uint32_t* play = &plays_[first_play_[at]];
            const std::uint32_t* end = &plays_[0] + first_play_[at + 1];
            std::copy_n(row(sources[table], *play) + begin, width, best);
            while (++play != end) {
              const Number* next = row(sources[table], *play) + begin;
              for (std::uint32_t i = 0; i < width; ++i) best[i] = next[i] < best[i] ? next[i] : best[i];
            }
            const int weight = throw_of(roll).weight;
            for (std::uint32_t i = 0; i < width; ++i) sum[i] += static_cast<Sum>(weight) * static_cast<Sum>(best[i]);
          }
        }
        for (std::uint32_t i = 0; i < width; ++i) {
          for (int table = 0; table < tables_; ++table) row(table, begin + i)[a] = A::kept(A::mean(sums[table][i]));
          if (tables_ == 1) continue;
          const Number theirs_now = row(opponents, begin + i)[a];
          row(may_turn_owned, begin + i)[a] = A::turned(row(owned, begin + i)[a], theirs_now);
          row(may_turn_centred, begin + i)[a] = A::turned(row(centred, begin + i)[a], theirs_now);
        }
      }
    }
  };
  // A level depends on lower levels only, so its positions are independent. Movers are ordered by pips: those outside [level -
  // most, level) have no opponent in this level.
  const std::uint64_t total = std::uint64_t{n - 1} * static_cast<std::uint64_t>(most);
  std::uint64_t done = 0;
  Ticker ticker;  // a level is too short for run_chunks to report
  for (int level = 2; level <= 2 * most; ++level) {
    const std::uint32_t first = first_of_[static_cast<std::size_t>(std::max(1, level - most))];
    const std::uint32_t count = first_of_[static_cast<std::size_t>(std::min(most + 1, level))] - first;
    constexpr const char* unit = "sides at a number of pips";
    run_chunks(part_of_job(control, done, total), count, 64, unit, [&] {
      return [&](std::uint64_t begin, std::uint64_t end) {
        find(level, first + static_cast<std::uint32_t>(begin), first + static_cast<std::uint32_t>(end));
      };
    });
    if (control.stop.stop_requested()) return false;
    done += count;
    if (control.progress && ticker.due()) control.progress(done, total, unit);
  }
  values.resize(std::size_t{n} * n * static_cast<std::size_t>(tables_));
  return true;
}

bool BearOff::solve(bool with_cube, const Control& control) {
  words_.clear();
  return sweep(values_, with_cube, control);
}

bool BearOff::solve_rounded(bool with_cube, const Control& control) {
  values_.clear();
  return sweep(words_, with_cube, control);
}

double BearOff::value(Table table, std::uint32_t i, std::uint32_t j) const {
  if (rounded()) return word(table, i, j) / 32767.5 - 1;
  return values_[at(table, i, j)];
}

double BearOff::value_with_cube(std::uint32_t i, std::uint32_t j) const {
  return Arithmetic<double>::turned(value(centred, i, j), value(opponents, i, j));
}

std::uint16_t BearOff::word(Table table, std::uint32_t i, std::uint32_t j) const {
  if (rounded()) return static_cast<std::uint16_t>(words_[at(table, i, j)] + 0x8000);
  return static_cast<std::uint16_t>(std::lround((values_[at(table, i, j)] + 1) * 32767.5));
}

std::string gnubg_header(std::string text) {
  text.resize(gnubg_header_bytes, 'x');
  text.back() = '\n';
  return text;
}

Result<std::string> read_gnubg_file(const std::string& path, std::string_view mark, std::string_view what) {
  auto bytes = read_file(path, any_size);
  if (bytes && (bytes->size() < gnubg_header_bytes || !bytes->starts_with(mark)))
    return fail(fmt::format("'{}' is not a {} file", path, what), fmt::format("expected a file beginning with {}", mark));
  return bytes;
}

std::string two_sided_bytes(const BearOff& table) {
  std::string bytes =
      gnubg_header(fmt::format("gnubg-TS-{:02}-{:02}-{}", table.points(), table.checkers(), table.tables() == 1 ? 0 : 1));
  const std::uint32_t n = table.size();
  bytes.reserve(gnubg_header_bytes + std::size_t{n} * n * static_cast<std::size_t>(table.tables()) * 2);
  for (std::uint32_t i = 0; i < n; ++i)
    for (std::uint32_t j = 0; j < n; ++j)
      for (int k = 0; k < table.tables(); ++k) append_little_endian(bytes, table.word(static_cast<BearOff::Table>(k), i, j), 2);
  return bytes;
}

Result<void> write_two_sided(const BearOff& table, const std::string& path) { return write_file(path, two_sided_bytes(table)); }

namespace {

/// A two-digit number, or -1.
int two_digits(const std::string& text, std::size_t at) {
  const auto digit = [&](std::size_t k) { return text[k] >= '0' && text[k] <= '9'; };
  return digit(at) && digit(at + 1) ? 10 * (text[at] - '0') + text[at + 1] - '0' : -1;
}

}  // namespace

Result<TwoSidedFile> TwoSidedFile::open(const std::string& path) {
  auto bytes = read_gnubg_file(path, "gnubg-TS-", "two-sided bear-off");
  if (!bytes) return fail(bytes.error());
  TwoSidedFile out;
  out.bytes_ = std::move(*bytes);
  const std::string& b = out.bytes_;
  out.points_ = two_digits(b, 9);
  out.checkers_ = two_digits(b, 12);
  if (out.points_ < 1 || out.points_ > 12 || out.checkers_ < 1 || out.checkers_ > 15 || (b[15] != '0' && b[15] != '1'))
    return fail("'" + path + "' has an invalid header", "a valid one looks like gnubg-TS-06-06-1");
  out.tables_ = b[15] == '1' ? 4 : 1;
  const std::uint64_t n = choose(out.points_ + out.checkers_, out.points_);
  if (const std::uint64_t need = gnubg_header_bytes + n * n * static_cast<std::uint64_t>(out.tables_) * 2; b.size() != need)
    return fail(fmt::format("'{}' has {} bytes, but {} positions need {}", path, b.size(), n * n, need));
  out.size_ = static_cast<std::uint32_t>(n);
  return out;
}

}  // namespace banmen::backgammon
