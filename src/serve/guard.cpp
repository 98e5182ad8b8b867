#include "serve/guard.hpp"

#include <arpa/inet.h>
#include <sodium.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "core/text.hpp"
#include "serve/fields.hpp"

namespace banmen::serve {

bool is_this_machine(std::string_view address) { return address.empty() || address.starts_with("127.") || address == "::1"; }

std::string counted_address(const std::string& peer, bool behind_proxy, const std::string& forwarded) {
  std::string address = peer;
  if (behind_proxy && is_this_machine(peer) && !forwarded.empty()) {
    // The proxy appends its own entry; earlier ones may be forged.
    address = forwarded.substr(forwarded.rfind(',') + 1);  // the whole text if there is no comma
    const std::size_t first = address.find_first_not_of(" \t");
    address = first == std::string::npos ? "" : address.substr(first, address.find_last_not_of(" \t") - first + 1);
  }
  std::array<unsigned char, 16> bytes{};
  std::array<char, INET6_ADDRSTRLEN> text{};
  if (inet_pton(AF_INET, address.c_str(), bytes.data()) == 1) return address;
  if (inet_pton(AF_INET6, address.c_str(), bytes.data()) != 1) return "unknown";
  if (address == "::1") return address;
  constexpr std::array<unsigned char, 12> mapped = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
  if (std::equal(mapped.begin(), mapped.end(), bytes.begin())) {
    inet_ntop(AF_INET, bytes.data() + mapped.size(), text.data(), text.size());
    return text.data();
  }
  std::fill(bytes.begin() + 8, bytes.end(), static_cast<unsigned char>(0));
  inet_ntop(AF_INET6, bytes.data(), text.data(), text.size());
  return std::string(text.data()) + "/64";
}

Guard::Guard(unsigned short port, const std::vector<std::string>& more, bool behind_proxy) : behind_proxy_(behind_proxy) {
  const std::string with_port = ":" + std::to_string(port);
  for (const char* name : {"127.0.0.1", "localhost", "[::1]"}) {
    hosts_.push_back(name + with_port);
    if (port == 80) hosts_.emplace_back(name);
  }
  for (const std::string& name : more) {
    hosts_.push_back(lower(name));
    // A name without a port is accepted with this server's port too.
    if (name.find(':') == std::string::npos || name.ends_with(']')) hosts_.push_back(lower(name) + with_port);
  }
}

std::optional<Response> Guard::refuse(const RequestHead& asked) const {
  const std::string host = lower(asked.host);
  if (asked.hosts != 1 || std::find(hosts_.begin(), hosts_.end(), host) == hosts_.end())
    return refusal(421, {"this server does not accept requests for the host '" + asked.host.substr(0, 80) + "'",
                         "use the address that it printed, or start it with --allow-host NAME"});
  // Browsers send the origin of the requesting page; other programs send none.
  const std::string origin = lower(asked.origin);
  if (!origin.empty() && origin != "http://" + host && !(behind_proxy_ && origin == "https://" + host))
    return refusal(403, {"requests from pages of other origins are refused", {}});
  // A page elsewhere can GET without an Origin. It can't read the answer, but would cause the work. Links to the page itself are
  // fine.
  const std::string site = lower(asked.site);
  if (asked.path.starts_with("/api/") && (site == "cross-site" || (site == "same-site" && origin.empty())))
    return refusal(403, {"requests from pages of other origins are refused", {}});
  if (asked.method == "POST") {
    std::string type = lower(asked.content_type.substr(0, asked.content_type.find(';')));
    while (type.ends_with(' ')) type.pop_back();
    if (type != "application/json") return refusal(415, {"a request's body must be JSON", "send Content-Type: application/json"});
  }
  return std::nullopt;
}

std::vector<std::pair<std::string, std::string>> safety_headers() {
  return {{"Content-Security-Policy",
           "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; frame-src 'self'; "
           "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
          {"X-Content-Type-Options", "nosniff"},
          {"Referrer-Policy", "no-referrer"},
          {"Cross-Origin-Opener-Policy", "same-origin"},
          {"Cross-Origin-Resource-Policy", "same-origin"}};
}

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

bool is_table_id(std::string_view id) {
  constexpr std::size_t longest = 40;
  return !id.empty() && id.size() <= longest &&
         id.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789") == std::string_view::npos;
}

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
