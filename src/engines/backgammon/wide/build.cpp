#include "engines/backgammon/wide/build.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <optional>
#include <thread>

#include "core/little_endian.hpp"
#include "engines/backgammon/wide/queries.hpp"
#include "host/files.hpp"
#include "host/threads.hpp"
#include "solve/wide/cpu.hpp"
#include "solve/wide/device.hpp"

namespace banmen::backgammon {
namespace {

constexpr char magic[8] = {'b', 'n', 'm', 'n', 'w', 'i', 'd', '2'};
constexpr std::uint64_t piece = 1 << 24;             // cells per transfer
constexpr std::uint64_t values_at_a_time = 1 << 24;  // positions per transfer in file order

struct Header {
  char magic[8];
  std::int64_t n, m, scale;
  std::uint64_t cells, checksums[2];  // of the group; of its tier and the mirror image
  std::int64_t value_sweeps, endless_sweeps, radius_sweeps, radius;
  double value_seconds, proof_seconds;
  std::int64_t proved;
  // State of unfinished sweeps:
  std::int64_t look, with, ratio, since;
  std::uint64_t largest, change;
};

/// Calls visit(field of the header, field of the report) for all fields of progress.
template <class Header, class Report, class Visit>
void tie_progress(Header& header, Report& report, Visit visit) {
  visit(header.value_sweeps, report.value_sweeps);
  visit(header.endless_sweeps, report.endless_sweeps);
  visit(header.radius_sweeps, report.radius_sweeps);
  visit(header.radius, report.radius);
  visit(header.value_seconds, report.value_seconds);
  visit(header.proof_seconds, report.proof_seconds);
  visit(header.proved, report.proved);
  visit(header.look, report.standing.look);
  visit(header.with, report.standing.with);
  visit(header.ratio, report.standing.pace.ratio);
  visit(header.since, report.standing.pace.since);
  visit(header.largest, report.standing.pace.largest);
  visit(header.change, report.change);
}

std::string work_file(const std::string& path, int n, int m) { return fmt::format("{}.work-{}v{}", path, n, m); }

std::string_view bytes_of(const void* data, std::size_t size) { return {static_cast<const char*>(data), size}; }

/// Turns a backend's exception into an error.
template <class Work>
auto guarded(Work work) -> Result<decltype(work())> {
  try {
    if constexpr (std::is_void_v<decltype(work())>) {
      work();
      return {};
    } else {
      return work();
    }
  } catch (const wide::Trouble& trouble) {
    return fail(ErrorKind::failed, trouble.what());
  }
}

}  // namespace

FileOrder::FileOrder(const WideRules& rules, int n, int m) {
  const Sides &mine = rules.sides[static_cast<std::size_t>(n)], &theirs = rules.sides[static_cast<std::size_t>(m)];
  std::uint8_t mover[slots] = {}, opponent[slots] = {};
  for (std::uint64_t rank = 0; rank < side_count(m); ++rank) {
    unrank_side(m, rank, opponent);
    others.push_back(theirs.index_of(opponent));
  }
  for (const Meeting meeting : {Meeting::contact, Meeting::race}) {
    const std::uint64_t all = count_positions(n, m, meeting);
    for (std::uint64_t rank = 0; rank < all;) {
      unrank_position(n, m, meeting, rank, mover, opponent);
      const std::uint32_t a = mine.index_of(mover);
      const int top = mine.top(a), held = std::popcount(mine.points(a));
      // Ranks of opponents on points that the mover has passed come first: those are races.
      const std::uint64_t races = top == bar ? 0 : multisets(24 - top, m), both = choose(24 - held + m, m);
      const bool contact = meeting == Meeting::contact;
      columns.push_back({a, contact ? static_cast<std::uint32_t>(races) : 0,
                         static_cast<std::uint32_t>(contact ? side_count(m) : races), 0, positions});
      const std::uint64_t size = contact ? both - races : races;
      rank += size;
      positions += size;
    }
  }
}

FileOrder::Some FileOrder::some(std::size_t first, std::uint64_t most) const {
  Some out;
  out.begin = out.end = columns[first].place;
  while (first < columns.size() && (out.columns.empty() || out.end - out.begin < most)) {
    out.columns.push_back(columns[first++]);
    out.columns.back().place -= out.begin;
    out.end = first < columns.size() ? columns[first].place : positions;
  }
  return out;
}

Result<WideTables> WideTables::prepare(const BuildPlan& plan, bool radii, const Control& control) {
  WideTables out;
  out.keep_every_ = plan.keep_every;
  const int n = std::max(plan.mover, plan.opponent), m = std::min(plan.mover, plan.opponent);
  std::string why;
  std::shared_ptr<const wide::DeviceLibrary> library;
  if (plan.device != "cpu") {
    library = wide::DeviceLibrary::load(plan.device, why);
    if (library && library->devices().empty()) why = "the library found no device";
    if (!library || library->devices().empty())
      return fail(fmt::format("no {} device available: {}", plan.device, why), "use --device cpu");
  }
  out.rules_ = std::make_unique<WideRules>(n, control.threads);
  out.layout_ = std::make_unique<wide::Layout>(out.rules_->rules, n, m);
  out.memory_ = wide::needs_of(out.rules_->rules, *out.layout_, radii).all();
  if (!library) {
    if (out.memory_ > plan.memory) return plan.too_large(out.memory_);
    auto cpu = std::make_unique<wide::Cpu>(out.rules_->rules, *out.layout_, radii, control.threads);
    cpu->stop_with(control.stop);
    out.backend_ = std::move(cpu);
    return out;
  }
  auto opened = guarded([&] { return wide::DeviceLibrary::open(library, 0, out.rules_->rules, n, m, radii); });
  if (!opened)
    return fail(opened.error().message(),
                fmt::format("use fewer checkers, or --device cpu --memory {:.0f}", std::ceil(gibibytes(out.memory_) + 0.05)));
  out.backend_ = std::move(*opened);
  return out;
}

void WideTables::begin(int n, int m) {
  const std::pair<int, int> group{std::max(n, m), std::min(n, m)};
  if (begun_ == group) return;
  backend_->begin(group.first, group.second);
  begun_ = group;
}

Result<bool> WideTables::load(const std::string& path, wide::GroupReport& report) {
  const std::string name = work_file(path, report.n, report.m);
  const File in(std::fopen(name.c_str(), "rb"));
  if (!in) return false;
  const auto refused = [&](const std::string& what) { return fail(fmt::format("'{}' {}", name, what), "move it away"); };
  Header header;
  if (std::fread(&header, sizeof header, 1, in.get()) != 1 || std::memcmp(header.magic, magic, sizeof magic) != 0)
    return refused("is not a checkpoint of this solver");
  const auto [from, to] = layout_->range(report.n, report.m);
  if (header.n != report.n || header.m != report.m || header.cells != to - from)
    return refused(fmt::format("holds {} against {} checkers, not {} against {}", header.n, header.m, report.n, report.m));
  if (header.scale != wide::scale_bits)
    return refused(fmt::format("has values on a scale of 2^{}, but this version uses 2^{}", header.scale, wide::scale_bits));
  std::vector<wide::Word> values(std::min(piece, to - from));
  std::vector<std::uint8_t> radii(values.size());
  const auto cut = [&] { return refused("is truncated"); };
  for (std::uint64_t at = from; at < to; at += piece) {
    const std::uint64_t count = std::min(piece, to - at);
    if (std::fread(values.data(), sizeof(wide::Word), count, in.get()) != count) return cut();
    if (std::fread(radii.data(), 1, count, in.get()) != count) return cut();
    backend_->write(at, count, values.data(), radii.data());
  }
  if (backend_->checksum(report.n, report.m) != header.checksums[0] ||
      backend_->checksum(report.m, report.n) != header.checksums[1])
    return refused("does not match its checksum");
  tie_progress(header, report, [](const auto& kept, auto& now) { now = static_cast<std::decay_t<decltype(now)>>(kept); });
  return true;
}

/// Writes groups to disk, proved ones on a thread of its own, one at a time.
class WideTables::Keeper {
 public:
  Keeper(wide::Backend& backend, const wide::Layout& layout, std::string path)
      : backend_(backend), layout_(layout), path_(std::move(path)) {
    std::error_code ignored;
    folder_ = std::filesystem::absolute(path_, ignored).parent_path();
  }

