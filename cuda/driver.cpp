// banmen-wide: solves backgammon's endings with the wide solver, without the rest of Banmen, for machines with a GPU and nothing
// else.
//
//   banmen-wide devices
//   banmen-wide check N M             CPU and device, every cell of every tier up to N against M
//   banmen-wide sweeps N M COUNT      times of sweeps over one group alone
//   banmen-wide solve N M [options]   values, then proofs, then what the options ask for
//     --device cuda|cpu   --threads T   --unproved
//     --sample FILE       10⁵ positions of each tier
//     --words FILE        blocks of neighbouring values of the largest tier, to see how they compress
//     --gains             where a hit gains most over the best play without one, tier by tier
//     --lengths           how long games last from the two largest square tiers, and the longest that a search finds
//     --every             a line for every sweep
//     --rollouts          twenty positions of the two largest square tiers, a million games each
//     --queries FILE      positions of a file, answered in FILE.answers (queries.hpp)
//     --query "A/B"       a position: checkers of the mover and of the other side, such as 24,6/20,3; may be given again
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

#include "engines/backgammon/wide/queries.hpp"
#include "engines/backgammon/wide/rules.hpp"
#include "host/threads.hpp"
#include "research/backgammon/lengths.hpp"
#include "solve/wide/cpu.hpp"
#include "solve/wide/device.hpp"
#include "solve/wide/solver.hpp"

using namespace banmen;
using backgammon::WideRules;

