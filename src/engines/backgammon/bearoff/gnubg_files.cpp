#include "engines/backgammon/bearoff/gnubg_files.hpp"

#include <fmt/format.h>

#include <optional>

#include "host/files.hpp"

namespace banmen::backgammon {

namespace {

constexpr std::size_t header_bytes = 40;

std::optional<int> two_digits(const std::string& text, std::size_t at) {
  if (text[at] < '0' || text[at] > '9' || text[at + 1] < '0' || text[at + 1] > '9') return std::nullopt;
  return 10 * (text[at] - '0') + text[at + 1] - '0';
}

}  // namespace

std::string gnubg_header(std::string text) {
  text.resize(header_bytes, 'x');
  text.back() = '\n';
  return text;
}

std::string two_sided_bytes(const BearOff& table) {
  std::string bytes =
      gnubg_header(fmt::format("gnubg-TS-{:02}-{:02}-{}", table.points(), table.checkers(), table.tables() == 1 ? 0 : 1));
  const std::uint32_t n = table.size();
  bytes.reserve(header_bytes + std::size_t{n} * n * static_cast<std::size_t>(table.tables()) * 2);
  for (std::uint32_t i = 0; i < n; ++i)
    for (std::uint32_t j = 0; j < n; ++j)
      for (int k = 0; k < table.tables(); ++k) {
        const std::uint16_t word = table.word(static_cast<BearOff::Table>(k), i, j);
        bytes += static_cast<char>(word & 0xff);
        bytes += static_cast<char>(word >> 8);
      }
  return bytes;
}

Result<void> write_two_sided(const BearOff& table, const std::string& path) { return write_file(path, two_sided_bytes(table)); }

Result<TwoSidedFile> TwoSidedFile::open(const std::string& path) {
  auto bytes = read_file(path, any_size);
  if (!bytes) return fail(bytes.error());
  TwoSidedFile out;
  out.bytes_ = std::move(*bytes);
  const std::string& b = out.bytes_;
  if (b.size() < header_bytes || !b.starts_with("gnubg-TS-"))
    return fail("'" + path + "' is no two-sided bear-off file", "it would begin with gnubg-TS-");
  const auto points = two_digits(b, 9), checkers = two_digits(b, 12);
  if (!points || !checkers || *points < 1 || *points > 12 || *checkers < 1 || *checkers > 15 || (b[15] != '0' && b[15] != '1'))
    return fail("'" + path + "' has a header that can't be read", "gnubg-TS-06-06-1");
  out.points_ = *points;
  out.checkers_ = *checkers;
  out.tables_ = b[15] == '1' ? 4 : 1;
  const std::uint64_t n = choose(*points + *checkers, *points);
  if (b.size() != header_bytes + n * n * static_cast<std::uint64_t>(out.tables_) * 2)
    return fail(fmt::format("'{}' has {} bytes, but {} positions need {}", path, b.size(), n * n,
                            header_bytes + n * n * static_cast<std::uint64_t>(out.tables_) * 2));
  out.size_ = static_cast<std::uint32_t>(n);
  return out;
}

std::uint16_t TwoSidedFile::word(int table, std::uint32_t i, std::uint32_t j) const {
  const std::size_t at =
      header_bytes + ((std::size_t{i} * size_ + j) * static_cast<std::size_t>(tables_) + static_cast<std::size_t>(table)) * 2;
  return static_cast<std::uint16_t>(static_cast<unsigned char>(bytes_[at]) | static_cast<unsigned char>(bytes_[at + 1]) << 8);
}

}  // namespace banmen::backgammon
