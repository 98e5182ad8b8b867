#include "serve/message.hpp"

#include "play/documents.hpp"
#include "serve/fields.hpp"

namespace banmen::serve {

Response document(const Json& body, int status) {
  Response response;
  response.status = status;
  response.body = write_exact(body);
  return response;
}

Response refusal(int status, const Error& error) { return document({{"error", error_document(error)}}, status); }

Response refusal(const Error& error) {
  switch (error.kind) {
    case ErrorKind::bad_input: return refusal(400, error);
    case ErrorKind::unknown_name: return refusal(404, error);
    case ErrorKind::no_answer:
    case ErrorKind::stopped: return refusal(503, error);
    case ErrorKind::failed: return refusal(500, error);
  }
  return refusal(500, error);
}

}  // namespace banmen::serve
