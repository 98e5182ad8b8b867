#include "catalog/catalog.hpp"

#include <algorithm>
#include <map>
#include <mutex>

#include "catalog/text_games.hpp"
#include "core/text.hpp"
#include "core/try.hpp"
#include "rules/reader.hpp"

namespace banmen {

GameEntry one_of(std::vector<GameEntry> classes) {
  if (classes.size() == 1) return std::move(classes.front());
  GameEntry entry = classes.front();
  entry.fits = nullptr;
  entry.open = [classes = std::move(classes)](const Values& values) {
    for (const GameEntry& of_class : classes)
      if (!of_class.fits || of_class.fits(values)) return of_class.open(values);
    return classes.back().open(values);
  };
  return entry;
}

bool names_a_file(std::string_view name) {
  const auto parts = read_name(name);
  return (parts ? std::string_view(parts->id) : name).find('/') != std::string_view::npos;
}

std::vector<std::string> OpenGame::agents() const {
  std::vector<std::string> ids;
  for (const AgentKind& kind : search().agents()) ids.push_back(kind.id);
  return ids;
}

struct Catalog::TextGames {
  std::mutex mutex;
  std::map<std::string, std::unique_ptr<GameEntry>, std::less<>> entries;
  bool by_reference = false;
};

Catalog::Catalog(const std::function<std::vector<Study>(std::string_view)>& studies_of)
    : entries_(native_entries()), text_games_(std::make_shared<TextGames>()) {
  if (!studies_of) return;
  for (GameEntry& entry : entries_) entry.studies = studies_of(entry.id);
}

void Catalog::use_reference_interpreter() { text_games_->by_reference = true; }

std::vector<std::string> Catalog::library_ids() {
  std::vector<std::string> ids;
  for (const rules::LibraryFile& file : rules::library()) ids.emplace_back(file.id);
  return ids;
}

Result<const GameEntry*> Catalog::find(std::string_view id) const {
  std::vector<std::string> ids;
  for (const GameEntry& entry : entries_) {
    if (entry.id == id) return &entry;
    ids.push_back(entry.id);
  }
  const std::string name(id);
  if (name.find('/') == std::string::npos && !rules::library_text(name)) {
    for (std::string& known : library_ids()) ids.push_back(std::move(known));
    return fail(ErrorKind::unknown_name, "there is no game '" + name + "'",
                name.ends_with(".game") ? "name a file with its folder: ./" + name : suggest(id, ids));
  }
  const std::lock_guard lock(text_games_->mutex);
  const auto known = text_games_->entries.find(id);
  if (known != text_games_->entries.end()) return known->second.get();
  const auto reading = TRY(read_text_game(name));
  auto entry = TRY(text_game_entry(name, reading, text_games_->by_reference));
  return text_games_->entries.emplace(name, std::make_unique<GameEntry>(std::move(entry))).first->second.get();
}

Result<std::unique_ptr<OpenGame>> Catalog::open(std::string_view text) const {
  const auto name = TRY(read_name(text));
  const auto entry = TRY(find(name.id));
  const auto values = TRY(check_values(name.id, entry->parameters, name.given));
  return entry->open(values);
}

Result<void> Catalog::add(GameEntry entry) {
  const bool taken = std::any_of(entries_.begin(), entries_.end(), [&](const GameEntry& e) { return e.id == entry.id; });
  if (taken) return fail("there is a game '" + entry.id + "' already");
  entries_.push_back(std::move(entry));
  return {};
}

}  // namespace banmen
