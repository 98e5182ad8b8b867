#include "serve/token.hpp"

#include <fmt/format.h>
#include <sodium.h>

#include <array>
#include <cstring>

namespace banmen::serve {

std::string base32(std::string_view bytes) {
  constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz234567";
  std::string out;
  unsigned buffer = 0, bits = 0;
  for (const char c : bytes) {
    buffer = buffer << 8 | static_cast<unsigned char>(c);
    for (bits += 8; bits >= 5; bits -= 5) out += letters[buffer >> (bits - 5) & 31];
  }
  if (bits > 0) out += letters[buffer << (5 - bits) & 31];
  return out;
}

std::string new_table_id(const RandomBytes& random) { return base32(random(7)).substr(0, 10); }

std::string new_token(const RandomBytes& random) { return base32(random(16)); }

std::uint64_t new_seed(const RandomBytes& random) {
  std::uint64_t seed = 0;
  const std::string bytes = random(sizeof seed);
  std::memcpy(&seed, bytes.data(), sizeof seed);
  return seed;
}

std::string token_hash(std::string_view token) {
  std::array<unsigned char, crypto_generichash_BYTES> hash{};
  crypto_generichash(hash.data(), hash.size(), reinterpret_cast<const unsigned char*>(token.data()), token.size(), nullptr, 0);
  std::string out;
  for (const unsigned char byte : hash) out += fmt::format("{:02x}", byte);
  return out;
}

bool opens(std::string_view token, std::string_view hash) {
  const std::string own = token_hash(token);
  return own.size() == hash.size() && sodium_memcmp(own.data(), hash.data(), own.size()) == 0;
}

}  // namespace banmen::serve
