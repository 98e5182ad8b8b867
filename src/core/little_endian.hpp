// Numbers of 1 to 8 bytes in files, the lowest byte first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace banmen {

inline void append_little_endian(std::string& out, std::uint64_t number, std::size_t bytes) {
  for (std::size_t k = 0; k < bytes; ++k) out += static_cast<char>(number >> (8 * k));
}

inline std::uint64_t little_endian(const void* at, std::size_t bytes) {
  std::uint64_t number = 0;
  for (std::size_t k = 0; k < bytes; ++k) number |= std::uint64_t{static_cast<const unsigned char*>(at)[k]} << (8 * k);
  return number;
}

}  // namespace banmen