  /// Size of a group; true if the disk has room for twice that (a file is written next to the one it replaces, and the database
  /// comes on top).
  [[nodiscard]] std::uint64_t bytes(int n, int m) const {
    const auto [from, to] = layout_.range(n, m);
    return (to - from) * (sizeof(wide::Word) + 1);
  }
  [[nodiscard]] bool room_for(std::uint64_t bytes, std::uint64_t taken = 0) const {
    std::error_code trouble;
    const auto room = std::filesystem::space(folder_, trouble);
    return trouble || (room.available > taken && (room.available - taken) / 2 > bytes);
  }
  /// Describes the groups that fit on the disk, before any work.
  [[nodiscard]] std::string forecast() const {
    std::uint64_t taken = 0;
    std::string out;
    for (const auto& [n, m] : layout_.groups()) {
      const std::uint64_t size = bytes(n, m);
      if (room_for(size, taken))
        taken += size;
      else
        out +=
            fmt::format("{}{} against {} ({:.1f} GiB)", out.empty() ? "; the disk has no room for " : ", ", n, m, gibibytes(size));
    }
    return fmt::format("checkpoints take {:.1f} GiB next to the file{}", gibibytes(taken), out);
  }

  /// Writes a finished group in the background.
  Result<void> keep_beside(const wide::GroupReport& report) {
    if (auto done = wait(); !done) return done;
    const Header header = header_of(report);
    thread_ = std::jthread([this, header, n = report.n, m = report.m] {
      if (auto written = write(header, n, m); !written) trouble_ = written.error();
    });
    return {};
  }
  /// Writes an unfinished group synchronously.
  Result<void> keep_now(const wide::GroupReport& report) {
    if (auto done = wait(); !done) return done;
    return write(header_of(report), report.n, report.m);
  }
  Result<void> wait() {
    if (thread_.joinable()) thread_.join();
    if (trouble_) return fail(*trouble_);
    return {};
  }

