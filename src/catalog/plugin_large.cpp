// Opens large games from outside: sessions, random play, solvers.
#include "catalog/any_game.hpp"
#include "catalog/any_scenery.hpp"
#include "catalog/open_game_of.hpp"
#include "catalog/plugin.hpp"
#include "catalog/solve_jobs_of.hpp"

namespace banmen {

extern template std::unique_ptr<SearchJobs> make_search_jobs<LargeGame>(const LargeGame&, const std::string&);
template Result<std::shared_ptr<const Oracle<LargeGame>>> open_oracle(const LargeGame&, const std::string&, const std::string&);

std::unique_ptr<OpenGame> open_large_game(const std::shared_ptr<const PluginRules>& rules, const std::string& name) {
  return std::make_unique<OpenGameOf<LargeGame>>(LargeGame(rules), name);
}

}  // namespace banmen
