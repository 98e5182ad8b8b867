// Opens small games from outside: sessions, random play, solvers.
#include "catalog/any_game.hpp"
#include "catalog/any_scenery.hpp"
#include "catalog/open_game_of.hpp"
#include "catalog/plugin.hpp"
#include "catalog/solve_jobs_of.hpp"

namespace banmen {

extern template std::unique_ptr<SearchJobs> make_search_jobs<SmallGame>(const SmallGame&, const std::string&);
template Result<std::shared_ptr<const Oracle<SmallGame>>> open_oracle(const SmallGame&, const std::string&, const std::string&);

std::unique_ptr<OpenGame> open_small_game(const std::shared_ptr<const PluginRules>& rules, const std::string& name) {
  return std::make_unique<OpenGameOf<SmallGame>>(SmallGame(rules), name);
}

}  // namespace banmen
