// Requests: the commands' documents by HTTP. What the laboratory knows is asked of it.
#pragma once

#include <map>

#include "serve/tables.hpp"
#include "serve/whitelist.hpp"
#include "serve/wishes.hpp"

namespace banmen::serve {

/// How long the body of a request may be: a record may be longer than anything else.
std::size_t longest_body(std::string_view path);

/// `tables`: who answers what is asked about shared tables; nothing where it is not about those.
using AskTables = std::function<std::optional<Reply>(const Request&, bool is_operator)>;
Reply answer_request(const Whitelist& offer, const HubOptions& options, const std::string& method, const std::string& path,
                     const std::string& authorization, std::string_view body, const AskTables& tables);

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

/// A request for /api/tables… or /api/finished…; `target` has its query. Nothing where it is another's.
std::optional<Reply> answer_table_request(Tables& tables, Doorkeeper& door, const Whitelist& offer, const HubOptions& options,
                                          const Request& request, const std::string& query, const std::string& address,
                                          bool is_operator, double now);

}  // namespace banmen::serve
