// HTTP requests without a socket. Requests on the laboratory are passed on to it.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "serve/effects.hpp"
#include "serve/tables.hpp"
#include "serve/whitelist.hpp"

namespace banmen::serve {

/// The limit on a request's body in bytes; records may be longer than everything else.
std::size_t longest_body(std::string_view path);

/// Rate limit: tables opened per address and minute.
class RateLimit {
 public:
  /// True if this address may open another table; loopback addresses always may.
  bool admits(const std::string& address, double now);

 private:
  struct Count {
    double since = 0;
    int tables = 0;
  };
  std::map<std::string, Count> counts_;
};

/// A request as received, with the client's address.
struct RawRequest {
  std::string method, path, query, authorization;
  std::string_view body;
  std::string address;
  std::uint64_t most_memory = ~std::uint64_t{0};  // MiB for the client's agents
};
Reply answer_request(Tables& tables, RateLimit& limit, const Whitelist& offer, const HubOptions& options, const RawRequest& asked,
                     double now);

}  // namespace banmen::serve
