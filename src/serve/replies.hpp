// The usual answers to requests.
#pragma once

#include "core/error.hpp"
#include "serve/message.hpp"

namespace banmen::serve {

Response document(const Json& body);
/// {"error": {…}} with a status.
Response refusal(int status, const Error& error);
/// The same with the status that fits the kind of error: 400, 404, 503 or 500.
Response refusal(const Error& error);

}  // namespace banmen::serve
