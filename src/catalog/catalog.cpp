#include "catalog/catalog.hpp"

#include <algorithm>

#include "core/text.hpp"

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

std::vector<std::string> OpenGame::agents() const {
  std::vector<std::string> ids;
  for (const AgentKind& kind : search().agents()) ids.push_back(kind.id);
  return ids;
}

Result<const GameEntry*> Catalog::find(std::string_view id) const {
  std::vector<std::string> ids;
  for (const GameEntry& entry : entries_) {
    if (entry.id == id) return &entry;
    ids.push_back(entry.id);
  }
  return fail(ErrorKind::unknown_name, "there is no game '" + std::string(id) + "'", suggest(id, ids));
}

Result<std::unique_ptr<OpenGame>> Catalog::open(std::string_view text) const {
  const auto name = read_name(text);
  if (!name) return fail(name.error());
  const auto entry = find(name->id);
  if (!entry) return fail(entry.error());
  const auto values = check_values(name->id, (*entry)->parameters, name->given);
  if (!values) return fail(values.error());
  return (*entry)->open(*values);
}

Result<void> Catalog::add(GameEntry entry) {
  const bool taken = std::any_of(entries_.begin(), entries_.end(), [&](const GameEntry& e) { return e.id == entry.id; });
  if (taken) return fail("there is a game '" + entry.id + "' already");
  entries_.push_back(std::move(entry));
  return {};
}

}  // namespace banmen
