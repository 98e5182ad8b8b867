// Records as JSON: the content of the text, with the moves as a tree.
//
//   {"game", "rules"?, "date"?, "clock"?: {"kind", "seconds", "increment"?}, "position"?, "seats": [{"seat", "who"}], "seed"?,
//    "comments"?: [line…], "tree": [{"move", "comment"?, "at"?, "left"?, "seated"?: [{"seat", "who"}],
//    "variations"?: [[node…]…]}…], "seated"?: [{"seat", "who"}], "result": [number…] | null, "ended": {"how", "seat", "why"?} |
//    null}
//
// A node's "seated" are changes of players before its move, the document's after the last one. A node's variations are alternatives
// to its move. `who` is as in the seat line: an agent, "human" or "human Ada". A seed beyond 2^53 is a text, since browsers parse
// numbers as doubles.
#pragma once

#include "catalog/json.hpp"
#include "play/record.hpp"

namespace banmen {

/// Requires one move per line, as in Replay::moves.
Json record_document(const Record& record);

/// Parses and replays a record's text, with the moves in the game's own notation.
Result<Json> read_record_document(const OpenByName& open, std::string_view text);
/// Converts a document into a record's text and replays it. Refuses what the text can't express (such as a line break in a name).
/// The result is computed from the moves.
Result<std::string> write_record_document(const OpenByName& open, const Json& document);

}  // namespace banmen