namespace {

using Clock = std::chrono::steady_clock;
const Clock::time_point program_began = Clock::now();
double now() { return std::chrono::duration<double>(Clock::now() - program_began).count(); }

__attribute__((format(printf, 1, 2))) void say(const char* format, ...) {
  std::printf("[%8.2f] ", now());
  va_list arguments;
  va_start(arguments, format);
  std::vprintf(format, arguments);
  va_end(arguments);
  std::printf("\n");
  std::fflush(stdout);
}

struct Options {
  int n = 0, m = 0, sweeps = 3;
  std::string device = "cuda", sample, words, asked;
  int threads = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  bool prove = true, rollouts = false, every = false, gains = false, lengths = false;
  std::vector<std::string> queries;
};

double units(double word) { return word / wide::one; }

std::unique_ptr<wide::Backend> open(const std::string& device, const WideRules& rules, const wide::Layout& layout,
                                    const Options& options) {
  if (device == "cpu") return std::make_unique<wide::Cpu>(rules.rules, layout, options.prove, options.threads);
  std::string why;
  const auto library = wide::DeviceLibrary::load(device, why);
  if (!library) throw wide::Trouble("no device of kind " + device + ": " + why);
  return wide::DeviceLibrary::open(library, 0, rules.rules, layout.large(), layout.small(), options.prove);
}

int devices() {
  std::string why;
  const auto library = wide::DeviceLibrary::load("cuda", why);
  if (!library) {
    std::printf("no devices: %s\n", why.c_str());
    return 0;
  }
  for (const banmen_wide_device& d : library->devices())
    std::printf("%s, %.1f GiB, %.1f free, %d multiprocessors, %s\n", d.name, static_cast<double>(d.memory) / (1 << 30),
                static_cast<double>(d.free) / (1 << 30), d.multiprocessors, d.driver);
  return 0;
}

void tell_needs(const WideRules& rules, const wide::Layout& layout, const Options& options) {
  const wide::Needs needs = wide::needs_of(rules.rules, layout, options.prove);
  say("needs %.1f GB: values %.1f, radii %.1f, lists %.2f, waiting %.2f, notes %.1f", static_cast<double>(needs.all()) / 1e9,
      static_cast<double>(needs.values) / 1e9, static_cast<double>(needs.radii) / 1e9, static_cast<double>(needs.lists) / 1e9,
      static_cast<double>(needs.waiting) / 1e9, static_cast<double>(needs.notes) / 1e9);
}

const char* name_of(wide::Look look) {
  return look == wide::Look::value ? "values" : look == wide::Look::radius ? "radii" : "endless";
}

wide::SweepOptions telling(bool every) {
  wide::SweepOptions options;
  options.swept = [every](const wide::GroupReport& report, wide::Look look, const wide::Swept& swept, double seconds) {
    if (!every && swept.positions < 1'000'000'000) return;
    say("  %d v %d %s: sweep %d, %.3f s, %.3e positions a second, changed %llu, largest %llu", report.n, report.m, name_of(look),
        look == wide::Look::value    ? report.value_sweeps
        : look == wide::Look::radius ? report.radius_sweeps
                                     : report.endless_sweeps,
        seconds, static_cast<double>(swept.positions) / seconds, static_cast<unsigned long long>(swept.changed),
        static_cast<unsigned long long>(swept.largest));
  };
  return options;
}

/// Solves and proves everything with both backends and compares every cell.
int check(const Options& options) {
  const WideRules rules(std::max(options.n, options.m), options.threads);
  const wide::Layout layout(rules.rules, options.n, options.m);
  wide::Cpu cpu(rules.rules, layout, true, options.threads);
  const auto device = open(options.device, rules, layout, options);
  std::uint64_t different = 0, cells = 0;
  for (const auto& [n, m] : layout.groups()) {
    wide::GroupReport reports[2];
    wide::Backend* backends[2] = {&cpu, device.get()};
    for (int k = 0; k < 2; ++k) {
      reports[k].n = n;
      reports[k].m = m;
      backends[k]->begin(n, m);
      wide::find_values(*backends[k], reports[k], telling(false));
      wide::prove_values(*backends[k], reports[k], telling(false));
    }
    const auto [begin, end] = layout.range(n, m);
    std::vector<wide::Word> values[2];
    std::vector<std::uint8_t> radii[2];
    for (int k = 0; k < 2; ++k) {
      values[k].resize(end - begin);
      radii[k].resize(end - begin);
      backends[k]->read(begin, end - begin, values[k].data(), radii[k].data());
    }
    std::uint64_t wrong = 0;
    for (std::uint64_t at = 0; at < end - begin; ++at) wrong += values[0][at] != values[1][at] || radii[0][at] != radii[1][at];
    different += wrong;
    cells += end - begin;
    say("%d v %d: %llu positions, sweeps %d + %d + %d and %d + %d + %d, largest radius %llu, proved %d %d, %llu cells differ, "
        "checksums %016llx %016llx, cpu %.2f s, device %.3f s",
        n, m, static_cast<unsigned long long>(reports[1].positions), reports[0].value_sweeps, reports[0].endless_sweeps,
        reports[0].radius_sweeps, reports[1].value_sweeps, reports[1].endless_sweeps, reports[1].radius_sweeps,
        static_cast<unsigned long long>(reports[1].radius), reports[0].proved, reports[1].proved,
        static_cast<unsigned long long>(wrong), static_cast<unsigned long long>(cpu.checksum(n, m)),
        static_cast<unsigned long long>(device->checksum(n, m)), reports[0].value_seconds + reports[0].proof_seconds,
        reports[1].value_seconds + reports[1].proof_seconds);
  }
  say("check: %llu of %llu cells differ", static_cast<unsigned long long>(different), static_cast<unsigned long long>(cells));
  return different == 0 ? 0 : 1;
}

int sweeps(const Options& options) {
  const WideRules rules(std::max(options.n, options.m), options.threads);
  const wide::Layout layout(rules.rules, options.n, options.m);
  const auto backend = open(options.device, rules, layout, options);
  backend->begin(layout.large(), layout.small());
  wide::GroupReport report;
  report.n = options.n;
  report.m = options.m;
  wide::SweepOptions telling_all = telling(true);
  telling_all.push = false;
  telling_all.most_sweeps = options.sweeps;
  wide::find_values(*backend, report, telling_all);
  report.standing = {wide::Look::radius, telling_all.slack, {}};
  if (options.prove)
    wide::detail::sweep_until(*backend, wide::Look::radius, report, report.radius_sweeps, report.proof_seconds, telling_all,
                              [](const wide::Swept&, wide::Word) { return false; });
  return 0;
}

void write_file(const std::string& path, const std::string& bytes) {
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (file == nullptr || std::fwrite(bytes.data(), 1, bytes.size(), file) != bytes.size() || std::fclose(file) != 0)
    throw wide::Trouble("'" + path + "' can't be written");
}

std::string read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw wide::Trouble("'" + path + "' can't be read");
  return {std::istreambuf_iterator<char>(in), {}};
}

/// Samples blocks of 65,536 neighbours, spread over the tier in the order of the databases.
void write_words(wide::Backend& backend, const WideRules& rules, int n, int m, const std::string& path, int threads) {
  constexpr std::uint64_t block = 1 << 16, blocks = 56;
  const std::uint64_t all = backgammon::count_positions(n, m);
  std::string bytes;
  for (std::uint64_t k = 0; k < blocks && all > block; ++k) {
    const std::uint64_t from = (all - block) / blocks * k;
    std::vector<wide::Pair> pairs(block);
    Control control;
    control.threads = threads;
    run_chunks(control, block, 1024, "", [&] {
      return [&](std::uint64_t begin, std::uint64_t end) {
        for (std::uint64_t i = begin; i < end; ++i) pairs[i] = backgammon::pair_at(rules, n, m, from + i);
      };
    });
    std::vector<wide::Word> values(block);
    backend.look_up(n, m, pairs, values.data(), nullptr);
    bytes.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(wide::Word));
  }
  write_file(path, bytes);
}

