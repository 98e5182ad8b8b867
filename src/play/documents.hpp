// What commands answer with --json and the server to requests: the same documents, made here once.
#pragma once

#include <optional>
#include <string_view>

#include "catalog/catalog.hpp"
#include "catalog/json.hpp"
#include "play/agents.hpp"
#include "play/record.hpp"

namespace banmen {

/// {"what","hint","where","line","column","key"}; what is not known is left out.
Json error_document(const Error& error);

Json study_document(const Study& study);
Result<Json> game_document(const GameEntry& entry);
/// `games --json`: all games and the library, or the one of this name.
Result<Json> games_document(const Catalog& catalog, std::string_view id = {});
Json agents_document(const std::vector<ListedAgent>& agents);

/// The lines of a picture that are not empty.
std::vector<std::string> picture_lines(const Picture& picture);

/// What the board looks like, under the name that the game has with its parameters; null where it has no scene.
Json layout_document(const OpenGame& game, const Session& session);

/// `show --json`, with the board as data where `scene`.
Json show_document(const OpenGame& game, const Session& session, const Picture& picture,
                   const std::optional<Record::Ending>& ending, bool scene);

/// `analyse --json`. `complete`: it was not stopped before its time; `asked`: how many lines were wanted.
Json analyse_document(const OpenGame& game, const Session& session, const Agent& agent, const AnyAnswer& answer, int asked,
                      bool repeatable, bool complete);
/// What an answer has to say about itself: fewer moves than asked for, for instance. May be empty.
std::string answer_note(const Session& session, const AnyAnswer& answer, int asked);

/// The lines of an answer, as `analyse --json` lists them.
Json lines_document(const AnyAnswer& answer);

}  // namespace banmen
