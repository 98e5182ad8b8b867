#include "study/backgammon/wide_build.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <filesystem>

#include "host/files.hpp"
#include "host/threads.hpp"
#include "solve/wide/cpu.hpp"
#include "solve/wide/device.hpp"
#include "study/backgammon/wide_sample.hpp"

namespace banmen::backgammon {
namespace {

constexpr char magic[8] = {'b', 'n', 'm', 'n', 'w', 'i', 'd', '1'};
constexpr std::uint64_t piece = 1 << 22;  // cells that go to or from a machine at a time

struct Header {
  char magic[8];
  std::int64_t n, m, scale;
  std::uint64_t cells, checksums[2];  // of the group; of its tier and the mirror image
  std::int64_t value_sweeps, endless_sweeps, radius_sweeps, radius;
  double value_seconds, proof_seconds;
};

double gibibytes(std::uint64_t bytes) { return static_cast<double>(bytes) / (1 << 30); }

std::string work_file(const std::string& path, int n, int m) { return fmt::format("{}.work-{}v{}", path, n, m); }

std::string_view bytes_of(const void* data, std::size_t size) { return {static_cast<const char*>(data), size}; }

/// What a machine throws, as an error.
template <class Work>
auto guarded(Work work) -> Result<decltype(work())> {
  try {
    return work();
  } catch (const wide::Trouble& trouble) {
    return fail(ErrorKind::failed, trouble.what());
  }
}

}  // namespace

Result<WideTables> WideTables::prepare(const EquityPlan& plan, const Control& control) {
  WideTables out;
  const int n = std::max(plan.mover, plan.opponent), m = std::min(plan.mover, plan.opponent);
  std::string why;
  std::shared_ptr<const wide::DeviceLibrary> library;
  if (plan.device != "cpu") {
    library = wide::DeviceLibrary::load(plan.device, why);
    if (library && library->devices().empty()) why = "the library finds none";
    if (!library || library->devices().empty())
      return fail(fmt::format("there is no {} device here: {}", plan.device, why), "--device cpu");
  }
  out.rules_ = std::make_unique<WideRules>(n, control.threads);
  out.layout_ = std::make_unique<wide::Layout>(out.rules_->rules, n, m);
  out.memory_ = wide::needs_of(out.rules_->rules, *out.layout_, true).all();
  if (!library) {
    if (out.memory_ > plan.memory)
      return fail(fmt::format("{} against {} checkers take {:.1f} GiB of memory, and {:.1f} are allowed", plan.mover, plan.opponent,
                              gibibytes(out.memory_), gibibytes(plan.memory)),
                  fmt::format("--memory {:.0f}", std::ceil(gibibytes(out.memory_) + 0.05)));
    auto cpu = std::make_unique<wide::Cpu>(out.rules_->rules, *out.layout_, true, control.threads);
    cpu->stop_with(control.stop);
    out.machine_ = std::move(cpu);
    return out;
  }
  auto opened = guarded([&] { return wide::DeviceLibrary::open(library, 0, out.rules_->rules, n, m, true); });
  if (!opened)
    return fail(opened.error().message(),
                fmt::format("fewer checkers, or --device cpu --memory {:.0f}", std::ceil(gibibytes(out.memory_) + 0.05)));
  out.machine_ = std::move(*opened);
  return out;
}

void WideTables::begin(int n, int m) {
  const std::pair<int, int> group{std::max(n, m), std::min(n, m)};
  if (begun_ == group) return;
  machine_->begin(group.first, group.second);
  begun_ = group;
}

Result<bool> WideTables::load(const std::string& path, wide::GroupReport& report) {
  const std::string name = work_file(path, report.n, report.m);
  const File in(std::fopen(name.c_str(), "rb"));
  if (!in) return false;
  const auto refused = [&](const std::string& what) { return fail(fmt::format("'{}' {}", name, what), "move it away"); };
  Header header;
  if (std::fread(&header, sizeof header, 1, in.get()) != 1 || std::memcmp(header.magic, magic, sizeof magic) != 0)
    return refused("stands where values are kept while they are found, and was not made by this solver");
  const auto [from, to] = layout_->range(report.n, report.m);
  if (header.n != report.n || header.m != report.m || header.cells != to - from)
    return refused(fmt::format("holds {} against {} checkers, not {} against {}", header.n, header.m, report.n, report.m));
  if (header.scale != wide::scale_bits)
    return refused(fmt::format("has values on a scale of 2^{}, not 2^{}", header.scale, wide::scale_bits));
  std::vector<wide::Word> values(std::min(piece, to - from));
  std::vector<std::uint8_t> radii(values.size());
  const auto cut = [&] { return refused("is cut off"); };
  for (std::uint64_t at = from; at < to; at += piece) {
    const std::uint64_t count = std::min(piece, to - at);
    if (std::fread(values.data(), sizeof(wide::Word), count, in.get()) != count) return cut();
    if (std::fread(radii.data(), 1, count, in.get()) != count) return cut();
    machine_->write(at, count, values.data(), radii.data());
  }
  if (machine_->checksum(report.n, report.m) != header.checksums[0] ||
      machine_->checksum(report.m, report.n) != header.checksums[1])
    return refused("does not fit its checksum");
  report.value_sweeps = static_cast<int>(header.value_sweeps);
  report.endless_sweeps = static_cast<int>(header.endless_sweeps);
  report.radius_sweeps = static_cast<int>(header.radius_sweeps);
  report.radius = static_cast<std::uint64_t>(header.radius);
  report.value_seconds = header.value_seconds;
  report.proof_seconds = header.proof_seconds;
  report.proved = true;
  return true;
}

Result<void> WideTables::save(const std::string& path, const wide::GroupReport& report) {
  const auto [from, to] = layout_->range(report.n, report.m);
  Header header{{},
                report.n,
                report.m,
                wide::scale_bits,
                to - from,
                {machine_->checksum(report.n, report.m), machine_->checksum(report.m, report.n)},
                report.value_sweeps,
                report.endless_sweeps,
                report.radius_sweeps,
                static_cast<std::int64_t>(report.radius),
                report.value_seconds,
                report.proof_seconds};
  std::memcpy(header.magic, magic, sizeof magic);
  auto file = FileWriter::open(work_file(path, report.n, report.m));
  if (!file) return fail(file.error());
  if (auto done = file->write(bytes_of(&header, sizeof header)); !done) return done;
  std::vector<wide::Word> values(std::min(piece, to - from));
  std::vector<std::uint8_t> radii(values.size());
  for (std::uint64_t at = from; at < to; at += piece) {
    const std::uint64_t count = std::min(piece, to - at);
    machine_->read(at, count, values.data(), radii.data());
    if (auto done = file->write(bytes_of(values.data(), count * sizeof(wide::Word))); !done) return done;
    if (auto done = file->write(bytes_of(radii.data(), count)); !done) return done;
  }
  return file->finish();
}

Result<bool> WideTables::solve(const std::string& path, const Control& control) {
  wide::SweepOptions options;
  options.stop = control.stop;
  std::uint64_t sweeps = 0;
  options.swept = [&](const wide::GroupReport& report, wide::Look look, const wide::Swept& swept, double) {
    ++sweeps;
    if (!control.progress) return;
    const char* what = look == wide::Look::value ? "values" : look == wide::Look::radius ? "intervals" : "that games end";
    control.progress(sweeps, 0,
                     fmt::format("sweeps; {} against {}, {}, {} changed; {:.1f} GiB", report.n, report.m, what, swept.changed,
                                 gibibytes(memory_)));
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
      if (!*loaded) {
        if (!wide::find_values(*machine_, report, options)) return false;
        if (!wide::prove_values(*machine_, report, options)) {
          if (control.stop.stop_requested()) return false;
          return fail(ErrorKind::failed, fmt::format("{} against {} checkers could not be proved: largest radius {}, {} endless", n,
                                                     m, report.radius, report.endless));
        }
        // The last group goes straight into the file where there is no room for it twice.
        const auto [from, to] = layout_->range(n, m);
        const std::uint64_t bytes = (to - from) * (sizeof(wide::Word) + 1);
        std::error_code ignored;
        const auto folder = std::filesystem::absolute(path, ignored).parent_path();
        const auto room = std::filesystem::space(folder, ignored);
        if (ignored || room.available / 2 > bytes) {
          if (auto saved = save(path, report); !saved) return fail(saved.error());
        } else if (control.progress) {
          control.progress(sweeps, 0, fmt::format("sweeps; no room to keep {} against {}: {:.1f} GiB", n, m, gibibytes(bytes)));
        }
      }
      reports_.push_back(report);
    }
    return true;
  });
  if (!done) return fail(done.error());
  return *done;
}

