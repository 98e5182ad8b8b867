// Who may ask: any web page in the same browser can reach a server of this machine, so requests are looked at before anything is
// done for them.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "serve/fields.hpp"

namespace banmen::serve {

/// What is known of a request before its body is read.
struct Asked {
  std::string method, path;
  std::string host, origin, content_type;
  std::size_t hosts = 1;                 // how many headers of that name there were
  std::string query = {}, address = {};  // after the path, with its '?'; where the request comes from
};

/// Where a request comes from, as limits count it: `peer` itself, or what a proxy on this machine says (`forwarded`: its header
/// X-Forwarded-For, where it is listened to). Of an IPv6 address the network alone, since everybody has all the rest of it.
std::string counted_address(const std::string& peer, bool behind_proxy, const std::string& forwarded);
/// Nobody is limited on the server's own machine.
bool is_this_machine(std::string_view address);

class Guard {
 public:
  /// The server's own names with its port, and further ones as a browser writes them: "lab.example:8421", "lab.example".
  /// Behind a proxy pages come by https too.
  Guard(unsigned short port, const std::vector<std::string>& more, bool behind_proxy = false);

  /// 421 for a host that is not ours (a name that was bent to this machine), 403 for another site's page, 415 for a body that is no
  /// JSON; nothing where it may go on.
  [[nodiscard]] std::optional<Response> refuse(const Asked& asked) const;

 private:
  std::vector<std::string> hosts_;
  bool behind_proxy_ = false;
};

/// On every answer. `policy`: what a page may load; an answer that brings its own has it in its headers.
std::vector<std::pair<std::string, std::string>> safety_headers();

// What opens a door: names of tables, which everybody may know, and tokens, which are kept as hashes alone.

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
