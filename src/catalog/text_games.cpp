#include "catalog/text_games.hpp"

#include "catalog/any_game.hpp"
#include "core/text.hpp"
#include "core/try.hpp"
#include "host/files.hpp"
#include "host/process.hpp"
#include "rules/check.hpp"
#include "rules/text_game.hpp"

namespace banmen {

Result<GameEntry> text_game_entry(const std::string& name, const rules::Reading& reading, bool by_reference) {
  GameEntry entry;
  entry.id = name;
  entry.title = reading.file.title;
  entry.parameters = rules::schema_of(reading.file);
  const auto text = std::make_shared<const rules::Reading>(reading);
  entry.open = [text, name, by_reference, schema = entry.parameters](const Values& values) -> Result<std::unique_ptr<OpenGame>> {
    const std::string whole_name = canonical_name(name, schema, values);
    const auto game = TRY(rules::TextGame::make(*text, values, whole_name, by_reference));
    return with_any_game(*game, [&](const auto& g) { return open_any_game(g, whole_name); });
  };
  return entry;
}

rules::FindText find_rule_text() {
  return rules::find_beside([](const std::string& folder, const std::string& name) -> std::optional<std::string> {
    auto content = read_file_inside(folder, name, rules::longest_text);
    if (!content) return std::nullopt;
    return std::move(*content);
  });
}

namespace {

bool is_file(const std::string& name) { return name.find('/') != std::string::npos; }

Result<rules::Text> text_of(const std::string& name) {
  if (is_file(name)) {
    auto content = TRY(read_file(name, rules::longest_text));
    return rules::Text{name, std::move(content)};
  }
  if (auto text = rules::library_text(name)) return std::move(*text);
  return fail(ErrorKind::unknown_name, "there is no game '" + name + "' in the library");
}

}  // namespace

Result<std::vector<std::string>> head_comment(const std::string& name) {
  const auto text = TRY(text_of(name));
  std::vector<std::string> lines;
  for (std::string_view line : split(text.content, '\n')) {
    if (!line.starts_with(';')) break;
    line.remove_prefix(line.starts_with("; ") ? 2 : 1);
    lines.emplace_back(line);
  }
  return lines;
}

Result<rules::Reading> read_text_game(const std::string& name) {
  auto text = TRY(text_of(name));
  if (!is_file(name)) {  // the library is checked by the tests
    rules::Messages messages;
    auto reading = rules::read_file(std::move(text), find_rule_text(), messages);
    if (messages.any_error()) return fail(rules::first_error(reading, messages.sorted()));
    return reading;
  }
  auto checked = rules::check_file(std::move(text), find_rule_text(), {.in_use = resident_bytes});
  if (!checked.valid()) return fail(rules::first_error(checked.reading, checked.messages));
  return std::move(checked.reading);
}

}  // namespace banmen
