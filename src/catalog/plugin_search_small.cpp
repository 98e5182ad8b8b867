// The searches of games from outside, for small positions.
#include "catalog/any_game.hpp"
#include "catalog/search_jobs_of.hpp"

namespace banmen {

template std::unique_ptr<SearchJobs> make_search_jobs<AnyGame<small_position>>(const AnyGame<small_position>&, const std::string&);

}  // namespace banmen
