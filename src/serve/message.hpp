// A request and its answer, as everything behind the socket sees them.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "catalog/json.hpp"

namespace banmen::serve {

struct Request {
  std::string method, path;
  Json body;
};

struct Response {
  int status = 200;
  std::string body;
  std::string type = "application/json";
  std::vector<std::pair<std::string, std::string>> headers;
};

}  // namespace banmen::serve
