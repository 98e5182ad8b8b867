#include "engines/backgammon/equities/equities.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <map>

#include "core/text.hpp"
#include "engines/backgammon/bearoff/hypergammon.hpp"
#include "engines/backgammon/endgames/endgames.hpp"
#include "engines/backgammon/wide/build.hpp"
#include "host/files.hpp"
#include "host/threads.hpp"
#include "solve/container.hpp"

namespace banmen::backgammon {

std::vector<std::pair<int, int>> tiers_up_to(int n, int m) {
  std::vector<std::pair<int, int>> out;
  for (const auto& [large, small] : groups_up_to(n, m)) {
    out.emplace_back(large, small);
    if (large != small) out.emplace_back(small, large);
  }
  return out;
}

namespace {

using Payoff = EquityPlan::Payoff;
constexpr const char* first_line = "banmen equities";

std::uint64_t most_of(int bits) { return (std::uint64_t{1} << bits) - 1; }

std::uint64_t word_of(double value, const EquityTable& table, int bits) {
  const double part = std::clamp((value - table.low) / (table.high - table.low), 0.0, 1.0);
  return static_cast<std::uint64_t>(std::llround(part * static_cast<double>(most_of(bits))));
}

/// Describes the computation, independent of the word size.
std::string work_owner(const EquityPlan& plan) {
  return fmt::format("{}\ncheckers {}\npayoff {}\njacoby {}\n", first_line, plan.checkers, name_of(plan.payoff),
                     plan.jacoby ? 1 : 0);
}

/// The solved tables behind one interface.
struct Solved {
  std::unique_ptr<Endgames> plain;
  std::unique_ptr<Hypergammon> hyper;
  double residual = 0, proved = -1;
  int resumed = 0;

  explicit Solved(const EquityPlan& plan) {
    if (plan.payoff == Payoff::hyper)
      hyper = std::make_unique<Hypergammon>(plan.checkers);
    else
      plain = std::make_unique<Endgames>(plan.stakes());
  }
  [[nodiscard]] std::vector<std::pair<Endgames*, std::string>> parts() const {
    if (hyper) return hyper->parts();
    return {{plain.get(), ""}};
  }
  /// Total memory: the values of a part stay while the next is solved.
  [[nodiscard]] std::uint64_t bytes_for(const EquityPlan& plan) const {
    std::uint64_t sum = 0, most = 0;
    for (const auto& [endgames, name] : parts()) sum += endgames->bytes_for(plan.mover, plan.opponent);
    for (const auto& [n, m] : tiers_up_to(plan.mover, plan.opponent)) most = std::max(most, count_positions(n, m));
    return sum + most * static_cast<std::uint64_t>(plan.bits / 8);  // a tier's words while written
  }

