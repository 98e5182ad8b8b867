// JSON documents of commands (--json) and of the server.
#pragma once

#include <optional>
#include <string_view>

#include "catalog/catalog.hpp"
#include "catalog/json.hpp"
#include "play/agents.hpp"
#include "play/record.hpp"

namespace banmen {

/// {"what","hint","where","line","column"}; unknown fields are omitted.
Json error_document(const Error& error);

Json study_document(const Study& study);
Result<Json> game_document(const GameEntry& entry);
/// `games --json`: all games and the library, or the game of this name.
Result<Json> games_document(const Catalog& catalog, std::string_view id = {});
Json agents_document(const std::vector<ListedAgent>& agents);

/// The page docs/games/ID/rules.md of a native game, built into the program; empty if it has none.
std::string_view rules_page(std::string_view id);
/// The rules of a game in words: its page, or the comment at the head of its rule file.
Result<std::string> rules_in_words(const std::string& game);

/// The nonempty lines of a picture.
std::vector<std::string> picture_lines(const Picture& picture);

/// The layout of the board, with the game's full name; null if the game has no scene.
Json layout_document(const OpenGame& game, const Session& session);

/// `show --json`, with the board as data if `scene`.
Json show_document(const OpenGame& game, const Session& session, const Picture& picture,
                   const std::optional<Record::Ending>& ending, bool scene);

/// `analyse --json`. `complete`: it was not stopped early; `asked`: the number of lines requested.
Json analyse_document(const OpenGame& game, const Session& session, const Agent& agent, const AnyAnswer& answer, int asked,
                      bool repeatable, bool complete);
/// A remark on an answer, such as fewer moves than requested. May be empty.
std::string answer_note(const Session& session, const AnyAnswer& answer, int asked);

/// The lines of an answer, as `analyse --json` lists them.
Json lines_document(const AnyAnswer& answer);

}  // namespace banmen
