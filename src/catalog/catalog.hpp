// The run-time table of games: native ones, fixed at build time, those of plug-ins, added while running, and those that are texts:
// the library's and the user's own files.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/open_game.hpp"
#include "catalog/study.hpp"
#include "core/error.hpp"
#include "core/parameter.hpp"

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

/// A name with a slash before its parameters is a rule file; one that ends in .game is the library's text, also where there is a
/// native game of that id; any other is a native game, a plug-in's or the library's, in this order.
class Catalog {
 public:
  /// `studies_of` gives the studies of a native game by its id.
  explicit Catalog(const std::function<std::vector<Study>(std::string_view game)>& studies_of = {});

  /// Native games and plug-ins; those of the library are opened by name only.
  [[nodiscard]] const std::vector<GameEntry>& entries() const { return entries_; }
  [[nodiscard]] static std::vector<std::string> library_ids();
  [[nodiscard]] Result<const GameEntry*> find(std::string_view id) const;
  /// "bao:holes=4" → an open game.
  [[nodiscard]] Result<std::unique_ptr<OpenGame>> open(std::string_view name) const;
  /// Refuses an id that is taken already.
  Result<void> add(GameEntry entry);
  /// Text games are played by the reference interpreter from now on.
  void use_reference_interpreter();

 private:
  struct TextGames;

  std::vector<GameEntry> entries_;
  /// Files are read once: one that changes does not change a job that runs.
  std::shared_ptr<TextGames> text_games_;
};

}  // namespace banmen
