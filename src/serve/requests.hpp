// Requests: the commands' documents by HTTP. What the laboratory knows is asked of it.
#pragma once

#include "serve/hub.hpp"

namespace banmen::serve {

/// How long the body of a request may be: a record may be longer than anything else.
std::size_t longest_body(std::string_view path);

Reply answer_request(const Offer& offer, const HubOptions& options, const std::string& method, const std::string& path,
                     const std::string& authorization, std::string_view body);

}  // namespace banmen::serve