void WideTables::forget(const std::string& path) const {
  for (const auto& [n, m] : layout_->groups()) remove_file(work_file(path, n, m));
}

Result<void> WideTables::words(int n, int m, std::uint64_t first, std::uint64_t last, int bits, std::uint8_t* out, int threads) {
  std::vector<wide::Pair> pairs(last - first);
  Control control;
  control.threads = threads;
  run_chunks(control, pairs.size(), 1 << 12, "", [&] {
    return [&](std::uint64_t from, std::uint64_t to) {
      for (std::uint64_t k = from; k < to; ++k) pairs[k] = pair_at(*rules_, n, m, first + k);
    };
  });
  std::vector<wide::Word> values(pairs.size());
  auto looked = guarded([&] {
    begin(n, m);
    machine_->look_up(n, m, pairs, values.data(), nullptr);
    return true;
  });
  if (!looked) return fail(looked.error());
  const std::uint64_t most = (std::uint64_t{1} << bits) - 1;
  for (std::size_t k = 0; k < values.size(); ++k) {
    // (value + 1) / 2 of the largest word, to the nearest.
    const std::uint64_t word =
        (static_cast<std::uint64_t>(std::int64_t{values[k]} + wide::one) * most + wide::one) >> (wide::scale_bits + 1);
    for (int byte = 0; byte < bits / 8; ++byte) *out++ = static_cast<std::uint8_t>(word >> (8 * byte));
  }
  return {};
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
