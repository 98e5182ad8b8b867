// The moves to choose from as clients get them: whole, or part by part where that would be too long.
#pragma once

#include <string>

#include "catalog/open_game.hpp"
#include "core/error.hpp"
#include "serve/client_message.hpp"

namespace banmen::serve {

/// Choices that would take more bytes than this are sent part by part.
inline constexpr std::size_t longest_choices = 128 * 1024;

/// JSON of all moves, or of the first part of them.
std::string choices_text(const Session& session);
/// Answers a request for choices: the moves that begin with a text, as far as they fit into a message, or more of choices that were
/// too long to be sent whole, from one of their nodes on. There are none where nobody chooses.
Result<Json> answer_choices(const AskChoices& request, const Session& session, bool chooses);

}  // namespace banmen::serve
