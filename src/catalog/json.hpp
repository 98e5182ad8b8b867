// Descriptions and findings as JSON, for commands, the server and other languages.
#pragma once

#include <nlohmann/json.hpp>

#include "core/findings.hpp"
#include "core/parameter.hpp"

namespace banmen {

using Json = nlohmann::ordered_json;

Json to_json(const Datum& value);
/// Adds each figure as a field.
void add_to(Json& object, const Figures& figures);
Json to_json(const Figures& figures);
/// Figures as fields, tables as lists of objects, groups as objects. Units, errors, counts and remarks of figures are under
/// "figures", by name. Drawings are omitted.
Json to_json(const Findings& findings);
Json to_json(const std::vector<Parameter>& parameters);

/// Adds a text to every integer above 2^53, for readers that use doubles: "checksum": 4204707339692097003, "checksum_text":
/// "4204707339692097003". A list with such a number is converted as a whole.
Json with_exact_texts(const Json& document);

}  // namespace banmen
