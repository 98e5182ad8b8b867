// Requests: the commands' documents by HTTP. What the laboratory knows is asked of it.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "serve/tables.hpp"
#include "serve/whitelist.hpp"
#include "serve/wishes.hpp"

namespace banmen::serve {

/// How long the body of a request may be: a record may be longer than anything else.
std::size_t longest_body(std::string_view path);

/// Counts what each address opens in a minute.
class Doorkeeper {
 public:
  /// Whether this address may open another one; this machine's own always may.
  bool admits(const std::string& address, double now);

 private:
  struct Count {
    double since = 0;
    int tables = 0;
  };
  std::map<std::string, Count> counts_;
};

/// What is asked, and by whom.
struct Question {
  std::string method, path, query, authorization;
  std::string_view body;
  std::string address;
};
Reply answer_request(Tables& tables, Doorkeeper& door, const Whitelist& offer, const HubOptions& options, const Question& asked,
                     double now);

}  // namespace banmen::serve
