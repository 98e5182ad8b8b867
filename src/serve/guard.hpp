// Who may ask: any web page in the same browser can reach a server of this machine, so requests are looked at before anything is
// done for them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "serve/message.hpp"

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

}  // namespace banmen::serve
