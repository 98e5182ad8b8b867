// The searches of games from outside, for positions up to the largest.
#include "catalog/any_game.hpp"
#include "catalog/search_jobs_of.hpp"

namespace banmen {

template std::unique_ptr<SearchJobs> make_search_jobs<AnyGame<BANMEN_MAX_POSITION>>(const AnyGame<BANMEN_MAX_POSITION>&,
                                                                                    const std::string&);

}  // namespace banmen
