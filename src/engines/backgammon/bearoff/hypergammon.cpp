#include "engines/backgammon/bearoff/hypergammon.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/control.hpp"
#include "core/little_endian.hpp"
#include "engines/backgammon/bearoff/bearoff.hpp"
#include "engines/backgammon/bearoff/race.hpp"
#include "host/files.hpp"
#include "host/threads.hpp"

namespace banmen::backgammon {

namespace {

constexpr std::size_t record_bytes = 28;
constexpr double unit = 16777215;

}  // namespace

Hypergammon::Hypergammon(int checkers) : checkers_(checkers), outcomes_(static_cast<std::size_t>((checkers + 1) * (checkers + 1))) {
  Stakes stakes;
  stakes.checkers = checkers;
  stakes.kind = Stakes::Kind::money;
  cubeless_ = std::make_unique<Endgames>(stakes);
  stakes.kind = Stakes::Kind::cube;
  stakes.both = true;
  cubeful_ = std::make_unique<Endgames>(stakes);
}

bool Hypergammon::solve(const EndgameOptions& options) {
  for (const auto& [endgames, part] : parts())
    if (!endgames->solve(checkers_, checkers_, options)) return false;
  return find_all_outcomes(options);
}

bool Hypergammon::find_all_outcomes(const EndgameOptions& options) {
  for (const auto& [n, m] : groups_up_to(checkers_, checkers_))
    if (!find_outcomes(n, m, options)) return false;
  return true;
}

/// Outcomes under best cubeless play: fixes the plays first, then sweeps in order of pips until convergence.
bool Hypergammon::find_outcomes(int n, int m, const EndgameOptions& options) {
  struct Position {
    std::uint8_t tier;  // 0: n against m, 1: m against n
    std::uint32_t place;
    std::array<std::uint32_t, throw_count> next;  // places in the table of m against n, or of n against m
    Outcomes settled;                             // from throws that end the game or leave these tiers
  };
  constexpr std::uint32_t left_them = ~std::uint32_t{0};
  std::vector<Outcomes>* tables[2] = {&outcomes_[slot(n, m)], &outcomes_[slot(m, n)]};
  const std::size_t tiers = n == m ? 1 : 2;
  for (std::size_t t = 0; t < tiers; ++t)
    tables[t]->assign(std::size_t{cubeless_->sides(n).size()} * cubeless_->sides(m).size(), Outcomes{});
  const auto report = [&](int sweep, double share, double change) {
    if (options.progress) options.progress(n, m, sweep, share, change);
    return !options.stop.stop_requested();
  };

  const auto plays_of = [&](int x, std::uint32_t a, int y, std::uint32_t b) {
    const Sides& mine = cubeless_->sides(x);
    const Sides& theirs = cubeless_->sides(y);
    Position p{static_cast<std::uint8_t>(x != n), a * theirs.size() + b, {}, {}};
    for (int roll = 0; roll < throw_count; ++roll) {
      double best = -4;
      int best_left = 0;
      std::uint32_t best_result = 0, best_after = 0;
      for_results(mine, a, theirs, b, roll, [&](int left, std::uint32_t result, std::uint32_t after) {
        const double value =
            left == 0 ? cubeless_->stakes().points(theirs.side(after)) : -cubeless_->value(0, y, after, left, result);
        if (value <= best) return;
        best = value;
        best_left = left;
        best_result = result;
        best_after = after;
      });
      std::uint32_t& next = p.next[static_cast<std::size_t>(roll)];
      next = best_left == x ? best_after * mine.size() + best_result : left_them;
      if (next != left_them) continue;
      Outcomes o{1, best >= 2 ? 1.0 : 0.0, best >= 3 ? 1.0 : 0.0, 0, 0};
      if (best_left != 0)
        o = turned(outcomes_[slot(y, best_left)][std::size_t{best_after} * cubeless_->sides(best_left).size() + best_result]);
      for (std::size_t k = 0; k < 5; ++k) p.settled[k] += throw_of(roll).weight * o[k];
    }
    return p;
  };
  // In order of the pips of both sides together, like the sides themselves.
  std::vector<Position> positions;
  positions.reserve(count_positions(n, m) * tiers);
  const int most = cubeless_->sides(n).most_pips() + cubeless_->sides(m).most_pips();
  for (int pips = 2; pips <= most; ++pips) {
    for (std::size_t t = 0; t < tiers; ++t) {
      const int x = t == 0 ? n : m, y = t == 0 ? m : n;
      const Sides& mine = cubeless_->sides(x);
      const Sides& theirs = cubeless_->sides(y);
      for (std::uint32_t a = mine.first_of(std::max(1, pips - theirs.most_pips())); a < mine.size() && mine.pips(a) < pips; ++a) {
        if (options.stop.stop_requested()) return false;
        const int rest = pips - mine.pips(a);
        for (std::uint32_t b = theirs.first_of(rest); b < theirs.first_of(rest + 1); ++b)
          if (cubeless_->possible(x, a, y, b)) positions.push_back(plays_of(x, a, y, b));
      }
      if (!report(0, static_cast<double>(pips) / most, 0)) return false;
    }
  }

  constexpr std::size_t stretch = 1 << 16;
  double change = 1;
  for (int sweep = 0; change > 1e-13; ++sweep) {
    const double last = change;
    change = 0;
    for (std::size_t at = 0; at < positions.size(); ++at) {
      if (at % stretch == 0 && !report(sweep, static_cast<double>(at) / static_cast<double>(positions.size()), last)) return false;
      const Position& p = positions[at];
      Outcomes sum = p.settled;
      const std::vector<Outcomes>& theirs = *tables[1 - p.tier];  // the same table if n = m
      for (int roll = 0; roll < throw_count; ++roll) {
        const std::uint32_t next = p.next[static_cast<std::size_t>(roll)];
        if (next == left_them) continue;
        const Outcomes o = turned(theirs[next]);
        for (std::size_t k = 0; k < 5; ++k) sum[k] += throw_of(roll).weight * o[k];
      }
      Outcomes& old = (*tables[p.tier])[p.place];
      for (std::size_t k = 0; k < 5; ++k) {
        sum[k] /= 36;
        change = std::max(change, std::fabs(sum[k] - old[k]));
      }
      old = sum;
    }
  }
  return true;
}

double Hypergammon::rolls(Component::Role role, int n, std::uint32_t a, int m, std::uint32_t b) const {
  const Endgames& e = *cubeful_;
  const int source = e.components()[static_cast<std::size_t>(e.component(role))].source;
  const bool plain = role == Component::Role::jacoby;
  double sum = 0;
  for (int roll = 0; roll < throw_count; ++roll) {
    double best = -4;
    for_results(e.sides(n), a, e.sides(m), b, roll, [&](int left, std::uint32_t result, std::uint32_t after) {
      best = std::max(
          best, left == 0 ? (plain ? 1 : e.stakes().points(e.sides(m).side(after))) : -e.value(source, m, after, left, result));
    });
    sum += throw_of(roll).weight * best;
  }
  return sum / 36;
}

HyperRecord Hypergammon::record(const std::uint8_t* mover, const std::uint8_t* opponent) const {
  const int n = on_board(mover), m = on_board(opponent);
  HyperRecord record;
  if (n == 0 || m == 0) {
    const int points = cubeless_->stakes().points(n == 0 ? opponent : mover);
    const double sign = n == 0 ? 1 : -1;
    const std::size_t gammon = n == 0 ? 1 : 3;
    record.outcomes[0] = n == 0 ? 1 : 0;
    record.outcomes[gammon] = points >= 2;
    record.outcomes[gammon + 1] = points >= 3;
    record.rolls = {sign * points, sign * points, sign, sign * points};
    return record;
  }
  const std::uint32_t a = cubeless_->sides(n).index_of(mover), b = cubeless_->sides(m).index_of(opponent);
  if (!cubeless_->possible(n, a, m, b)) return record;
  record.outcomes = outcomes(n, a, m, b);
  using Role = Component::Role;
  record.rolls = {rolls(Role::owned, n, a, m, b), rolls(Role::centred, n, a, m, b), rolls(Role::jacoby, n, a, m, b),
                  rolls(Role::opponents, n, a, m, b)};
  return record;
}

double Hypergammon::opening() const {
  std::uint8_t side[slots] = {};
  for (int k = 0; k < checkers_; ++k) side[24 - k] = 1;
  const Sides& sides = cubeless_->sides(checkers_);
  const std::uint32_t start = sides.index_of(side);
  double sum = 0;
  for (int roll = 0; roll < throw_count; ++roll) {
    if (throw_of(roll).weight == 1) continue;
    double best = -4;
    for_results(sides, start, sides, start, roll, [&](int left, std::uint32_t result, std::uint32_t after) {
      best = std::max(best, -cubeless_->value(0, checkers_, after, left, result));
    });
    sum += best;
  }
  return sum / 15;
}

Result<void> Hypergammon::write(const std::string& path, const Control& control) const {
  constexpr std::uint64_t movers_at_once = 64;
  auto file = FileWriter::open(path);
  if (!file) return fail(file.error());
  if (auto written = file->write(gnubg_header(fmt::format("gnubg-H{}", checkers_))); !written) return written;
  const auto sides = sides_by_number(bar, checkers_);
  const std::uint64_t count = sides.size();
  for (std::uint64_t first = 0; first < count; first += movers_at_once) {
    const std::uint64_t movers = std::min(movers_at_once, count - first);
    std::string bytes(movers * count * record_bytes, '\0');
    const auto find = [&](std::uint64_t begin, std::uint64_t end) {
      char* to = &bytes[begin * count * record_bytes];
      const auto put = [&](double fraction) {
        const auto word = static_cast<std::uint32_t>(std::lround(std::clamp(fraction, 0.0, 1.0) * unit));
        for (int k = 0; k < 3; ++k) *to++ = static_cast<char>(word >> (8 * k) & 0xff);
      };
      for (std::uint64_t i = first + begin; i < first + end; ++i)
        for (const auto& opponent : sides) {
          const HyperRecord r = record(sides[i].data(), opponent.data());
          for (const double chance : r.outcomes) put(chance);
          for (const double value : r.rolls) put(value / 6 + 0.5);
          ++to;  // padding
        }
    };
    run_chunks(part_of_job(control, first, count), movers, 1, "movers written", [&] { return find; });
    if (control.stop.stop_requested()) return fail(ErrorKind::stopped, "stopped before the file was complete");
    if (auto written = file->write(bytes); !written) return written;
  }
  return file->finish();
}

Result<HyperFile> HyperFile::open(const std::string& path) {
  auto bytes = read_gnubg_file(path, "gnubg-H", "hypergammon");
  if (!bytes) return fail(bytes.error());
  HyperFile out;
  out.bytes_ = std::move(*bytes);
  out.checkers_ = out.bytes_[7] - '0';
  if (out.checkers_ < 1 || out.checkers_ > 3)
    return fail("'" + path + "' is not a hypergammon file", "expected a file beginning with gnubg-H1, gnubg-H2 or gnubg-H3");
  out.size_ = choose(bar + out.checkers_, bar);
  if (const std::uint64_t need = gnubg_header_bytes + out.size_ * out.size_ * record_bytes; out.bytes_.size() != need)
    return fail(fmt::format("'{}' has {} bytes instead of {}", path, out.bytes_.size(), need));
  return out;
}

HyperRecord HyperFile::record(const std::uint8_t* mover, const std::uint8_t* opponent) const {
  std::size_t at = gnubg_header_bytes + (gnubg_number(mover, bar) * size_ + gnubg_number(opponent, bar)) * record_bytes;
  auto get = [&] {
    at += 3;
    return static_cast<double>(little_endian(&bytes_[at - 3], 3)) / unit;
  };
  HyperRecord record;
  for (double& chance : record.outcomes) chance = get();
  for (double& value : record.rolls) value = (get() - 0.5) * 6;
  return record;
}

}  // namespace banmen::backgammon