void rollouts(wide::Backend& backend, const WideRules& rules, int n, std::uint64_t games) {
  backend.begin(n, n);
  const std::uint64_t all = backgammon::count_positions(n, n, backgammon::Meeting::contact);
  for (std::uint64_t k = 0; k < 10; ++k) {
    const std::uint64_t place = wide::stirred(1000 * static_cast<std::uint64_t>(n) + k) % all;
    const wide::Pair pair = backgammon::pair_at(rules, n, n, place);
    wide::Word value = 0;
    std::uint8_t radius = 0;
    backend.look_up(n, n, {&pair, 1}, &value, &radius);
    const wide::RolledOut out = backend.roll_out(n, n, pair, games, 1 + k);
    const double mean = units(static_cast<double>(out.sum) / static_cast<double>(out.games));
    const double square = static_cast<double>(out.squares) / std::ldexp(1.0, 40) / static_cast<double>(out.games);
    const double error = std::sqrt(std::max(0.0, square - mean * mean) / static_cast<double>(out.games));
    say("rollout %d v %d place %llu: table %+.9f, %llu games %+.6f, standard error %.6f, distance %+.2f standard errors, %.2f "
        "turns to leave the tier",
        n, n, static_cast<unsigned long long>(place), units(value), static_cast<unsigned long long>(out.games), mean, error,
        (mean - units(value)) / error, static_cast<double>(out.turns) / static_cast<double>(out.games));
  }
}

std::string side_text(const std::uint8_t* side) {
  std::string out;
  for (int slot = backgammon::bar; slot >= 1; --slot) {
    if (side[slot] == 0) continue;
    out += (out.empty() ? "" : ",") + (slot == backgammon::bar ? std::string("bar") : std::to_string(slot));
    if (side[slot] > 1) out += "x" + std::to_string(side[slot]);
  }
  return out.empty() ? "off" : out;
}

