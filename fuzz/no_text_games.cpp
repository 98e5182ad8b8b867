// Stub for text games in the catalog of the fuzz targets, since they pull in all searches and solvers; fuzz_rules.cpp and
// fuzz_text_game.cpp read and play them without a catalog.
#include "catalog/text_games.hpp"

namespace banmen {

Result<rules::Reading> read_text_game(const std::string& name) {
  return fail(ErrorKind::unknown_name, "no rule files here: '" + name + "'");
}

Result<std::vector<std::string>> head_comment(const std::string& name) {
  return fail(ErrorKind::unknown_name, "no rule files here: '" + name + "'");
}

Result<GameEntry> text_game_entry(const std::string& name, const rules::Reading&, bool) {
  return fail(ErrorKind::unknown_name, "no rule files here: '" + name + "'");
}

}  // namespace banmen
