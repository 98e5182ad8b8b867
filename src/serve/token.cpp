#include "serve/token.hpp"

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

bool equal_secrets(std::string_view one, std::string_view other) {
  return one.size() == other.size() && sodium_memcmp(one.data(), other.data(), one.size()) == 0;
}

std::string token_hash(std::string_view token) {
  std::array<unsigned char, crypto_generichash_BYTES> hash{};
  crypto_generichash(hash.data(), hash.size(), reinterpret_cast<const unsigned char*>(token.data()), token.size(), nullptr, 0);
  std::string out(2 * hash.size() + 1, '\0');
  sodium_bin2hex(out.data(), out.size(), hash.data(), hash.size());
  out.pop_back();
  return out;
}

bool opens(std::string_view token, std::string_view hash) { return equal_secrets(token_hash(token), hash); }

}  // namespace banmen::serve
