#include "serve/rule_files.hpp"

#include "catalog/described.hpp"
#include "host/files.hpp"
#include "play/documents.hpp"
#include "rules/check.hpp"
#include "rules/described.hpp"
#include "rules/library.hpp"

namespace banmen::serve {
namespace {

Json error_line(const rules::Message& message) {
  return {{"line", message.place.line}, {"column", message.place.column}, {"what", message.what}, {"hint", message.hint}};
}

OwnGame broken(const std::string& name, Json errors) {
  OwnGame game;
  game.errors = std::move(errors);
  game.document = {{"id", name},
                   {"title", name},
                   {"parameters", Json::array()},
                   {"players", 2},
                   {"capabilities", Json::array()},
                   {"agents", Json::array()},
                   {"studies", Json::array()},
                   {"seats", Json::array()},
                   {"group", "own"},
                   {"ladder", Json::array()},
                   {"errors", game.errors}};
  return game;
}

}  // namespace

OwnGame read_own_game(const std::string& name) {
  auto content = read_file(name, rules::longest_text);
  if (!content) return broken(name, Json::array({error_document(content.error())}));
  const auto find = rules::find_beside([](const std::string& path) -> std::optional<std::string> {
    auto text = read_file(path, rules::longest_text);
    if (!text) return std::nullopt;
    return std::move(*text);
  });
  const auto checked = rules::check_file(rules::Text{name, std::move(*content)}, find);
  Json errors = Json::array();
  for (const rules::Message& message : checked.messages)
    if (!message.warning) errors.push_back(error_line(message));
  if (!checked.valid()) return broken(name, std::move(errors));
  auto entry = described_entry(name, checked.reading, false);
  if (!entry) return broken(name, Json::array({error_document(entry.error())}));
  const auto values = check_values(name, entry->parameters, {});
  if (!values) return broken(name, Json::array({error_document(values.error())}));
  auto document = listed_game(*entry, *values, "own");
  if (!document) return broken(name, Json::array({error_document(document.error())}));
  return {std::move(*entry), std::move(*document), std::move(errors)};
}

RuleFiles::RuleFiles(const std::vector<std::string>& files) {
  for (const std::string& file : files) files_.push_back(look(file.find('/') == std::string::npos ? "./" + file : file));
}

RuleFiles::Watched RuleFiles::look(const std::string& name) {
  std::error_code ignored;
  Watched watched{name, std::filesystem::last_write_time(name, ignored), 0};
  watched.size = std::filesystem::file_size(name, ignored);
  return watched;
}

std::vector<std::string> RuleFiles::names() const {
  std::vector<std::string> names;
  for (const Watched& file : files_) names.push_back(file.name);
  return names;
}

std::vector<std::string> RuleFiles::changed() {
  std::vector<std::string> names;
  for (Watched& file : files_) {
    Watched now = look(file.name);
    if (now.time == file.time && now.size == file.size) continue;
    names.push_back(file.name);
    file = std::move(now);
  }
  return names;
}

}  // namespace banmen::serve
