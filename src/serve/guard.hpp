// Checks on requests before they are processed (Host, Origin, Sec-Fetch-Site, content type): any web page in the same browser can
// reach a local server. Also secrets: table ids and tokens.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "serve/fields.hpp"

namespace banmen::serve {

/// The head of a request.
struct RequestHead {
  std::string method, path;
  std::string host = {}, origin = {}, content_type = {};
  std::size_t hosts = 1;                 // number of Host headers
  std::string query = {}, address = {};  // the query with its '?'; the client's address
  std::string site = {};                 // Sec-Fetch-Site, which browsers send and pages can't set
};

/// The address that rate limits count: `peer`, or behind a local proxy the last entry of X-Forwarded-For (`forwarded`). IPv6
/// addresses are reduced to their /64 network, since one client has all of it.
std::string counted_address(const std::string& peer, bool behind_proxy, const std::string& forwarded);
/// Loopback addresses, which have no limits.
bool is_this_machine(std::string_view address);

class Guard {
 public:
  /// Accepts the loopback names with this port and `more`, as browsers write them: "lab.example:8421", "lab.example". Behind a
  /// proxy also accepts origins with https.
  Guard(unsigned short port, const std::vector<std::string>& more, bool behind_proxy = false);

  /// 421 for an unknown host (this blocks DNS-rebinding attacks), 403 for a page of another origin, also of one that sends no
  /// Origin with a GET, 415 for a body that is not JSON; nothing if the request may proceed.
  [[nodiscard]] std::optional<Response> refuse(const RequestHead& asked) const;

 private:
  std::vector<std::string> hosts_;
  bool behind_proxy_ = false;
};

/// Headers of every response. A response with a Content-Security-Policy of its own keeps that one.
std::vector<std::pair<std::string, std::string>> safety_headers();

// Ids of tables, which are public, and tokens, which are stored as hashes only.

/// Returns N random bytes: from the system in the program, from a fixed stream in tests.
using RandomBytes = std::function<std::string(std::size_t)>;

/// With the letters a-z and the digits 2-7.
std::string base32(std::string_view bytes);

std::string new_table_id(const RandomBytes& random);  // 10 letters
/// True for lower-case letters and digits, as in all ids of servers. Ids name files and are part of links.
bool is_table_id(std::string_view id);
std::string new_token(const RandomBytes& random);  // 26 letters, 128 bits
std::uint64_t new_seed(const RandomBytes& random);

/// Constant-time comparison.
bool equal_secrets(std::string_view one, std::string_view other);
/// BLAKE2b-256 as 64 hexadecimal digits.
std::string token_hash(std::string_view token);
/// True if the token has this hash. No token has an empty one.
bool opens(std::string_view token, std::string_view hash);

}  // namespace banmen::serve
