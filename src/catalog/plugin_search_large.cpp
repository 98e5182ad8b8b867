// The searches of large games from outside.
#include "catalog/any_game.hpp"
#include "catalog/search_jobs_of.hpp"

namespace banmen {

template std::unique_ptr<SearchJobs> make_search_jobs<LargeGame>(const LargeGame&, const std::string&);

}  // namespace banmen
