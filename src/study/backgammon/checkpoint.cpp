#include "study/backgammon/checkpoint.hpp"

#include <xxhash.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>

namespace banmen::backgammon {
namespace {

constexpr char magic[8] = {'b', 'n', 'm', 'n', 'w', 'r', 'k', '2'};

struct Header {
  char magic[8];
  std::uint64_t owner, values, checksum;  // hash of the owner's text; how many doubles; hash of them
  std::int64_t sweeps, evaluations;
  double change, residual, seconds;
};

struct Close {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Close>;

std::uint64_t hash(const void* data, std::size_t bytes) { return XXH3_64bits(data, bytes); }

}  // namespace

Result<void> Checkpoint::save(int n, int m, std::span<const double> values, const TierReport& report) const {
  const std::string name = file(n, m), fresh = name + ".new";
  Header header{{},
                hash(owner_.data(), owner_.size()),
                values.size(),
                hash(values.data(), values.size_bytes()),
                report.sweeps,
                report.evaluations,
                report.change,
                report.residual,
                report.seconds};
  std::memcpy(header.magic, magic, sizeof magic);
  File out(std::fopen(fresh.c_str(), "wb"));
  bool good = out && std::fwrite(&header, sizeof header, 1, out.get()) == 1 &&
              std::fwrite(values.data(), sizeof(double), values.size(), out.get()) == values.size() && std::fflush(out.get()) == 0;
  if (out) good &= std::fclose(out.release()) == 0;
  if (!good || std::rename(fresh.c_str(), name.c_str()) != 0) {
    const int why = errno;
    std::remove(fresh.c_str());
    return fail(kind_of_errno(why), "can't write '" + name + "': " + std::strerror(why));
  }
  return {};
}

bool Checkpoint::load(int n, int m, std::span<double> values, TierReport& report) const {
  const File in(std::fopen(file(n, m).c_str(), "rb"));
  Header header;
  if (!in || std::fread(&header, sizeof header, 1, in.get()) != 1 || std::memcmp(header.magic, magic, sizeof magic) != 0)
    return false;
  if (header.owner != hash(owner_.data(), owner_.size()) || header.values != values.size()) return false;
  // Straight into the table, which may be most of the memory there is.
  if (std::fread(values.data(), sizeof(double), values.size(), in.get()) != values.size() ||
      hash(values.data(), values.size_bytes()) != header.checksum) {
    std::fill(values.begin(), values.end(), 0.0);
    return false;
  }
  report.sweeps = static_cast<int>(header.sweeps);
  report.evaluations = static_cast<int>(header.evaluations);
  report.change = header.change;
  report.residual = header.residual;
  report.seconds = header.seconds;
  return true;
}

void Checkpoint::attach(EndgameOptions& options) {
  options.resume = [this](int n, int m, std::span<double> values, TierReport& report) {
    if (load(n, m, values, report) && report.residual >= 0) ++resumed_;
  };
  options.keep = [this](int n, int m, std::span<const double> values, const TierReport& report) {
    last_ = report;
    if (auto saved = save(n, m, values, report); !saved && state_) state_ = saved;
  };
}

void Checkpoint::remove(int n, int m) const {
  std::error_code ignored;
  for (int x = 1; x <= n; ++x)
    for (int y = 1; y <= m; ++y) {
      std::filesystem::remove(file(x, y), ignored);
      std::filesystem::remove(file(x, y) + ".new", ignored);
    }
}

}  // namespace banmen::backgammon
