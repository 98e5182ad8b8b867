// How the requests of the laboratory answer.
#pragma once

#include "core/error.hpp"
#include "play/documents.hpp"
#include "serve/message.hpp"

namespace banmen::serve::lab_reply {

/// As the command line writes it: texts beside numbers that a page could not hold, and nothing that is no UTF-8.
inline std::string text_of(const Json& document) {
  return with_exact_texts(document).dump(-1, ' ', false, Json::error_handler_t::replace);
}

inline Response good(const Json& document, int status = 200) {
  Response response;
  response.status = status;
  response.body = text_of(document);
  return response;
}

inline Response refused(int status, const Error& error) { return good({{"error", error_document(error)}}, status); }

inline Response refused(const Error& error) {
  switch (error.kind) {
    case ErrorKind::unknown_name: return refused(404, error);
    case ErrorKind::failed: return refused(500, error);
    case ErrorKind::stopped:
    case ErrorKind::no_answer: return refused(503, error);
    case ErrorKind::bad_input: break;
  }
  return refused(400, error);
}

}  // namespace banmen::serve::lab_reply