/// The position and roll with the largest gain from a hit, and the positions after both plays.
void gains(wide::Backend& backend, const WideRules& rules, const wide::Layout& layout, int n, int m) {
  const wide::Gain gain = backend.greatest_gain(n, m);
  if (gain.amount == 0) return;
  const backgammon::Sides &mine = rules.sides[static_cast<std::size_t>(n)], &theirs = rules.sides[static_cast<std::size_t>(m)];
  const auto a = static_cast<std::uint32_t>(gain.cell % layout.size(n)), b = static_cast<std::uint32_t>(gain.cell / layout.size(n));
  for (int roll = 0; roll < backgammon::throw_count; ++roll) {
    wide::Word hitting = wide::nothing, passing = wide::nothing;
    int level = -1;
    for (const wide::ListedPlay& play : backgammon::listed_plays(rules.sides, n, a, roll)) {
      if (level >= 0 && play.level != level) break;
      if ((play.landing & theirs.facing(b) & ~theirs.facing_blots(b)) != 0) continue;
      level = play.level;
      const std::uint32_t hit = play.landing & theirs.facing_blots(b);
      wide::Word value = 0;
      backend.read(layout.begin(m, play.left) + std::uint64_t{play.result} * layout.size(m) + theirs.hit_all(b, hit), 1, &value,
                   nullptr);
      wide::Word& least = hit != 0 ? hitting : passing;
      least = std::min(least, value);
    }
    if (hitting == wide::nothing || passing == wide::nothing ||
        (std::int64_t{passing} - hitting) / 2 * 2 != static_cast<std::int64_t>(gain.amount))
      continue;
    say("greatest gain from a hit, %d v %d: %s/%s, throw %d%d: %+.6f with a hit, %+.6f without, gain %.6f", n, m,
        side_text(mine.side(a)).c_str(), side_text(theirs.side(b)).c_str(), backgammon::throw_of(roll).large,
        backgammon::throw_of(roll).small, -units(hitting), -units(passing), units(static_cast<double>(gain.amount)));
    return;
  }
}

void lengths(wide::Backend& backend, const WideRules& rules, const wide::Layout& layout, int n, int threads) {
  const backgammon::LongestGames found = backgammon::longest_games(backend, rules, layout, n, n, {}, 1, threads);
  const backgammon::Sides& sides = rules.sides[static_cast<std::size_t>(n)];
  say("lengths %d v %d: %llu positions last %.3f turns on average, standard error %.3f; the longest found, %s/%s: %.3f turns, %llu "
      "games, standard error %.3f",
      n, n, static_cast<unsigned long long>(found.sampled), found.mean, found.error,
      side_text(sides.side(found.longest.pair.a)).c_str(), side_text(sides.side(found.longest.pair.b)).c_str(),
      found.longest.mean(), static_cast<unsigned long long>(found.longest.games), found.longest.error());
}

/// Parses a side's checkers, as in "24,6x2,bar".
bool read_side(const std::string& text, std::uint8_t* side) {
  std::size_t at = 0;
  while (at < text.size()) {
    char* end = nullptr;
    long point = backgammon::bar, count = 1;
    if (text.compare(at, 3, "bar") == 0) {
      at += 3;
    } else {
      point = std::strtol(text.c_str() + at, &end, 10);
      if (end == text.c_str() + at) return false;
      at = static_cast<std::size_t>(end - text.c_str());
    }
    if (at < text.size() && text[at] == 'x') {
      count = std::strtol(text.c_str() + at + 1, &end, 10);
      at = static_cast<std::size_t>(end - text.c_str());
    }
    if (point < 1 || point > backgammon::bar || count < 1 || count > 15) return false;
    side[point] = static_cast<std::uint8_t>(side[point] + count);
    if (at < text.size() && text[at++] != ',') return false;
  }
  return true;
}

