// Sizes of tables, given in MiB: never more bytes than the machine at hand can count.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace banmen {

/// The largest table that may be asked for: 64 GiB, or a gibibyte where addresses have 32 bits.
inline constexpr std::int64_t most_mebibytes = sizeof(std::size_t) > 4 ? 65536 : 1024;

constexpr std::size_t bytes_of(std::uint64_t mebibytes) {
  return static_cast<std::size_t>(std::min<std::uint64_t>(mebibytes, std::numeric_limits<std::size_t>::max() >> 22) << 20);
}

}  // namespace banmen
