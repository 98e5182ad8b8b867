// A request and its answer, as everything behind the socket sees them, and the usual answers.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "catalog/json.hpp"
#include "core/error.hpp"

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

Response document(const Json& body, int status = 200);
/// {"error": {…}} with a status.
Response refusal(int status, const Error& error);
/// The same with the status that fits the kind of error: 400, 404, 503 or 500.
Response refusal(const Error& error);

}  // namespace banmen::serve