 private:
  [[nodiscard]] Header header_of(const wide::GroupReport& report) const {
    const auto [from, to] = layout_.range(report.n, report.m);
    Header header{};
    header.n = report.n;
    header.m = report.m;
    header.scale = wide::scale_bits;
    header.cells = to - from;
    header.checksums[0] = backend_.checksum(report.n, report.m);
    header.checksums[1] = backend_.checksum(report.m, report.n);
    tie_progress(header, report, [](auto& kept, const auto& now) { kept = static_cast<std::decay_t<decltype(kept)>>(now); });
    std::memcpy(header.magic, magic, sizeof magic);
    return header;
  }
  [[nodiscard]] Result<void> write(const Header& header, int n, int m) const {
    const auto [from, to] = layout_.range(n, m);
    auto file = FileWriter::open(work_file(path_, n, m));
    if (!file) return fail(file.error());
    if (auto done = file->write(bytes_of(&header, sizeof header)); !done) return done;
    std::vector<wide::Word> values(std::min(piece, to - from));
    std::vector<std::uint8_t> radii(values.size());
    for (std::uint64_t at = from; at < to; at += piece) {
      const std::uint64_t count = std::min(piece, to - at);
      if (auto read = guarded([&] { backend_.read(at, count, values.data(), radii.data()); }); !read) return read;
      if (auto done = file->write(bytes_of(values.data(), count * sizeof(wide::Word))); !done) return done;
      if (auto done = file->write(bytes_of(radii.data(), count)); !done) return done;
    }
    return file->finish();
  }

