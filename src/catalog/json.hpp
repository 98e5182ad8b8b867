// Descriptions and findings as JSON: the one place where they are written, for commands, servers and other languages.
#pragma once

#include <nlohmann/json.hpp>

#include "core/findings.hpp"
#include "core/parameter.hpp"

namespace banmen {

using Json = nlohmann::ordered_json;

Json to_json(const Datum& value);
/// Each figure as a field of the object.
void add_to(Json& object, const Figures& figures);
Json to_json(const Figures& figures);
/// Figures as fields, tables as lists of objects, groups as objects. What a figure's value does not say (unit, error, n, words)
/// stands under "figures", by name. Drawings are left out.
Json to_json(const Findings& findings);
Json to_json(const std::vector<Parameter>& parameters);

/// The document with a text beside every whole number that is too large for readers that take numbers for doubles (above 2^53):
/// "checksum": 4204707339692097003, "checksum_text": "4204707339692097003". Of a list with such a number, all of it.
Json with_exact_texts(const Json& document);

}  // namespace banmen
