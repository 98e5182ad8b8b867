// The run-time table of games: native ones, fixed at build time, and those of plug-ins, added while running.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/open_game.hpp"
#include "core/error.hpp"
#include "core/name.hpp"
#include "core/parameter.hpp"
#include "study/study.hpp"

namespace banmen {

struct GameEntry {
  std::string id;
  std::string title;
  std::vector<Parameter> parameters;
  /// Values are checked against the schema already; the game may still refuse what does not fit together.
  std::function<Result<std::unique_ptr<OpenGame>>(const Values&)> open;
  /// Of several classes that play one game: whether this one is made for the values. Empty: for all.
  std::function<bool(const Values&)> fits = {};
  std::vector<Study> studies = {};
  std::vector<Parameter> database_parameters = {};  // of building a database; empty: there are none
};

/// One entry for a game that several classes play (small and large boards, say), all with the same id and parameters: it opens the
/// first that fits, and the last where none does, so that the last one's error is what a user sees.
GameEntry one_of(std::vector<GameEntry> classes);

/// Of cmake/games.cmake.
std::vector<GameEntry> native_entries();

class Catalog {
 public:
  Catalog() : entries_(native_entries()) {}

  [[nodiscard]] const std::vector<GameEntry>& entries() const { return entries_; }
  [[nodiscard]] Result<const GameEntry*> find(std::string_view id) const;
  /// "bao:holes=4" → a table.
  [[nodiscard]] Result<std::unique_ptr<OpenGame>> open(std::string_view name) const;
  /// Refuses an id that is taken already.
  Result<void> add(GameEntry entry);

 private:
  std::vector<GameEntry> entries_;
};

}  // namespace banmen
