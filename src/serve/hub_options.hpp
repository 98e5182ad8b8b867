// What a hub is told when it is made.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <stop_token>
#include <string>

#include "core/error.hpp"
#include "serve/message.hpp"
#include "serve/token.hpp"

namespace banmen::serve {

struct HubOptions {
  std::uint64_t seed = 1;  // what seeds of games are made from that ask for none
  std::string version;
  std::string page_missing;  // why there is no page; empty: there is one
  std::string key;           // the operator's; empty: nobody is
  /// Studies, experiments, records: what the laboratory answers. Called from other threads, several at once.
  std::function<std::optional<Response>(const Request&, bool is_operator, const std::stop_token& stop)> lab;

  // Tables of several people.
  RandomBytes random;            // where there is none, no tables are opened
  std::function<double()> wall;  // unix seconds, for dates
  bool keeps = false;            // changes wait until they are kept: take_commits, committed
  bool everybody_opens = true;   // tables; else the operator alone
  /// Finished games, out of what is kept: a list by what was asked for, or the one of an id. Called from other threads.
  std::function<Result<Json>(const std::string& id, const std::map<std::string, std::string>& asked)> finished;
};

}  // namespace banmen::serve
