#include "app/rule_file.hpp"

#include <filesystem>

#include "host/files.hpp"

namespace banmen::app {

bool is_own_file(const std::string& name) {
  std::error_code ignored;
  return name.find('/') != std::string::npos || std::filesystem::exists(name, ignored);
}

Result<rules::Text> rule_text(const std::string& name) {
  if (!is_own_file(name)) {
    if (auto text = rules::library_text(name)) return std::move(*text);
    return fail("there is no file '" + name + "', nor a game of that name in the library");
  }
  auto content = read_file(name, rules::longest_text);
  if (!content) return fail(content.error());
  // A name with a folder, so that what it extends is looked for beside it.
  return rules::Text{name.find('/') == std::string::npos ? "./" + name : name, std::move(*content)};
}

rules::FindText find_rule_text() {
  return rules::find_beside([](const std::string& path) -> std::optional<std::string> {
    auto content = read_file(path, rules::longest_text);
    if (!content) return std::nullopt;
    return std::move(*content);
  });
}

}  // namespace banmen::app
