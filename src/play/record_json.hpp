// Records as documents for a page: the same that the text says, with its moves as a tree.
//
//   {"game", "rules"?, "date"?, "clock"?: {"kind", "seconds", "increment"?}, "position"?, "seats": [{"seat", "who"}], "seed"?,
//    "comments"?: [line…], "tree": [{"move", "comment"?, "at"?, "left"?, "seated"?: [{"seat", "who"}],
//    "variations"?: [[node…]…]}…], "seated"?: [{"seat", "who"}], "result": [number…] | null, "ended": {"how", "seat", "why"?} |
//    null}
//
// A node's "seated" sat down before its move, the document's after the last one.
// A node's variations are other ways to go on instead of its move. `who` is what the seat line says: an agent, "human" or "human
// Ada". A seed beyond 2^53 is a text, since a page reads numbers as doubles.
#pragma once

#include "catalog/json.hpp"
#include "play/record.hpp"

namespace banmen {

/// Of a record with one move a line, as `replay` gives them.
Json record_document(const Record& record);

/// A record's text as a document: every move of it checked, and written as the game writes it.
Result<Json> read_record_document(const OpenByName& open, std::string_view text);
/// A document as a record's text, checked as the text would be: what the text can't hold (line breaks in a name, say) is refused.
/// Its result is that of the moves, whatever it says.
Result<std::string> write_record_document(const OpenByName& open, const Json& document);

}  // namespace banmen
