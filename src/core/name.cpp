#include "core/name.hpp"

#include "core/text.hpp"

namespace banmen {

Result<Name> read_name(std::string_view text) {
  if (text.empty()) return fail("a name is wanted, but the text is empty");
  Name name;
  // The folders of a file's name may hold anything.
  const std::size_t slash = text.substr(0, text.find('=')).rfind('/');
  const std::size_t colon = text.find(':', slash == std::string_view::npos ? 0 : slash);
  name.id = std::string(text.substr(0, colon));
  if (name.id.empty()) return fail("a name is wanted before ':'", {}, 1);
  if (colon == std::string_view::npos) return name;
  const std::string_view list = text.substr(colon + 1);
  int column = static_cast<int>(colon) + 2;
  for (const std::string_view part : split(list, ',')) {
    const std::size_t equals = part.find('=');
    if (equals == 0) return fail("a parameter name is wanted before '='", {}, column);
    if (equals != std::string_view::npos) {
      name.given.emplace_back(part.substr(0, equals), part.substr(equals + 1));
    } else if (!name.given.empty() && !part.empty()) {
      name.given.back().second += ',';
      name.given.back().second += part;
    } else {
      return fail("key=value is wanted after '" + name.id + ":', but '" + std::string(part) + "' stands there", {}, column);
    }
    column += static_cast<int>(part.size()) + 1;
  }
  return name;
}

std::string canonical_name(std::string_view id, const std::vector<Parameter>& schema, const Values& values) {
  std::string out(id);
  char separator = ':';
  for (const Parameter& parameter : schema) {
    if (values.text(parameter.name) == parameter.fallback) continue;
    out += separator + parameter.name + "=" + values.text(parameter.name);
    separator = ',';
  }
  return out;
}

}  // namespace banmen
