// Requests about shared tables: opened, listed, looked at.
#pragma once

#include <map>

#include "serve/job.hpp"
#include "serve/tables.hpp"

namespace banmen::serve {

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
std::optional<Reply> answer_table_request(Tables& tables, Doorkeeper& door, const Offer& offer, const HubOptions& options,
                                          const Request& request, const std::string& query, const std::string& address,
                                          bool is_operator, double now);

}  // namespace banmen::serve
