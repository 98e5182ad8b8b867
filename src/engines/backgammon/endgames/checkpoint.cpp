#include "engines/backgammon/endgames/checkpoint.hpp"

#include <xxhash.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "host/files.hpp"

namespace banmen::backgammon {
namespace {

constexpr char magic[8] = {'b', 'n', 'm', 'n', 'w', 'r', 'k', '2'};

struct Header {
  char magic[8];
  std::uint64_t owner, values, checksum;  // hash of the owner's text; how many doubles; hash of them
  std::int64_t sweeps, evaluations;
  double change, residual, seconds;
};

std::uint64_t hash(const void* data, std::size_t bytes) { return XXH3_64bits(data, bytes); }

}  // namespace

Result<void> Checkpoint::save(int n, int m, std::span<const double> values, const TierReport& report) const {
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
  const auto bytes = [](const void* data, std::size_t size) { return std::string_view(static_cast<const char*>(data), size); };
  return write_file(file(n, m), std::array{bytes(&header, sizeof header), bytes(values.data(), values.size_bytes())});
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
  for (int x = 1; x <= n; ++x)
    for (int y = 1; y <= m; ++y) remove_file(file(x, y));
}

}  // namespace banmen::backgammon