void query(wide::Backend& backend, const WideRules& rules, const wide::Layout& layout, const std::string& text) {
  const std::size_t slash = text.find('/');
  std::uint8_t mover[backgammon::slots] = {}, other[backgammon::slots] = {};
  if (slash == std::string::npos || !read_side(text.substr(0, slash), mover) || !read_side(text.substr(slash + 1), other))
    throw wide::Trouble("'" + text + "' is not a position: write it as 24,6/20,3");
  const int n = backgammon::on_board(mover), m = backgammon::on_board(other);
  if (n < 1 || m < 1 || std::max(n, m) > layout.large() || std::min(n, m) > layout.small())
    throw wide::Trouble("'" + text + "' has " + std::to_string(n) + " against " + std::to_string(m) +
                        " checkers, but the tables end with " + std::to_string(layout.large()) + " against " +
                        std::to_string(layout.small()));
  if ((backgammon::points_with(mover, 1) & backgammon::facing_points_with(other, 1)) != 0)
    throw wide::Trouble("in '" + text + "' both sides have a checker on the same point");
  backend.begin(std::max(n, m), std::min(n, m));
  const wide::Pair pair{rules.sides[static_cast<std::size_t>(n)].index_of(mover),
                        rules.sides[static_cast<std::size_t>(m)].index_of(other)};
  wide::Word value = 0;
  std::uint8_t radius = 0;
  backend.look_up(n, m, {&pair, 1}, &value, &radius);
  say("query %s: %+.10f within %.1e", text.c_str(), units(value), units(radius));
}

