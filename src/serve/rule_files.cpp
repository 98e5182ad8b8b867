#include "serve/rule_files.hpp"

#include <functional>

#include "catalog/described.hpp"
#include "host/files.hpp"
#include "play/documents.hpp"
#include "rules/check.hpp"
#include "rules/described.hpp"
#include "rules/reader.hpp"

namespace banmen::serve {
namespace {

Json error_line(const rules::Message& message, const std::vector<rules::Text>& texts) {
  Json error{{"line", message.place.line}, {"column", message.place.column}, {"what", message.what}, {"hint", message.hint}};
  const auto file = static_cast<std::size_t>(message.place.file);
  if (file > 0 && file < texts.size()) error["where"] = texts[file].name;  // one that it extends
  return error;
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

/// `read`: of this file and those beside it.
OwnGame checked_game(const std::string& name, const std::function<Result<std::string>(const std::string&)>& read) {
  auto content = read(name);
  if (!content) return broken(name, Json::array({error_document(content.error())}));
  const auto find = rules::find_beside([&](const std::string& path) -> std::optional<std::string> {
    auto text = read(path);
    if (!text) return std::nullopt;
    return std::move(*text);
  });
  const auto checked = rules::check_file(rules::Text{name, std::move(*content)}, find);
  Json errors = Json::array();
  for (const rules::Message& message : checked.messages)
    if (!message.warning) errors.push_back(error_line(message, checked.reading.texts));
  if (!checked.valid()) return broken(name, std::move(errors));
  auto entry = described_entry(name, checked.reading, false);
  if (!entry) return broken(name, Json::array({error_document(entry.error())}));
  const auto values = check_values(name, entry->parameters, {});
  if (!values) return broken(name, Json::array({error_document(values.error())}));
  auto document = listed_game(*entry, *values, "own");
  if (!document) return broken(name, Json::array({error_document(document.error())}));
  return {std::move(*entry), std::move(*document), std::move(errors)};
}

}  // namespace

FileSeen::FileSeen(std::string file) : path(std::move(file)) {
  std::error_code ignored;
  time = std::filesystem::last_write_time(path, ignored);
  size = std::filesystem::file_size(path, ignored);
}

ReadGame read_own_game(const std::string& name) {
  ReadGame out;
  out.game = checked_game(name, [&](const std::string& path) {
    out.files.emplace_back(path);  // looked at before it is read: what changes meanwhile is then seen to have changed
    return read_file(path, rules::longest_text);
  });
  return out;
}

RuleFiles::RuleFiles(const std::vector<std::string>& files) {
  for (const std::string& file : files) names_.push_back(file.find('/') == std::string::npos ? "./" + file : file);
}

std::vector<std::string> RuleFiles::changed() {
  std::vector<std::string> names;
  for (auto& [name, files] : watched_) {
    bool other = false;
    for (FileSeen& file : files)
      if (FileSeen now(file.path); now != file) {
        file = std::move(now);
        other = true;
      }
    if (other) names.push_back(name);
  }
  return names;
}

}  // namespace banmen::serve
