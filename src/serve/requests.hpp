// Requests: the commands' documents by HTTP. What the laboratory knows is asked of it.
#pragma once

#include "serve/hub_options.hpp"
#include "serve/job.hpp"
#include "serve/offer.hpp"

namespace banmen::serve {

/// How long the body of a request may be: a record may be longer than anything else.
std::size_t longest_body(std::string_view path);

/// `tables`: who answers what is asked about shared tables; nothing where it is not about those.
using AskTables = std::function<std::optional<Reply>(const Request&, bool is_operator)>;
Reply answer_request(const Offer& offer, const HubOptions& options, const std::string& method, const std::string& path,
                     const std::string& authorization, std::string_view body, const AskTables& tables);

}  // namespace banmen::serve
