// What opens a door: names of tables, which everybody may know, and tokens, which are kept as hashes alone.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace banmen::serve {

/// So many random bytes: the system's in the program, a fixed stream in tests.
using RandomBytes = std::function<std::string(std::size_t)>;

/// In the letters a-z and the digits 2-7.
std::string base32(std::string_view bytes);

std::string new_table_id(const RandomBytes& random);  // 10 letters
std::string new_token(const RandomBytes& random);     // 26 letters, 128 bits
std::uint64_t new_seed(const RandomBytes& random);

/// In a time that does not depend on where they differ.
bool equal_secrets(std::string_view one, std::string_view other);
/// BLAKE2b-256, as 64 hexadecimal digits.
std::string token_hash(std::string_view token);
/// Whether this is the token behind a hash. Nothing is behind an empty one.
bool opens(std::string_view token, std::string_view hash);

}  // namespace banmen::serve