  wide::Backend& backend_;
  const wide::Layout& layout_;
  std::string path_;
  std::filesystem::path folder_;
  std::optional<Error> trouble_;  // written by the thread
  std::jthread thread_;           // declared last, so that it joins before trouble_ is destroyed
};

Result<bool> WideTables::solve(const std::string& path, const Control& control) {
  using Clock = std::chrono::steady_clock;
  Keeper keeper(*backend_, *layout_, path);
  wide::SweepOptions options;
  options.stop = control.stop;
  std::uint64_t sweeps = 0;
  if (control.progress) control.progress(0, 0, "sweeps; " + keeper.forecast());
  options.swept = [&](const wide::GroupReport& report, wide::Look look, const wide::Swept& swept, double) {
    ++sweeps;
    if (!control.progress) return;
    const char* what = look == wide::Look::value ? "values" : look == wide::Look::radius ? "intervals" : "termination";
    control.progress(sweeps, 0,
                     fmt::format("sweeps; {} against {}, {}, {} changed; {:.1f} GiB", report.n, report.m, what, swept.changed,
                                 gibibytes(memory_)));
  };
  std::optional<Error> not_kept;
  auto last_kept = Clock::now();
  options.keep = [&](const wide::GroupReport& report) {
    if (not_kept || seconds_since(last_kept) < keep_every_) return;
    if (keeper.room_for(keeper.bytes(report.n, report.m)))
      if (auto kept = keeper.keep_now(report); !kept) not_kept = kept.error();
    last_kept = Clock::now();
  };
  auto done = guarded([&]() -> Result<bool> {
    for (const auto& [n, m] : layout_->groups()) {
      wide::GroupReport report;
      report.n = n;
      report.m = m;
      begin(n, m);
      const auto loaded = load(path, report);
      if (!loaded) return fail(loaded.error());
      resumed_ += *loaded ? 1 : 0;
      if (!report.proved) {
        last_kept = Clock::now();
        if (!wide::find_values(*backend_, report, options)) return false;
        if (!wide::prove_values(*backend_, report, options)) {
          if (control.stop.stop_requested()) return false;
          return fail(
              ErrorKind::failed,
              fmt::format(
                  "{} against {} checkers could not be proved: largest error bound {}, {} positions from which play may never end",
                  n, m, report.radius, report.endless));
        }
        if (not_kept) return fail(*not_kept);
        // The last group is written straight into the database if the disk has no room for both.
        if (keeper.room_for(keeper.bytes(n, m)))
          if (auto begun = keeper.keep_beside(report); !begun) return fail(begun.error());
      }
      reports_.push_back(report);
    }
    return true;
  });
  if (auto written = keeper.wait(); !written && done) return fail(written.error());
  if (!done) return fail(done.error());
  return *done;
}

void WideTables::forget(const std::string& path) const {
  for (const auto& [n, m] : layout_->groups()) remove_file(work_file(path, n, m));
}

/// Calls work(order, columns, count) for all columns of a tier in pieces. False if stopped.
template <class Work>
Result<bool> WideTables::over_columns(int n, int m, const char* what, const Control& control, Work work) {
  const FileOrder order(*rules_, n, m);
  for (std::size_t column = 0; column < order.columns.size();) {
    if (control.stop.stop_requested()) return false;
    const FileOrder::Some some = order.some(column, values_at_a_time);
    if (control.progress) control.progress(some.begin, order.positions, fmt::format("positions of {} against {} {}", n, m, what));
    if (auto done = work(order, some, some.end - some.begin); !done) return fail(done.error());
    column += some.columns.size();
  }
  return true;
}

/// Calls work(k) for every k below count, in parallel.
template <class Work>
static void for_each_value(std::uint64_t count, int threads, Work work) {
  Control quiet;
  quiet.threads = threads;
  run_chunks(quiet, count, 1 << 16, "", [&] {
    return [&](std::uint64_t from, std::uint64_t to) {
      for (std::uint64_t k = from; k < to; ++k) work(k);
    };
  });
}

Result<bool> WideTables::stream(int n, int m, int bits, const Control& control, const Use& use) {
  const auto width = static_cast<std::size_t>(bits / 8);
  std::vector<wide::Word> values;
  std::vector<std::uint8_t> out;
  return over_columns(n, m, "written", control,
                      [&](const FileOrder& order, const FileOrder::Some& some, std::uint64_t count) -> Result<void> {
                        out.resize(count * width);
                        if (bits != 8) values.resize(count);
                        auto read = guarded([&] {
                          backend_->read_columns(n, m, order.others, some.columns, count, bits == 8 ? nullptr : values.data(),
                                                 bits == 8 ? out.data() : nullptr);
                        });
                        if (!read) return read;
                        if (bits != 8)
                          for_each_value(count, control.threads, [&](std::uint64_t k) {
                            const std::uint64_t word = word_of(values[k], bits);
                            for (std::size_t byte = 0; byte < width; ++byte)
                              out[k * width + byte] = static_cast<std::uint8_t>(word >> (8 * byte));
                          });
                        return use(out);
                      });
}

Result<bool> WideTables::take(int n, int m, int bits, const Control& control, const Give& give) {
  const auto width = static_cast<std::size_t>(bits / 8);
  std::vector<wide::Word> values;
  std::vector<std::uint8_t> in;
  return over_columns(
      n, m, "read", control, [&](const FileOrder& order, const FileOrder::Some& some, std::uint64_t count) -> Result<void> {
        in.resize(count * width);
        if (auto given = give(some.begin, in); !given) return given;
        if (bits != 8) {
          values.resize(count);
          for_each_value(count, control.threads,
                         [&](std::uint64_t k) { values[k] = value_of_word(little_endian(&in[k * width], width), bits); });
        }
        return guarded([&] {
          backend_->write_columns(n, m, order.others, some.columns, count, bits == 8 ? nullptr : values.data(),
                                  bits == 8 ? in.data() : nullptr);
        });
      });
}

Result<std::string> WideTables::queries_of(const std::string& path) {
  auto queries = read_file(path, any_size);
  if (!queries) return queries;
  if (const auto counted = guarded([&] { return count_queries(*queries); }); !counted)
    return fail("'" + path + "': " + counted.error().message());
  if (auto writable = can_write(path + ".answers"); !writable) return fail(writable.error());
  return queries;
}

Result<void> WideTables::answer(const std::string& path, const std::string& queries) {
  const auto answers = guarded([&] { return answered_queries(*backend_, *rules_, *layout_, queries); });
  begun_ = {0, 0};
  if (!answers) return fail(answers.error());
  return write_file(path + ".answers", *answers);
}

double WideTables::error_bound() const {
  std::uint64_t most = 0;
  for (const wide::GroupReport& report : reports_) most = std::max(most, report.radius);
  return static_cast<double>(most) / wide::one;
}

std::string WideTables::proof_text() const {
  std::string out = fmt::format("scale 2^{}\n", wide::scale_bits);
  for (const wide::GroupReport& report : reports_)
    out += fmt::format("closed-{}v{} no interval grows in sweep {}, largest radius {}; games end by sweep {}\n", report.n, report.m,
                       report.radius_sweeps, report.radius, report.endless_sweeps);
  return out;
}

}  // namespace banmen::backgammon