int solve(const Options& options) {
  std::string queries;
  if (!options.asked.empty()) {
    queries = read_file(options.asked);
    static_cast<void>(backgammon::count_queries(queries));  // an invalid list is rejected before the work
  }
  const WideRules rules(std::max(options.n, options.m), options.threads);
  const wide::Layout layout(rules.rules, options.n, options.m);
  say("lists of up to %d checkers: %zu plays of the largest part", layout.large(), rules.rules.parts.back().plays.size());
  tell_needs(rules, layout, options);
  const auto backend = open(options.device, rules, layout, options);
  say("%s is ready", backend->name().c_str());
  std::vector<wide::GroupReport> reports;
  double value_seconds = 0;
  for (const auto& [n, m] : layout.groups()) {
    wide::GroupReport& report = reports.emplace_back();
    report.n = n;
    report.m = m;
    backend->begin(n, m);
    wide::find_values(*backend, report, telling(options.every));
    value_seconds += report.value_seconds;
    say("values %d v %d: %llu positions, %d sweeps, %.2f s, last change %llu", n, m,
        static_cast<unsigned long long>(report.positions), report.value_sweeps, report.value_seconds,
        static_cast<unsigned long long>(report.change));
  }
  say("all values found, %.2f s of sweeps, %.2f s since the start", value_seconds, now());
  auto sample = [&](const std::string& path) {
    std::vector<backgammon::SampledTier> tiers;
    for (const auto& [n, m] : layout.groups()) {
      backend->begin(n, m);
      tiers.push_back(backgammon::take_sample(*backend, rules, n, m, 100'000, options.threads));
      if (n != m) tiers.push_back(backgammon::take_sample(*backend, rules, m, n, 100'000, options.threads));
    }
    write_file(path, backgammon::sample_bytes(tiers));
    say("sample written: %s", path.c_str());
  };
  // A first sample before the proof, which takes as long again.
  if (!options.sample.empty() && options.prove) sample(options.sample + ".values");
  bool proved = true;
  std::uint64_t radius = 0;
  if (options.prove) {
    for (wide::GroupReport& report : reports) {
      backend->begin(report.n, report.m);
      proved = wide::prove_values(*backend, report, telling(options.every)) && proved;
      radius = std::max(radius, report.radius);
      say("proof %d v %d: games end (%llu left after %d sweeps), no interval grows after %d sweeps, largest radius %llu = %.2e, "
          "%.2f s, %s",
          report.n, report.m, static_cast<unsigned long long>(report.endless), report.endless_sweeps, report.radius_sweeps,
          static_cast<unsigned long long>(report.radius), units(static_cast<double>(report.radius)), report.proof_seconds,
          report.proved ? "proved" : "NOT PROVED");
    }
    say("all proofs %s, largest radius %.3e, %.2f s since the start", proved ? "closed" : "NOT CLOSED",
        units(static_cast<double>(radius)), now());
  }
  for (const auto& [n, m] : layout.groups()) {
    backend->begin(n, m);
    say("checksum %d v %d: %016llx%s", n, m, static_cast<unsigned long long>(backend->checksum(n, m)),
        n == m ? "" : " and its mirror image");
  }
  if (!options.sample.empty()) sample(options.sample);
  if (!options.asked.empty()) {
    write_file(options.asked + ".answers", backgammon::answered_queries(*backend, rules, layout, queries));
    say("%llu positions answered: %s.answers", static_cast<unsigned long long>(backgammon::count_queries(queries)),
        options.asked.c_str());
  }
  for (const std::string& text : options.queries) query(*backend, rules, layout, text);
  if (options.rollouts)
    for (int n = std::max(1, layout.small() - 1); n <= layout.small(); ++n) rollouts(*backend, rules, n, 1'000'000);
  if (options.lengths)
    for (int n = std::max(1, layout.small() - 1); n <= layout.small(); ++n) lengths(*backend, rules, layout, n, options.threads);
  if (!options.words.empty()) {
    backend->begin(layout.large(), layout.small());
    write_words(*backend, rules, layout.large(), layout.small(), options.words, options.threads);
    say("words written");
  }
  if (options.gains)
    for (const auto& [n, m] : layout.groups()) {
      backend->begin(n, m);
      gains(*backend, rules, layout, n, m);
      if (n != m) gains(*backend, rules, layout, m, n);
    }
  say("done");
  return proved ? 0 : 1;
}

int usage() {
  std::fprintf(stderr,
               "banmen-wide devices | check N M | sweeps N M COUNT | solve N M [--device cuda|cpu] [--threads T] [--unproved] "
               "[--sample FILE] [--words FILE] [--rollouts] [--gains] [--every] [--queries FILE] [--query A/B]\n");
  return 2;
}

}  // namespace

int main(int count, char** given) {
  const std::vector<std::string> words(given + 1, given + count);
  if (words.empty()) return usage();
  Options options;
  std::vector<std::string> plain;
  for (std::size_t k = 1; k < words.size(); ++k) {
    auto next = [&]() -> std::string { return k + 1 < words.size() ? words[++k] : std::string(); };
    if (words[k] == "--device")
      options.device = next();
    else if (words[k] == "--threads")
      options.threads = std::max(1, std::atoi(next().c_str()));
    else if (words[k] == "--unproved")
      options.prove = false;
    else if (words[k] == "--sample")
      options.sample = next();
    else if (words[k] == "--words")
      options.words = next();
    else if (words[k] == "--gains")
      options.gains = true;
    else if (words[k] == "--lengths")
      options.lengths = true;
    else if (words[k] == "--every")
      options.every = true;
    else if (words[k] == "--rollouts")
      options.rollouts = true;
    else if (words[k] == "--queries")
      options.asked = next();
    else if (words[k] == "--query")
      options.queries.push_back(next());
    else if (words[k].rfind("--", 0) == 0)
      return usage();
    else
      plain.push_back(words[k]);
  }
  if (words[0] == "devices" && plain.empty()) return devices();
  if (plain.size() < 2) return usage();
  options.n = std::atoi(plain[0].c_str());
  options.m = std::atoi(plain[1].c_str());
  if (options.n < 1 || options.m < 1 || options.n > 7 || options.m > 7) {
    std::fprintf(stderr, "banmen-wide: a side must have 1 to 7 checkers\n");
    return 2;
  }
  if (plain.size() > 2) options.sweeps = std::max(1, std::atoi(plain[2].c_str()));
  try {
    if (words[0] == "check") return check(options);
    if (words[0] == "sweeps") return sweeps(options);
    if (words[0] == "solve") return solve(options);
  } catch (const std::exception& e) {
    std::fprintf(stderr, "banmen-wide: %s\n", e.what());
    return 1;
  }
  return usage();
}