  [[nodiscard]] const Sides& sides(int n) const { return hyper ? hyper->cubeless().sides(n) : plain->sides(n); }
  [[nodiscard]] double value(EquityTable::Kind kind, int n, std::uint32_t a, int m, std::uint32_t b) const {
    using T = EquityTable;
    using Role = Component::Role;
    if (kind >= T::win && kind <= T::lose_backgammon) return hyper->outcomes(n, a, m, b)[static_cast<std::size_t>(kind - T::win)];
    const Role role = kind == T::owned       ? Role::owned
                      : kind == T::centred   ? Role::centred
                      : kind == T::jacoby    ? Role::jacoby
                      : kind == T::opponents ? Role::opponents
                                             : Role::plain;
    const Endgames& source = !hyper ? *plain : role == Role::plain ? hyper->cubeless() : hyper->cubeful();
    return source.value(source.component(role), n, a, m, b);
  }
};

/// Solves everything a plan needs, with checkpoints next to `path`. False if stopped; the report then contains the progress.
Result<bool> solve_all(Solved& out, const std::string& path, const EquityPlan& plan, EquityReport& report, const Control& control) {
  const int n = std::max(plan.mover, plan.opponent), m = std::min(plan.mover, plan.opponent);
  for (const auto& [endgames, part] : out.parts())
    if (!endgames->prepare(n, control.stop)) return false;
  const std::uint64_t need = report.memory = out.bytes_for(plan);
  if (need > plan.memory) return plan.too_large(need);
  EndgameOptions options = EndgameOptions::from(control, fmt::format("; {:.1f} GiB", gibibytes(need)));
  if (plan.bits == 16) options.tolerance = 1e-10;  // far below half a word, and a third fewer sweeps
  for (const auto& [endgames, part] : out.parts()) {
    Checkpoint checkpoint(path + part, work_owner(plan) + part);
    checkpoint.attach(options);
    options.memory = plan.memory - (need - endgames->bytes_for(n, m));
    const bool complete = endgames->solve(n, m, options);
    out.resumed += checkpoint.resumed();
    for (const TierReport& tier : endgames->reports()) {
      out.residual = std::max(out.residual, tier.residual);
      report.groups.push_back(tier);
    }
    if (!checkpoint.state()) return fail(checkpoint.state().error());
    if (complete) continue;
    report.groups.push_back(checkpoint.last());
    return false;
  }
  if (out.hyper && !out.hyper->find_all_outcomes(options)) return false;
  if (plan.prove) {
    if (!out.plain->prove(options)) return false;
    for (const TierReport& tier : out.plain->reports()) out.proved = std::max(out.proved, tier.error_bound);
  }
  return true;
}

/// Writes all missing tables of all tiers with write(writer, n, m, table), which returns false if stopped.
template <class Write>
Result<bool> write_tiers(const std::string& path, const EquityPlan& plan, const std::string& owner, std::size_t tables,
                         EquityReport& report, Write write) {
  const auto tiers = tiers_up_to(plan.mover, plan.opponent);
  auto writer = ContainerWriter::open(path, owner, tiers.size() * tables);
  if (!writer) return fail(writer.error());
  std::uint64_t skip = writer->written();
  for (const auto& [n, m] : tiers) {
    report.positions += count_positions(n, m);
    for (std::size_t table = 0; table < tables; ++table) {
      if (skip > 0) {
        --skip;
        continue;
      }
      const Result<bool> written = write(*writer, n, m, table);
      if (!written || !*written) return written;
    }
  }
  if (auto done = writer->finish(); !done) return fail(done.error());
  const auto file = EquityFile::open(path);
  if (!file) return fail(file.error());
  report.bytes = file->bytes();
  return report.complete = true;
}

/// Builds with the wide solver: values are streamed from the backend into the file.
Result<EquityReport> build_wide(const std::string& path, const EquityPlan& plan, const std::string& content, EquityReport report,
                                const Control& control) {
  std::string queries;
  if (!plan.queries.empty()) {
    auto read = WideTables::queries_of(plan.queries);
    if (!read) return fail(read.error());
    queries = std::move(*read);
  }
  auto tables = WideTables::prepare(plan, true, control);
  if (!tables) return fail(tables.error());
  report.memory = tables->memory();
  const auto complete = tables->solve(path, control);
  if (!complete) return fail(complete.error());
  report.resumed = tables->resumed();
  for (const wide::GroupReport& group : tables->reports()) {
    TierReport& tier = report.groups.emplace_back();
    tier.n = group.n;
    tier.m = group.m;
    tier.sweeps = group.value_sweeps;
    tier.change = static_cast<double>(group.change) / wide::one;
    tier.error_bound = static_cast<double>(group.radius) / wide::one;
    tier.seconds = group.value_seconds + group.proof_seconds;
  }
  if (!*complete) return report;
  // The last sweep changed no value by more than a unit, after half a unit of rounding.
  const std::string owner =
      content + fmt::format("residual {:.3e}\nproved {:.3e}\n", 2.0 / wide::one, tables->error_bound()) + tables->proof_text();
  if (!plan.queries.empty())
    if (auto done = tables->answer(plan.queries, queries); !done) return fail(done.error());
  // 32-bit values are exact copies, so with their radii the file contains its own proof.
  std::vector<std::pair<std::size_t, int>> parts{{0, plan.bits}};
  if (plan.bits == 32) parts.emplace_back(radius_table, 8);
  const auto written = write_tiers(
      path, plan, owner, parts.size(), report, [&](ContainerWriter& writer, int n, int m, std::size_t part) -> Result<bool> {
        const auto [table, bits] = parts[part];
        if (auto done = writer.begin(tier_number(n, m, table), static_cast<std::uint64_t>(bits / 8), count_positions(n, m)); !done)
          return fail(done.error());
        const auto streamed = tables->stream(
            n, m, bits, control, [&](std::span<const std::uint8_t> words) { return writer.append(words, control.threads); });
        if (!streamed || !*streamed) return streamed;
        if (auto done = writer.end(); !done) return fail(done.error());
        return true;
      });
  if (!written) return fail(written.error());
  if (*written) tables->forget(path);
  return report;
}

}  // namespace

Stakes EquityPlan::stakes() const {
  Stakes out;
  out.kind = payoff == Payoff::single ? Stakes::Kind::single : payoff == Payoff::cube ? Stakes::Kind::cube : Stakes::Kind::money;
  out.checkers = checkers;
  out.jacoby = jacoby;
  return out;
}

const char* EquityTable::name() const {
  static constexpr const char* names[] = {"equity",          "win",   "win_gammon", "win_backgammon", "lose_gammon",
                                          "lose_backgammon", "owned", "centred",    "jacoby",         "opponents"};
  return names[kind];
}

std::vector<EquityTable> tables_of(const EquityPlan& plan) {
  using T = EquityTable;
  switch (plan.payoff) {
    case Payoff::single: return {{T::equity, -1, 1}};
    case Payoff::money: return {{T::equity, -3, 3}};
    case Payoff::cube: return {{T::owned, -3, 3}, {plan.jacoby ? T::jacoby : T::centred, -3, 3}, {T::opponents, -3, 3}};
    case Payoff::hyper: break;
  }
  std::vector<T> out{{T::equity, -3, 3}};
  for (const auto kind : {T::win, T::win_gammon, T::win_backgammon, T::lose_gammon, T::lose_backgammon})
    out.push_back({kind, 0, 1});
  for (const auto kind : {T::owned, T::centred, T::jacoby, T::opponents}) out.push_back({kind, -3, 3});
  return out;
}

Result<EquityReport> build_equities(const std::string& path, const EquityPlan& plan, const Control& control) {
  const auto began = std::chrono::steady_clock::now();
  EquityReport report;
  const std::string content =
      work_owner(plan) + fmt::format("game {}\nmover {}\nopponent {}\nbits {}\n", plan.game, plan.mover, plan.opponent, plan.bits);
  FileLock lock;
  auto made = Container::made(path, content);
  if (made && !*made) {
    auto taken = FileLock::take(path);
    if (!taken) return fail(taken.error());
    lock = std::move(*taken);
    made = Container::made(path, content);  // another process may have finished it
  }
  if (!made) return fail(made.error());
  if (*made) {
    const auto file = EquityFile::open(path);
    if (!file) return fail(file.error());
    if (plan.prove && file->proved() < 0)
      return fail("'" + path + "' already exists, and its values are not proved", "remove it, or choose another name");
    report.positions = file->positions();
    report.bytes = file->bytes();
    report.complete = true;
    return report;
  }
  if (plan.device != "none") {
    auto built = build_wide(path, plan, content, report, control);
    if (built) built->seconds = seconds_since(began);
    return built;
  }
  Solved values(plan);
  const auto complete = solve_all(values, path, plan, report, control);
  if (!complete) return fail(complete.error());
  report.resumed = values.resumed;
  if (!*complete) return report;
  const auto tables = tables_of(plan);
  const std::string owner = content + fmt::format("residual {:.3e}\nproved {}\n", values.residual,
                                                  values.proved < 0 ? "no" : fmt::format("{:.3e}", values.proved));
  const auto word_bytes = static_cast<std::size_t>(plan.bits / 8);
  const auto written = write_tiers(
      path, plan, owner, tables.size(), report, [&](ContainerWriter& writer, int n, int m, std::size_t t) -> Result<bool> {
        const std::uint64_t contacts = count_positions(n, m, Meeting::contact), all = count_positions(n, m);
        std::vector<std::uint8_t> bytes(all * word_bytes);
        run_chunks(control, all, 1 << 14, fmt::format("positions of {} against {} written", n, m), [&] {
          return [&](std::uint64_t begin, std::uint64_t end) {
            std::uint8_t mover[slots] = {}, opponent[slots] = {};
            for (std::uint64_t place = begin; place < end; ++place) {
              unplace(n, m, contacts, place, mover, opponent);
              const double value =
                  values.value(tables[t].kind, n, values.sides(n).index_of(mover), m, values.sides(m).index_of(opponent));
              const std::uint64_t word = word_of(value, tables[t], plan.bits);
              for (std::size_t k = 0; k < word_bytes; ++k)
                bytes[place * word_bytes + k] = static_cast<std::uint8_t>(word >> (8 * k));
            }
          };
        });
        if (control.stop.stop_requested()) return false;
        if (auto done = writer.write(tier_number(n, m, t), word_bytes, bytes, {}, control.threads); !done)
          return fail(done.error());
        return true;
      });
  if (!written) return fail(written.error());
  if (!*written) return report;
  for (const auto& [endgames, part] : values.parts())
    Checkpoint(path + part, "").remove(std::max(plan.mover, plan.opponent), std::min(plan.mover, plan.opponent));
  report.seconds = seconds_since(began);
  return report;
}

/// Cache of decompressed tiers: otherwise every probe would decompress a block.
struct EquityFile::Cache {
  std::mutex mutex;
  std::map<std::uint64_t, std::vector<std::uint8_t>> tiers;
};

Result<EquityFile> EquityFile::open(const std::string& path) {
  auto container = Container::open(path);
  if (!container) return fail(container.error());
  std::map<std::string, std::string, std::less<>> fields;
  const auto lines = split(container->owner(), '\n');
  if (lines.empty() || lines[0] != first_line) return fail("'" + path + "' is not a database of backgammon equities");
  for (const std::string_view line : lines)
    if (const auto space = line.find(' '); space != std::string_view::npos)
      fields.emplace(std::string(line.substr(0, space)), std::string(line.substr(space + 1)));
  EquityFile out;
  out.plan_.game = fields["game"];
  for (int k = 0; k < 4; ++k)
    if (fields["payoff"] == payoff_names[k]) out.plan_.payoff = static_cast<Payoff>(k);
  auto number = [&](const char* key) { return std::atoi(fields[key].c_str()); };
  out.plan_.checkers = number("checkers");
  out.plan_.jacoby = number("jacoby") != 0;
  out.plan_.mover = number("mover");
  out.plan_.opponent = number("opponent");
  out.plan_.bits = number("bits");
  out.residual_ = std::atof(fields["residual"].c_str());
  out.proved_ = fields["proved"] == "no" ? -1 : std::atof(fields["proved"].c_str());
  out.plan_.prove = out.proved_ >= 0;
  out.tables_ = tables_of(out.plan_);
  const bool whole = out.plan_.mover >= 1 && out.plan_.mover <= 15 && out.plan_.opponent >= 1 && out.plan_.opponent <= 15 &&
                     (out.plan_.bits == 16 || out.plan_.bits == 32);
  if (!whole) return fail("'" + path + "' has invalid metadata", "remove it and build it again");
  for (const auto& [n, m] : tiers_up_to(out.plan_.mover, out.plan_.opponent))
    for (std::size_t t = 0; t < out.tables_.size(); ++t)
      if (!container->has(tier_number(n, m, t)))
        return fail(fmt::format("'{}' has no values for {} against {} checkers", path, n, m), "remove it and build it again");
  out.container_ = std::make_shared<const Container>(std::move(*container));
  out.cache_ = std::make_shared<Cache>();
  return out;
}

std::uint64_t EquityFile::positions() const {
  std::uint64_t sum = 0;
  for (const auto& [n, m] : tiers_up_to(plan_.mover, plan_.opponent)) sum += count_positions(n, m);
  return sum;
}

std::vector<EquityFile::Tier> EquityFile::tiers() const {
  std::vector<Tier> out;
  for (const auto& [n, m] : tiers_up_to(plan_.mover, plan_.opponent)) {
    Tier tier{n, m, count_positions(n, m), 0};
    for (const ContainerTier& part : container_->tiers())
      if (part.tier / 16 == tier_number(n, m, 0) / 16) tier.bytes += part.stored_bytes;
    out.push_back(tier);
  }
  return out;
}

double EquityFile::rounding() const {
  double most = 0;
  for (const EquityTable& table : tables_)
    most = std::max(most, (table.high - table.low) / 2 / static_cast<double>(most_of(plan_.bits)));
  return most;
}

bool EquityFile::covers(int n, int m) const {
  return n >= 1 && m >= 1 && std::max(n, m) <= std::max(plan_.mover, plan_.opponent) &&
         std::min(n, m) <= std::min(plan_.mover, plan_.opponent);
}

bool EquityFile::has(EquityTable::Kind kind) const {
  for (const EquityTable& table : tables_)
    if (table.kind == kind) return true;
  return false;
}

Result<std::uint64_t> EquityFile::stored(std::size_t table, std::size_t bytes, const std::uint8_t* mover,
                                         const std::uint8_t* opponent) const {
  const int n = on_board(mover), m = on_board(opponent);
  const std::uint64_t tier = tier_number(n, m, table), place = place_of(n, m, mover, opponent);
  constexpr std::uint64_t most_kept = std::uint64_t{1} << 30;  // bytes of a cached tier; larger tiers are read by blocks
  if (count_positions(n, m) * bytes > most_kept) {
    const auto read = container_->value(tier, place);
    if (!read) return fail(read.error());
    return *read;
  }
  const std::lock_guard lock(cache_->mutex);
  auto found = cache_->tiers.find(tier);
  if (found == cache_->tiers.end()) {
    auto read = container_->read(tier);
    if (!read) return fail(read.error());
    found = cache_->tiers.emplace(tier, std::move(*read)).first;
  }
  std::uint64_t word = 0;
  for (std::size_t k = 0; k < bytes; ++k) word |= static_cast<std::uint64_t>(found->second[place * bytes + k]) << (8 * k);
  return word;
}

Result<double> EquityFile::value(EquityTable::Kind kind, const std::uint8_t* mover, const std::uint8_t* opponent) const {
  std::size_t t = 0;
  while (tables_[t].kind != kind) ++t;
  const EquityTable& table = tables_[t];
  return stored(t, static_cast<std::size_t>(plan_.bits / 8), mover, opponent).map([&](std::uint64_t word) {
    return table.low + (table.high - table.low) * static_cast<double>(word) / static_cast<double>(most_of(plan_.bits));
  });
}

/// True if gammons count in the file as in the game, in this position and all that follow.
bool EquityFile::fits(const BackgammonRules& g, const BackgammonRules::Position& p) const {
  if (g.match != 0 || (g.beavers && g.stakes == BackgammonRules::Payoff::cube)) return false;
  const int n = on_board(p.checkers[p.mover]), m = on_board(p.checkers[1 - p.mover]);
  if (!covers(n, m)) return false;
  const bool here = plan_.payoff != Payoff::single && std::max(n, m) >= plan_.checkers;
  const bool there = g.stakes != BackgammonRules::Payoff::single && std::max(n, m) >= g.checkers;
  return here == there && (!here || plan_.checkers == g.checkers);
}

Result<std::optional<double>> EquityFile::expected(const BackgammonRules& g, const BackgammonRules::Position& p) const {
  using T = EquityTable;
  using Phase = BackgammonRules::Phase;
  if ((p.phase != Phase::roll && p.phase != Phase::decide) || !fits(g, p)) return std::optional<double>{};
  T::Kind kind = T::equity;
  double cube = 1;
  if (g.stakes == BackgammonRules::Payoff::cube) {
    cube = 1 << p.cube;
    if (p.phase == Phase::decide && p.owner == p.mover)
      kind = T::owned;
    else if (p.phase == Phase::decide)
      kind = g.jacoby ? T::jacoby : T::centred;
    else if (p.owner == 1 - p.mover)
      kind = T::opponents;
    else
      return std::optional<double>{};  // decided to roll: the next throw decides
  }
  if (!has(kind)) return std::optional<double>{};
  const auto found = value(kind, p.checkers[p.mover], p.checkers[1 - p.mover]);
  if (!found) return fail(found.error());
  return std::optional<double>{cube * *found};
}

Result<std::optional<std::array<double, 5>>> EquityFile::chances(const BackgammonRules& g,
                                                                 const BackgammonRules::Position& p) const {
  using T = EquityTable;
  using Phase = BackgammonRules::Phase;
  std::array<double, 5> out{};
  if ((p.phase != Phase::roll && p.phase != Phase::decide) || !fits(g, p)) return std::optional<std::array<double, 5>>{};
  const std::uint8_t *mover = p.checkers[p.mover], *opponent = p.checkers[1 - p.mover];
  if (has(T::win)) {
    for (std::size_t k = 0; k < 5; ++k) {
      const auto found = value(static_cast<T::Kind>(T::win + k), mover, opponent);
      if (!found) return fail(found.error());
      out[k] = *found;
    }
    return std::optional{out};
  }
  // Without gammons the equity determines the chances.
  const bool gammons = plan_.payoff != Payoff::single && std::max(on_board(mover), on_board(opponent)) >= plan_.checkers;
  if (gammons || !has(T::equity)) return std::optional<std::array<double, 5>>{};
  const auto found = value(T::equity, mover, opponent);
  if (!found) return fail(found.error());
  out[0] = (*found + 1) / 2;
  return std::optional{out};
}

BackgammonRules::Position to_roll(const BackgammonRules& g, const std::uint8_t* mover, const std::uint8_t* opponent) {
  BackgammonRules::Position p{};
  p.owner = BackgammonRules::centred;
  for (int seat = 0; seat < 2; ++seat) {
    const std::uint8_t* side = seat == 0 ? mover : opponent;
    std::copy_n(side + 1, bar, p.checkers[seat] + 1);
    p.checkers[seat][off] = static_cast<std::uint8_t>(g.checkers - on_board(side));
  }
  p.phase = g.before_roll(p);
  return p;
}

std::vector<Backgammon> games_of(const EquityPlan& plan) {
  Backgammon g;
  g.checkers = static_cast<std::uint8_t>(plan.checkers);
  std::vector<Backgammon> out;
  auto add = [&](Backgammon::Payoff stakes, bool jacoby) {
    g.stakes = stakes;
    g.jacoby = jacoby ? 1 : 0;
    out.push_back(g);
  };
  if (plan.payoff == Payoff::single) add(Backgammon::Payoff::single, false);
  if (plan.payoff == Payoff::money || plan.payoff == Payoff::hyper) add(Backgammon::Payoff::money, false);
  if (plan.payoff == Payoff::cube) add(Backgammon::Payoff::cube, plan.jacoby);
  if (plan.payoff == Payoff::hyper)
    for (const bool jacoby : {false, true}) add(Backgammon::Payoff::cube, jacoby);
  return out;
}

}  // namespace banmen::backgammon
