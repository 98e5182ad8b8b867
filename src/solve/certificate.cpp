#include "solve/certificate.hpp"

#include <xxhash.h>
#include <zstd.h>

#include <charconv>

#include "core/text.hpp"

namespace banmen {
namespace {

constexpr std::string_view first_line = "banmen certificate 1\n";

Result<std::int64_t> number_after(std::string_view line, std::string_view key, int line_number) {
  if (line.substr(0, key.size()) != key || line.size() <= key.size() || line[key.size()] != ' ')
    return fail(Error{"the certificate's head wants '" + std::string(key) + " NUMBER' here", "", 1, line_number});
  const std::string_view digits = line.substr(key.size() + 1);
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc{} || end != digits.data() + digits.size())
    return fail(Error{"'" + std::string(digits) + "' is no number", "", static_cast<int>(key.size()) + 2, line_number});
  return value;
}

}  // namespace

std::string pack_certificate(const CertificateFile& file) {
  std::string packed(ZSTD_compressBound(file.bytes.size()), '\0');
  packed.resize(ZSTD_compress(packed.data(), packed.size(), file.bytes.data(), file.bytes.size(), 9));
  std::string head(first_line);
  head += "game " + file.game + (file.rules.empty() ? "" : "\nrules " + file.rules) + "\nposition " + file.position + "\nlow " +
          std::to_string(file.low) + "\nhigh " + std::to_string(file.high) + "\nclaims " + std::to_string(file.claims) +
          "\nclaim-bytes " + std::to_string(file.claim_bytes) + "\npacked " + std::to_string(packed.size()) + "\n";
  const std::uint64_t sum = XXH3_64bits_withSeed(packed.data(), packed.size(), XXH3_64bits(head.data(), head.size()));
  head += "checksum " + std::to_string(static_cast<std::int64_t>(sum)) + "\n";
  return head + packed;
}

Result<CertificateFile> unpack_certificate(std::string_view bytes) {
  if (bytes.substr(0, first_line.size()) != first_line)
    return fail("this is not a certificate", "solve --certificate FILE writes one");
  std::vector<std::string_view> lines;
  std::size_t at = first_line.size(), summed = 0;
  CertificateFile file;
  while (lines.size() < 8) {
    const std::size_t end = bytes.find('\n', at);
    if (end == std::string_view::npos || end - at > 4096) return fail("the certificate ends inside its head");
    const std::string_view line = bytes.substr(at, end - at);
    if (lines.size() == 7) summed = at;
    if (lines.size() == 1 && file.rules.empty() && line.starts_with("rules "))
      file.rules = line.substr(6);
    else
      lines.push_back(line);
    at = end + 1;
  }
  if (lines[0].substr(0, 5) != "game " || lines[1].substr(0, 9) != "position ") return fail("the certificate's head is damaged");
  file.game = lines[0].substr(5);
  file.position = lines[1].substr(9);
  std::int64_t fields[6];
  const std::string_view names[6] = {"low", "high", "claims", "claim-bytes", "packed", "checksum"};
  for (int i = 0; i < 6; ++i) {
    const auto value = number_after(lines[static_cast<std::size_t>(i) + 2], names[i], i + 4);
    if (!value) return fail(value.error());
    fields[i] = *value;
  }
  const std::string_view packed = bytes.substr(at);
  if (fields[4] < 0 || packed.size() < static_cast<std::uint64_t>(fields[4])) return fail("the certificate is cut off");
  if (packed.size() > static_cast<std::uint64_t>(fields[4])) return fail("something follows the certificate's end");
  const std::uint64_t sum = XXH3_64bits_withSeed(packed.data(), packed.size(), XXH3_64bits(bytes.data(), summed));
  if (static_cast<std::int64_t>(sum) != fields[5]) return fail("the certificate does not fit its checksum");
  if (fields[2] < 0 || fields[3] <= 0 || fields[3] > 4096 || fields[2] > (std::int64_t{1} << 40) / fields[3] ||
      fields[0] < -unlimited || fields[1] > unlimited || fields[0] > fields[1])
    return fail("the certificate's head makes no sense");
  file.low = static_cast<std::int32_t>(fields[0]);
  file.high = static_cast<std::int32_t>(fields[1]);
  file.claims = static_cast<std::uint64_t>(fields[2]);
  file.claim_bytes = static_cast<std::uint64_t>(fields[3]);
  const std::uint64_t size = file.claims * file.claim_bytes;
  if (size / 20000 > packed.size()) return fail("the certificate claims more than its bytes can hold");
  file.bytes.resize(size);
  const std::size_t got = ZSTD_decompress(file.bytes.data(), file.bytes.size(), packed.data(), packed.size());
  if (ZSTD_isError(got) || got != size) return fail("the certificate's claims do not unpack");
  return file;
}

}  // namespace banmen
